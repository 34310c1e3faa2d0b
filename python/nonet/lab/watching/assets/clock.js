// Where each search stands, and what moves it: the twin of nonet.cli.watching.player, with which
// a test compares it. A position is a number of events that have happened: 0 is before the first.
// A step leads to the next stop: after every event, or after all that follows from a value tried.

import { countBelow } from "nonet/trace";

export const UNITS = ["event", "value"];

export class Clock {
  constructor(traces, { speed, speeds, leap }) {
    this.traces = traces;
    this.speeds = speeds;
    this.speed = speed;
    this.leap = leap;
    this.positions = traces.map(() => 0);
    this.playing = traces.map(() => false);
    this.owed = traces.map(() => 0); // parts of steps that play owes
    this.linked = true;
    this.unit = "event";
    this.selected = 0;
    this.step = 0; // of linked searches, counted in stops
    this.changed = () => {};
    this.stops = traces.map(stopsOf);
  }

  // The last step of a search.
  lastStep(pane) {
    return this.unit === "event" ? this.traces[pane].length : this.stops[pane].length - 1;
  }

  // The position after so many steps.
  positionOf(pane, step) {
    const at = Math.min(Math.max(step, 0), this.lastStep(pane));
    return this.unit === "event" ? at : this.stops[pane][at];
  }

  // How many whole steps lead a search to where it is.
  stepOf(pane) {
    const position = this.positions[pane];
    return this.unit === "event" ? position : countBelow(this.stops[pane], position + 1) - 1;
  }

  isBetween(pane) {
    return this.positionOf(pane, this.stepOf(pane)) < this.positions[pane];
  }

  get longest() {
    return Math.max(...this.traces.map((_, pane) => this.lastStep(pane)));
  }

  // The searches that the keys steer.
  get steered() {
    return this.linked ? this.traces.map((_, pane) => pane) : [this.selected];
  }

  get isPlaying() {
    return this.steered.some((pane) => this.playing[pane]);
  }

  isOver(pane) {
    return this.positions[pane] >= this.traces[pane].length;
  }

  get isAllOver() {
    return this.steered.every((pane) => this.isOver(pane));
  }

  // Bring all that is steered to a step.
  seekStep(step) {
    const last = Math.max(...this.steered.map((pane) => this.lastStep(pane)));
    this.step = Math.min(Math.max(step, 0), last);
    for (const pane of this.steered) this.positions[pane] = this.positionOf(pane, this.step);
    this.changed();
  }

  // Bring one search to a position, and linked ones to the same count of steps.
  seek(pane, position) {
    this.positions[pane] = Math.min(Math.max(Math.round(position), 0), this.traces[pane].length);
    this.step = this.stepOf(pane);
    if (this.linked) {
      const exact = this.positions[pane];
      this.seekStep(this.step);
      this.positions[pane] = exact;
    }
    this.changed();
  }

  // Go some steps on or back; from the midst of a step, one back leads to its beginning.
  move(steps) {
    if (this.linked) {
      this.seekStep(this.step + steps + (steps < 0 && this.isBetween(this.selected) ? 1 : 0));
    } else {
      this.moveAlone(this.selected, steps);
    }
  }

  moveAlone(pane, steps) {
    const midst = steps < 0 && this.isBetween(pane) ? 1 : 0;
    this.positions[pane] = this.positionOf(pane, this.stepOf(pane) + steps + midst);
    this.changed();
  }

  jump(kind, direction) {
    this.pause();
    const pane = this.selected, marks = this.traces[pane][kind];
    const at = countBelow(marks, this.positions[pane] - (direction < 0 ? 1 : 0));
    const index = direction > 0 ? at : at - 1;
    if (index < 0 || index >= marks.length) return false;
    this.seek(pane, marks[index] + 1);
    return true;
  }

  toggle() {
    const playing = !this.isPlaying;
    if (playing && this.isAllOver) this.seekStep(0);
    const over = this.isAllOver;
    for (const pane of this.steered) {
      this.playing[pane] = playing && !over;
      this.owed[pane] = 0;
    }
    this.changed();
  }

