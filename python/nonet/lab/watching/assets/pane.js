// One search: its board, what happens in words, its counters, its tree, its place in time.

import { BoardView } from "nonet/board";
import { Surface } from "nonet/surface";
import { TreeView } from "nonet/tree";
import { ASSIGNED, GIVEN } from "nonet/trace";

const RECENT = 5; // events in words that are kept in sight
const number = new Intl.NumberFormat("en");

export class Pane {
  constructor(index, trace, clock, { counters, keeps }, template) {
    this.index = index;
    this.trace = trace;
    this.clock = clock;
    this.element = template.content.firstElementChild.cloneNode(true);
    const find = (part) => this.element.querySelector(`[data-part=${part}]`);
    this.parts = Object.fromEntries(
      ["name", "about", "board", "grid", "now", "why", "log", "counters", "tree", "tree-note", "path",
        "seek", "place", "time", "time-note", "note", "zoom-in", "zoom-out", "fit", "follow", "pick"].map((part) => [part, find(part)]),
    );
    const surface = (part) => new Surface(this.parts[part], () => clock.changed());
    this.board = new BoardView(surface("board"), trace);
    this.time = surface("time");
    this.tree = new TreeView(surface("tree"), trace, {
      seek: (position) => this.seek(position),
      said: (drawn, born) => this.#sayTree(drawn, born),
    });
    this.parts.board.classList.toggle("large", trace.board.size > 12);
    this.#label(Object.entries(counters), keeps);
    this.#listen();
  }

