// A trace in the browser: unpacks the compact events, indexes them once, and gives the board and
// the counters at any moment without replaying from the start. The rules are those of
// nonet.lab.tracing.replay; a test compares the two.

const STRIDE = 1024; // events between two places where counters and filled boards are kept
export const OPEN = 0, GIVEN = 1, ASSIGNED = 2, FILLED = 3;

// The tables of kinds, causes and fields, as the page's data brings them.
export class Schema {
  constructor({ kinds, causes, phrases, counted, markings, roles }) {
    this.kinds = kinds;
    this.causes = causes;
    this.phrases = phrases;
    this.markings = markings; // what an event of a kind marks, and how each role looks
    this.roles = roles;
    this.counted = counted; // the counters that go up by one with an event of a kind
    this.code = Object.fromEntries(kinds.map((kind, code) => [kind.name, code]));
  }
}

export class Trace {
  constructor(schema, board, facts, bytes) {
    this.schema = schema;
    this.board = board; // size, givens, houses, peers, symbols
    this.facts = facts; // strategy, keeps, counters, status, ...
    this.length = facts.events;
    this.#decode(bytes);
    this.#index();
  }

  // Varints into words; then event after event by the table of its kind.
  #decode(bytes) {
    const words = new Int32Array(bytes.length);
    let count = 0;
    for (let place = 0; place < bytes.length; ) {
      let byte = bytes[place++], value = byte & 127;
      for (let factor = 128; byte > 127; factor *= 128) {
        byte = bytes[place++];
        value += (byte & 127) * factor;
      }
      words[count++] = value;
    }
    const starts = new Uint32Array(this.length + 1);
    const kinds = this.schema.kinds;
    let place = 0;
    for (let i = 0; i < this.length; i++) {
      starts[i] = place;
      const kind = kinds[words[place]];
      place += 3 + kind.numbers.length;
      for (let list = kind.lists.length; list > 0; list--) place += 1 + words[place];
    }
    starts[this.length] = place;
    if (place !== count) throw new Error(`expected ${place} numbers of a trace, found ${count}`);
    this.words = words;
    this.starts = starts;
  }

  #index() {
    this.#indexNodes();
    this.#indexMarks();
    this.#keepCounts();
    if (this.facts.keeps === "filling") this.#keepFillings();
  }

  // Whose board an event shows, and where each node's conclusions are.
  #indexNodes() {
    const { words, starts, length } = this, { assign, eliminate, place, backtrack } = this.schema.code;
    const namesNode = this.schema.kinds.map(({ numbers }) => numbers.includes("node"));
    let nodes = 1;
    for (let i = 0; i < length; i++) if (words[starts[i]] === assign) nodes++;
    this.nodeCount = nodes;
    this.nodeAt = new Int32Array(length);
    for (const name of ["parents", "depths", "firsts", "ends", "firstChild", "lastChild", "nextSibling"]) {
      this[name] = new Int32Array(nodes);
    }
    let node = 0, next = 1, concluding = true;
    for (let i = 0; i < length; i++) {
      const start = starts[i], kind = words[start];
      if (kind === assign) {
        node = next++;
        this.#adopt(node, words[start + 4] - 1, i);
        concluding = true;
      } else if (kind === eliminate || kind === place) {
        if (concluding) this.ends[node] = i + 1;
      } else {
        concluding = false;
        if (kind === backtrack) node = Math.max(words[start + 4] - 1, 0);
        else node = namesNode[kind] ? words[start + 3] - 1 : 0;
      }
      this.nodeAt[i] = node;
    }
  }

  #adopt(node, parent, i) {
    this.parents[node] = parent;
    this.depths[node] = this.depths[parent] + 1;
    this.firsts[node] = i;
    this.ends[node] = i + 1;
    if (this.firstChild[parent]) this.nextSibling[this.lastChild[parent]] = node;
    else this.firstChild[parent] = node;
    this.lastChild[parent] = node;
  }

  // The events that people look for, and what became of each node.
  #indexMarks() {
    const { words, starts, length } = this, { choose, assign, dead_end, solution, move } = this.schema.code;
    this.deadAt = new Int32Array(this.nodeCount).fill(length + 1);
    this.solvedAt = new Int32Array(this.nodeCount).fill(length + 1);
    const values = [], deadEnds = [], solutions = [];
    for (let i = 0; i < length; i++) {
      const start = starts[i], kind = words[start], node = this.nodeAt[i];
      if (kind === assign || kind === move) {
        values.push(i);
      } else if (kind === dead_end || (kind === choose && this.#isBarren(start))) {
        this.deadAt[node] = i;
        deadEnds.push(i);
      } else if (kind === solution) {
        if (this.solvedAt[node] > i) this.solvedAt[node] = i;
        solutions.push(i);
      }
    }
    this.values = Int32Array.from(values); // where a value is tried, or a swap made
    this.deadEnds = Int32Array.from(deadEnds);
    this.solutions = Int32Array.from(solutions);
  }

  #keepCounts() {
    const { length } = this, tally = new Tally(this.schema, this.facts.counters, this.facts.root);
    const room = tally.values.length;
    this.kept = new Float64Array((Math.floor(length / STRIDE) + 1) * room);
    for (let i = 0; i < length; i++) {
      if (i % STRIDE === 0) this.kept.set(tally.values, (i / STRIDE) * room);
      tally.add(this, i);
    }
  }

  // Whether a cell was chosen that has nothing to try.
  #isBarren(start) {
    const { words } = this, values = words[start + 6];
    return !values && !words[start + 8 + words[start + 7]];
  }

  #keepFillings() {
    const digits = Uint8Array.from(this.board.givens);
    const { fill, move } = this.schema.code;
    this.fillings = [];
    this.costs = new Int32Array(this.length); // conflicts after each event
    for (let i = 0; i < this.length; i++) {
      this.#apply(i, digits);
      const start = this.starts[i], kind = this.words[start];
      if (kind === fill) this.costs[i] = this.words[start + 3] - 1;
      else if (kind === move) this.costs[i] = this.words[start + 5] - 1;
      else this.costs[i] = this.costs[i - 1] ?? 0;
      if (i % STRIDE === 0) this.fillings.push(digits.slice());
    }
  }

  #apply(i, digits) {
    const { words, schema } = this, start = this.starts[i];
    if (words[start] === schema.code.fill) {
      for (let cell = 0; cell < digits.length; cell++) digits[cell] = words[start + 5 + cell];
    } else if (words[start] === schema.code.move) {
      const one = words[start + 3] - 1, other = words[start + 4] - 1;
      [digits[one], digits[other]] = [digits[other], digits[one]];
    }
  }

  // An event with its fields by name; numbers that are missing are null.
  event(i) {
    const { words } = this;
    let place = this.starts[i];
    const kind = this.schema.kinds[words[place]];
    const event = { kind: kind.name, checks: words[place + 1], revisions: words[place + 2] };
    place += 3;
    for (const name of kind.numbers) event[name] = words[place++] - 1;
    for (const name of kind.numbers) if (event[name] < 0) event[name] = null;
    for (const name of kind.lists) {
      const length = words[place++];
      event[name] = words.subarray(place, place + length);
      place += length;
    }
    return event;
  }

  // The board after so many events: digits, where they come from, candidates, and the node.
  moment(position) {
    const { board } = this, { size, givens } = board, cells = size * size;
    const node = position ? this.nodeAt[position - 1] : 0;
    const origins = new Uint8Array(cells);
    for (let cell = 0; cell < cells; cell++) if (givens[cell]) origins[cell] = GIVEN;
    if (this.facts.keeps === "filling") {
      const values = this.#filling(position);
      for (let cell = 0; cell < cells; cell++) {
        if (values[cell] && !givens[cell]) origins[cell] = FILLED;
      }
      return { position, node, values, origins, candidates: new Uint8Array(cells * size) };
    }
    const values = Uint8Array.from(givens);
    const candidates = board.candidates.slice();
    for (const step of [0, ...this.path(node)]) {
      const end = Math.min(this.ends[step], position);
      for (let i = this.firsts[step]; i < end; i++) this.#conclude(i, values, origins, candidates);
    }
    for (let cell = 0; cell < cells; cell++) {
      if (values[cell]) candidates.fill(0, cell * size, (cell + 1) * size);
      else if (this.facts.keeps === "digits") {
        for (const peer of board.peers[cell]) {
          if (values[peer]) candidates[cell * size + values[peer] - 1] = 0;
        }
      }
    }
    return { position, node, values, origins, candidates };
  }

  #conclude(i, values, origins, candidates) {
    const { words, schema } = this, { assign, eliminate, place } = schema.code;
    const start = this.starts[i], kind = words[start], size = this.board.size;
    if (kind === eliminate) {
      const digit = words[start + 3] - 1, list = start + 7;
      for (let at = list + 1; at <= list + words[list]; at++) {
        candidates[words[at] * size + digit - 1] = 0;
      }
    } else if (kind === assign) {
      const cell = words[start + 5] - 1;
      values[cell] = words[start + 6] - 1;
      origins[cell] = ASSIGNED;
    } else if (kind === place) {
      const cell = words[start + 3] - 1;
      values[cell] = words[start + 4] - 1;
      origins[cell] = FILLED;
    }
  }

  #filling(position) {
    if (!position) return Uint8Array.from(this.board.givens);
    const kept = Math.floor((position - 1) / STRIDE), digits = this.fillings[kept].slice();
    for (let i = kept * STRIDE + 1; i < position; i++) this.#apply(i, digits);
    return digits;
  }

  // The nodes from below the root down to a node.
  path(node) {
    const path = [];
    for (; node; node = this.parents[node]) path.push(node);
    return path.reverse();
  }

  // The counters after so many events, by name.
  counts(position) {
    const names = this.facts.counters;
    const tally = new Tally(this.schema, names, this.facts.root);
    if (position > 0) {
      const kept = Math.floor((position - 1) / STRIDE), room = tally.values.length;
      tally.values.set(this.kept.subarray(kept * room, (kept + 1) * room));
      for (let i = kept * STRIDE; i < position; i++) tally.add(this, i);
    }
    return Object.fromEntries(names.map((name, at) => [name, tally.values[at]]));
  }

  // How many nodes exist after so many events, the root included.
  born(position) {
    return this.facts.keeps === "filling" ? 1 : 1 + countBelow(this.values, position);
  }

  cellName(cell) {
    const size = this.board.size;
    return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
  }

  digitName(digit) {
    return this.board.symbols[digit - 1];
  }

  nodeName(node) {
    if (!node) return this.schema.phrases[node === null ? "nowhere" : "root"];
    return this.#fill(this.schema.phrases.node, this.event(this.firsts[node]));
  }

  // What an event tells, in the words of the table.
  say(event) {
    const { kinds, phrases, code } = this.schema, kind = kinds[code[event.kind]];
    let text = kind.words;
    if (event.kind === "choose" && event.cell === null) {
      const places = [];
      for (let i = 0; i < event.places.length; i += 2) {
        places.push(this.#fill(phrases.place, { cell: event.places[i], digit: event.places[i + 1] }));
      }
      return phrases.places.replace("{places}", places.join(", "));
    }
    if (event.kind === "choose" && !event.values.length) text = phrases["no-choice"];
    if (kind.numbers.includes("cause")) {
      text = text.replace("{cause}", this.schema.causes[event.cause].words);
    }
    return this.#fill(text, event);
  }

  #fill(text, fields) {
    return text.replace(/\{(\w+)\}/g, (_, name) => this.#sayField(name, fields[name]));
  }

  #sayField(name, value) {
    switch (name) {
      case "cell": case "other": case "by": return this.cellName(value);
      case "digit": return this.digitName(value);
      case "house": return this.board.houseNames[value];
      case "cells": case "others": return Array.from(value, (cell) => this.cellName(cell)).join(" ");
      case "values": return Array.from(value, (digit) => this.digitName(digit)).join(" ");
      case "to": return this.nodeName(value);
      default: return String(value);
    }
  }

  // Why values of a chosen cell are refused at once: the peers that have them.
  refusals(event, moment) {
    if (event.kind !== "choose" || !event.refused.length) return "";
    const peers = this.board.peers[event.cell];
    return Array.from(event.refused, (digit) => {
      const by = peers.find((other) => moment.values[other] === digit);
      return this.#fill(this.schema.phrases.refusal, { digit, by });
    }).join(", ");
  }
}

