// Where each search stands, and what moves it. A position is a number of events that have
// happened: 0 is before the first. A step is an event, or all up to the next value tried.

import { countBelow } from "nonet/trace";

export const UNITS = ["event", "value"];
const LEAP = 100;

export class Clock {
  constructor(traces, { speed, speeds }) {
    this.traces = traces;
    this.speeds = speeds;
    this.speed = speed;
    this.positions = traces.map(() => 0);
    this.playing = traces.map(() => false);
    this.linked = true;
    this.unit = "event";
    this.selected = 0;
    this.changed = () => {};
    this.owed = traces.map(() => 0); // parts of steps that play owes
  }

  // How many steps a search has in all, or has done at a position.
  steps(pane, position = this.traces[pane].length) {
    const trace = this.traces[pane];
    return this.unit === "event" ? position : countBelow(trace.values, position);
  }

  // The position after so many steps: all that follows from the last value is included.
  positionOf(pane, step) {
    const trace = this.traces[pane];
    if (this.unit === "event") return Math.min(Math.max(step, 0), trace.length);
    if (step <= 0) return 0;
    return step < trace.values.length ? trace.values[step] : trace.length;
  }

  get longest() {
    return Math.max(...this.traces.map((_, pane) => this.steps(pane)));
  }

  // The step that linked searches are at: that of the one which is furthest.
  get step() {
    return Math.max(...this.positions.map((position, pane) => this.steps(pane, position)));
  }

  get isPlaying() {
    return this.linked ? this.playing.some(Boolean) : this.playing[this.selected];
  }

  // The searches that the keys steer.
  get steered() {
    return this.linked ? this.traces.map((_, pane) => pane) : [this.selected];
  }

  isOver(pane) {
    return this.positions[pane] >= this.traces[pane].length;
  }

  seek(pane, position) {
    this.positions[pane] = Math.min(Math.max(Math.round(position), 0), this.traces[pane].length);
    if (this.linked) {
      const step = this.steps(pane, this.positions[pane]);
      this.traces.forEach((_, other) => {
        if (other !== pane) this.positions[other] = this.positionOf(other, step);
      });
    }
    this.changed();
  }

  seekStep(step) {
    for (const pane of this.steered) this.positions[pane] = this.positionOf(pane, step);
    this.changed();
  }

  move(steps) {
    if (this.linked) {
      const last = this.traces.every((_, pane) => this.isOver(pane)) ? this.longest : this.step;
      const target = Math.min(Math.max(last + steps, 0), this.longest);
      if (steps > 0 && target === this.longest) this.positions = this.traces.map((t) => t.length);
      else return this.seekStep(target);
    } else {
      const pane = this.selected, position = this.positions[pane];
      const done = this.steps(pane, position);
      // From the midst of a step, back leads to its beginning.
      const target = this.positionOf(pane, done + steps);
      this.positions[pane] = steps > 0 && target <= position ? this.traces[pane].length : target;
    }
    this.changed();
  }

  jump(kind, direction) {
    const pane = this.selected, trace = this.traces[pane], marks = trace[kind];
    const at = countBelow(marks, this.positions[pane] - (direction < 0 ? 1 : 0));
    const index = direction > 0 ? at : at - 1;
    if (index < 0 || index >= marks.length) return false;
    this.pause();
    this.seek(pane, marks[index] + 1);
    return true;
  }

  toggle() {
    const playing = this.isPlaying;
    for (const pane of this.steered) {
      if (!playing && this.steered.every((other) => this.isOver(other))) {
        for (const other of this.steered) this.positions[other] = 0;
      }
      this.playing[pane] = !playing;
      this.owed[pane] = 0;
    }
    this.changed();
  }

  pause() {
    this.playing.fill(false);
    this.changed();
  }

  // Let time pass: do the steps that are due.
  tick(seconds) {
    if (this.linked) {
      if (!this.playing.some(Boolean)) return;
      this.owed[0] += seconds * this.speed;
      const due = Math.floor(this.owed[0]);
      if (due < 1) return;
      this.owed[0] -= due;
      this.move(due);
      if (this.traces.every((_, pane) => this.isOver(pane))) this.pause();
      return;
    }
    const selected = this.selected;
    this.playing.forEach((playing, pane) => {
      if (!playing) return;
      this.owed[pane] += seconds * this.speed;
      const due = Math.floor(this.owed[pane]);
      if (due < 1) return;
      this.owed[pane] -= due;
      this.selected = pane;
      this.move(due);
      if (this.isOver(pane)) this.playing[pane] = false;
    });
    this.selected = selected;
    this.changed();
  }

  setUnit(unit) {
    this.unit = unit;
    this.changed();
  }

  setLinked(linked) {
    this.pause();
    this.linked = linked;
    if (linked) this.seek(this.selected, this.positions[this.selected]);
    this.changed();
  }

  select(pane) {
    if (pane >= 0 && pane < this.traces.length) this.selected = pane;
    this.changed();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.changed();
  }

  // The actions of the table of keys, by name.
  act(action, key) {
    const at = this.speeds.indexOf(this.speed);
    switch (action) {
      case "play": return this.toggle();
      case "forward": return this.pause(), this.move(1);
      case "back": return this.pause(), this.move(-1);
      case "leap": return this.pause(), this.move(LEAP);
      case "leap_back": return this.pause(), this.move(-LEAP);
      case "next_dead_end": return this.jump("deadEnds", 1);
      case "previous_dead_end": return this.jump("deadEnds", -1);
      case "next_solution": return this.jump("solutions", 1);
      case "previous_solution": return this.jump("solutions", -1);
      case "first": return this.pause(), this.seekStep(0);
      case "last": return this.pause(), this.move(this.longest + 1);
      case "faster": return this.setSpeed(this.speeds[Math.min(at + 1, this.speeds.length - 1)]);
      case "slower": return this.setSpeed(this.speeds[Math.max(at - 1, 0)]);
      case "unit": return this.setUnit(UNITS[(UNITS.indexOf(this.unit) + 1) % UNITS.length]);
      case "link": return this.setLinked(!this.linked);
      case "select": return this.select(Number(key) - 1);
    }
  }
}