  #label(counters, keeps) {
    const { facts, board } = this.trace, { parts } = this, id = `search-${this.index}`;
    parts.name.textContent = facts.strategy;
    parts.name.id = id;
    this.element.setAttribute("aria-labelledby", id);
    parts.about.textContent = facts.about;
    parts.about.title = facts.parts;
    parts.seek.max = this.trace.length;
    parts.seek.setAttribute("aria-label", `Event of ${facts.strategy}`);
    parts.pick.setAttribute("aria-label", `Control ${facts.strategy}`);
    parts["zoom-in"].setAttribute("aria-label", `Zoom into the tree of ${facts.strategy}`);
    parts["zoom-out"].setAttribute("aria-label", `Zoom out of the tree of ${facts.strategy}`);
    parts.fit.setAttribute("aria-label", `Show the whole tree of ${facts.strategy}`);
    parts.follow.setAttribute("aria-label", `Follow the search in the tree of ${facts.strategy}`);
    parts.note.textContent = facts.keeps === "candidates" ? "" : `${capital(keeps[facts.keeps])}.`;
    parts.note.hidden = !parts.note.textContent;
    for (const [name, about] of counters) {
      const label = document.createElement("dt"), value = document.createElement("dd");
      label.textContent = name.replaceAll("_", " ");
      label.title = about;
      value.dataset.counter = name;
      if (!facts.counters.includes(name)) value.textContent = "–";
      const pair = document.createElement("div");
      pair.append(label, value);
      parts.counters.append(pair);
    }
    this.values = new Map([...parts.counters.querySelectorAll("dd")].map((dd) => [dd.dataset.counter, dd]));
    for (let row = 0; row < board.size; row++) {
      const line = parts.grid.insertRow();
      for (let column = 0; column < board.size; column++) line.insertCell();
    }
    parts.grid.createCaption().textContent = `Board of ${facts.strategy}`;
    if (facts.keeps === "filling") this.element.querySelector("[data-part=tree-box]").hidden = true;
  }

  #listen() {
    const { parts, clock } = this;
    parts.seek.addEventListener("input", () => this.seek(Number(parts.seek.value)));
    parts.pick.addEventListener("click", () => clock.select(this.index));
    this.element.addEventListener("pointerdown", () => clock.select(this.index));
    parts["zoom-in"].addEventListener("click", () => this.tree.zoom(1.4));
    parts["zoom-out"].addEventListener("click", () => this.tree.zoom(1 / 1.4));
    parts.fit.addEventListener("click", () => this.tree.fit());
    parts.follow.addEventListener("click", () => this.tree.follow());
    parts.time.addEventListener("click", (click) => {
      this.seek((click.offsetX / Math.max(this.time.width, 1)) * this.trace.length);
    });
  }

  seek(position) {
    this.clock.pause();
    this.clock.seek(this.index, position);
  }

  render(colors) {
    const { trace, clock, parts } = this, position = clock.positions[this.index];
    const playing = clock.linked ? clock.isPlaying : clock.playing[this.index];
    const moment = trace.moment(position), event = position ? trace.event(position - 1) : null;
    this.element.classList.toggle("selected", clock.traces.length > 1 && clock.selected === this.index);
    parts.pick.setAttribute("aria-pressed", String(clock.selected === this.index));
    parts.pick.hidden = clock.traces.length < 2;
    parts.now.setAttribute("aria-live", playing ? "off" : "polite");
    tell(parts.now, event ? trace.say(event) : trace.length ? "The givens, before the first event." : "The givens; there are no events.");
    parts.now.dataset.kind = event?.kind ?? "start";
    tell(parts.why, this.#why(event, moment, position));
    this.#renderLog(position);
    const counts = trace.counts(position);
    for (const name of trace.facts.counters) this.values.get(name).textContent = number.format(counts[name]);
    parts.seek.value = position;
    const place = `event ${number.format(position)} of ${number.format(trace.length)}`;
    parts.place.textContent = place;
    parts.seek.setAttribute("aria-valuetext", place);
    const path = trace.path(moment.node);
    parts.path.textContent = path.length
      ? `Depth ${path.length}: ${path.slice(-4).map((node) => trace.nodeName(node)).join(", ")}`
      : "Depth 0: the start";
    this.board.draw(moment, event, colors);
    parts.board.setAttribute("aria-label", this.#describe(moment));
    this.#renderTime(position, colors);
    if (trace.facts.keeps !== "filling") this.tree.draw(position, moment.node, colors);
  }

  // What need not follow every frame: the board as a table, for who hears the page.
  settle() {
    this.#renderGrid(this.trace.moment(this.clock.positions[this.index]));
  }

  // What the words of the event leave out: refused values, and how the run ended.
  #why(event, moment, position) {
    const { trace } = this, { facts } = trace, texts = [];
    const refusals = event ? trace.refusals(event, moment) : "";
    if (refusals) texts.push(`Refused: ${refusals}.`);
    if (position === trace.length) texts.push(facts.ending);
    return texts.join(" ");
  }

  #renderLog(position) {
    const { trace, parts } = this, items = [];
    for (let i = position - 2; i >= Math.max(position - 1 - RECENT, 0); i--) {
      const item = document.createElement("li"), event = trace.event(i);
      item.textContent = trace.say(event);
      item.dataset.kind = event.kind;
      items.push(item);
    }
    while (items.length < RECENT) {
      const item = document.createElement("li");
      item.textContent = "\u00a0";
      item.setAttribute("aria-hidden", "true");
      items.push(item);
    }
    parts.log.replaceChildren(...items);
  }

  // Dead ends over time, or what a local search has left to mend; the page says how many events
  // there are to a pixel.
  #renderTime(position, colors) {
    const { trace } = this, { width, height } = this.time, pen = this.time.pen();
    if (!pen) return;
    if (this.density?.length !== Math.floor(width)) {
      const local = trace.facts.keeps === "filling", each = Math.ceil(trace.length / width);
      this.density = local ? averages(trace.costs, width) : density(trace.deadEnds, trace.length, width);
      const shown = local ? "Conflicts over time" : "Dead ends over time";
      this.parts["time-note"].textContent =
        each > 1 ? `${shown}, ${number.format(each)} events per pixel.` : `${shown}.`;
    }
    const most = Math.max(...this.density, 1);
    pen.fillStyle = colors.dead;
    this.density.forEach((count, x) => {
      if (count) pen.fillRect(x, height * (1 - 0.85 * Math.sqrt(count / most)), 1, height);
    });
    pen.fillStyle = colors.solved;
    for (const at of trace.solutions.subarray(0, 2000)) {
      pen.fillRect(Math.floor((at / trace.length) * (width - 2)), 0, 3, height);
    }
    pen.fillStyle = colors.ink;
    pen.fillRect(Math.round((position / Math.max(trace.length, 1)) * (width - 2)), 0, 2, height);
  }

  #renderGrid(moment) {
    const { size } = this.trace.board, rows = this.parts.grid.rows;
    for (let cell = 0; cell < size * size; cell++) {
      rows[Math.floor(cell / size)].cells[cell % size].textContent = this.#sayCell(moment, cell);
    }
  }

  #sayCell(moment, cell) {
    const { trace } = this, { size } = trace.board, value = moment.values[cell];
    if (value) {
      const origin = moment.origins[cell];
      return `${trace.digitName(value)} ${origin === GIVEN ? "given" : origin === ASSIGNED ? "tried" : "filled"}`;
    }
    const left = [];
    for (let digit = 1; digit <= size; digit++) {
      if (moment.candidates[cell * size + digit - 1]) left.push(trace.digitName(digit));
    }
    return left.length ? `empty: ${left.join(" ")}` : "empty: no candidates left";
  }

  #describe(moment) {
    const filled = moment.values.reduce((count, value) => count + (value ? 1 : 0), 0);
    return `Board of ${this.trace.facts.strategy}: ${filled} of ${moment.values.length} cells filled`;
  }

  #sayTree(drawn, born) {
    const nodes = `${number.format(born)} ${born === 1 ? "node" : "nodes"}`;
    const folded = drawn < born ? `, ${number.format(drawn)} of them drawn; click a triangle to open more` : "";
    this.parts["tree-note"].textContent = `Tree: ${nodes}${folded}.`;
    this.parts.tree.setAttribute("aria-label", `Search tree of ${this.trace.facts.strategy}: ${nodes}`);
  }
}

function averages(costs, width) {
  const columns = new Float64Array(Math.max(Math.floor(width), 1));
  for (let x = 0; x < columns.length; x++) {
    const from = Math.floor((x / columns.length) * costs.length);
    const to = Math.max(Math.floor(((x + 1) / columns.length) * costs.length), from + 1);
    const part = costs.subarray(from, to);
    columns[x] = part.reduce((sum, cost) => sum + cost, 0) / Math.max(part.length, 1);
  }
  return columns;
}

function density(marks, length, width) {
  const columns = new Float64Array(Math.max(Math.floor(width), 1));
  for (const at of marks) columns[Math.min(Math.floor((at / length) * columns.length), columns.length - 1)]++;
  return columns;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

// Change a text only if it is another: who listens is told of every change.
function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