  pause() {
    for (const pane of this.steered) this.playing[pane] = false;
    this.changed();
  }

  // Let time pass: do the steps that are due.
  tick(seconds) {
    if (!this.playing.some(Boolean)) return;
    if (this.linked) {
      const due = this.#due(0, seconds);
      if (!due) return;
      this.move(due);
      if (this.isAllOver) this.pause();
      return;
    }
    this.playing.forEach((playing, pane) => {
      const due = playing ? this.#due(pane, seconds) : 0;
      if (!due) return;
      this.moveAlone(pane, due);
      if (this.isOver(pane)) this.playing[pane] = false;
    });
  }

  #due(pane, seconds) {
    this.owed[pane] += seconds * this.speed;
    const due = Math.floor(this.owed[pane]);
    this.owed[pane] -= due;
    return due;
  }

  // Count the other way; nothing moves that need not.
  setUnit(unit) {
    const leader = this.#leader();
    this.unit = unit;
    this.#gather(leader);
  }

  setLinked(linked) {
    this.playing.fill(false);
    this.linked = linked;
    this.#gather(this.selected);
  }

  // The search that tells how far all are: one that is over does not, if it can.
  #leader() {
    const panes = [this.selected, ...this.traces.keys()];
    const running = panes.find((pane) => !this.isOver(pane));
    if (running !== undefined) return running;
    return panes.reduce((best, pane) => (this.traces[pane].length > this.traces[best].length ? pane : best), 0);
  }

  #gather(leader) {
    if (this.linked) this.seek(leader, this.positions[leader]);
    else this.step = this.stepOf(leader);
    this.changed();
  }

  // Take over positions as an address names them.
  restore({ positions, unit, linked, speed }) {
    this.playing.fill(false);
    this.unit = unit;
    this.linked = linked;
    this.speed = speed;
    this.traces.forEach((trace, pane) => {
      this.positions[pane] = Math.min(Math.max(positions[pane], 0), trace.length);
    });
    this.step = Math.max(...this.traces.map((_, pane) => this.stepOf(pane)));
    this.changed();
  }

  select(pane) {
    if (pane < 0 || pane >= this.traces.length || pane === this.selected) return;
    this.selected = pane;
    this.changed();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.changed();
  }

  // The actions of the table of keys, by name; false if there is nothing to go to.
  act(action, key) {
    const at = this.speeds.indexOf(this.speed);
    switch (action) {
      case "play": return this.toggle();
      case "forward": return this.#hold(() => this.move(1));
      case "back": return this.#hold(() => this.move(-1));
      case "leap": return this.#hold(() => this.move(this.leap));
      case "leap_back": return this.#hold(() => this.move(-this.leap));
      case "next_dead_end": return this.jump("deadEnds", 1);
      case "previous_dead_end": return this.jump("deadEnds", -1);
      case "next_solution": return this.jump("solutions", 1);
      case "previous_solution": return this.jump("solutions", -1);
      case "first": return this.#hold(() => this.seekStep(0));
      case "last": return this.#hold(() => this.seekStep(this.longest));
      case "faster": return this.setSpeed(this.speeds[Math.min(at + 1, this.speeds.length - 1)]);
      case "slower": return this.setSpeed(this.speeds[Math.max(at - 1, 0)]);
      case "unit": return this.setUnit(UNITS[(UNITS.indexOf(this.unit) + 1) % UNITS.length]);
      case "link": return this.setLinked(!this.linked);
      case "select": return this.select(Number(key) - 1);
    }
  }

  #hold(go) {
    this.pause();
    go();
  }
}

// Where steps by value lead to, from 0 to the end: what comes before the first value is part of it.
function stopsOf({ values, length }) {
  const stops = new Int32Array(length ? Math.max(values.length, 1) + 1 : 1);
  stops.set(values.subarray(1), 1);
  stops[stops.length - 1] = length;
  return stops;
}