// What each kind of event adds to the counters: the same as nonet.lab.tracing.replay.additions.
class Tally {
  constructor(schema, names, root) {
    const at = (name) => (names.includes(name) ? names.indexOf(name) : names.length);
    // A counter that the strategy does not have goes to a last place that nobody reads.
    this.values = new Float64Array(names.length + 1);
    this.code = schema.code;
    this.plain = Int32Array.from(schema.kinds, ({ name }) => at(schema.counted[name]));
    for (const name of ["checks", "revisions", "generated", "expanded", "refused", "dead_ends", "deepest",
      "largest_frontier", "eliminated"]) this[name] = at(name);
    if (root) this.values[this.generated] = 1;
  }

  add({ words, starts, depths }, i) {
    const { values, code } = this, start = starts[i], kind = words[start];
    values[this.checks] += words[start + 1];
    values[this.revisions] += words[start + 2];
    values[this.plain[kind]] += 1;
    if (kind === code.choose) {
      const tried = words[start + 6], refused = words[start + 7 + tried];
      const places = words[start + 8 + tried + refused];
      values[this.expanded] += 1;
      const made = tried + refused + places / 2;
      values[this.generated] += made;
      values[this.refused] += refused;
      if (made === refused) values[this.dead_ends] += 1;
      const depth = depths[words[start + 3] - 1] + 1, waiting = words[start + 5] - 1;
      if (depth > values[this.deepest]) values[this.deepest] = depth;
      if (waiting > values[this.largest_frontier]) values[this.largest_frontier] = waiting;
    } else if (kind === code.eliminate) {
      values[this.eliminated] += words[start + 7];
    }
  }
}

// How many numbers of an ascending array are below a bound.
export function countBelow(array, bound) {
  let low = 0, high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
