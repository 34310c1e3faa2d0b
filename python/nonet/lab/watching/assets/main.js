// Puts the page together: data, panes, buttons, keys, the address, the colours, the time.

import { Clock } from "nonet/clock";
import { unpack } from "nonet/packed";
import { Pane } from "nonet/pane";
import { byId, Shell } from "nonet/shell";
import { Schema, Trace } from "nonet/trace";

const SETTLED = 250; // milliseconds without a change

function boardOf(facts) {
  const { size, houses, givens } = facts, cells = size * size;
  const peers = Array.from({ length: cells }, () => new Set());
  for (const house of houses) for (const cell of house) for (const other of house) peers[cell].add(other);
  peers.forEach((set, cell) => set.delete(cell));
  const board = { ...facts, peers: peers.map((set) => [...set].sort((a, b) => a - b)) };
  board.candidates = new Uint8Array(cells * size).fill(facts.allowed ? 0 : 1);
  facts.allowed?.forEach((digits, cell) => {
    for (const digit of digits) board.candidates[cell * size + digit - 1] = 1;
  });
  for (let cell = 0; cell < cells; cell++) {
    for (const peer of board.peers[cell]) {
      if (givens[peer]) board.candidates[cell * size + givens[peer] - 1] = 0;
    }
  }
  return board;
}

function colorsOf(element, roles) {
  const style = getComputedStyle(element);
  const names = ["paper", "ink", "line", "given", "house", "current", "tried", "filled", "candidate",
    "dead", "dead-ground", "cause", "solved", "folded", "edge", "edge-ink"];
  const colors = { font: style.fontFamily };
  for (const name of names) {
    colors[name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())] = style.getPropertyValue(`--${name}`).trim();
  }
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  colors.roles = Object.fromEntries(
    Object.keys(roles).map((role) => [role, { ink: color(`${role}-ink`), ground: color(`${role}-ground`) }]),
  );
  return colors;
}

// The moment in the address: positions, and how they were steered; what it leaves out is as at first.
function readAddress(clock, data) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const speed = Number(wanted.get("speed"));
  const at = (wanted.get("at") ?? "").split(",").map((text) => Number.parseInt(text, 10));
  clock.restore({
    positions: clock.traces.map((_, pane) => (Number.isFinite(at[pane]) ? at[pane] : 0)),
    unit: wanted.get("unit") === "value" ? "value" : "event",
    linked: wanted.get("linked") !== "0",
    speed: clock.speeds.includes(speed) ? speed : data.speed,
  });
}

function addressOf(clock) {
  const parts = [`at=${clock.positions.join(",")}`];
  if (clock.unit !== "event") parts.push(`unit=${clock.unit}`);
  if (!clock.linked) parts.push("linked=0");
  parts.push(`speed=${clock.speed}`);
  return `#${parts.join("&")}`;
}

class Page {
  constructor(data, traces) {
    this.clock = new Clock(traces, data);
    this.roles = data.roles;
    this.clock.changed = () => { this.stale = true; };
    this.panes = traces.map((trace, index) => new Pane(index, trace, this.clock, data, byId("pane")));
    byId("panes").replaceChildren(...this.panes.map((pane) => pane.element));
    byId("panes").style.setProperty("--panes", Math.min(traces.length, 4));
    byId("linked").closest("label").hidden = traces.length < 2;
    readAddress(this.clock, data);
    this.shell = new Shell(data, {
      act: (action, key) => this.#act(action, key),
      address: () => addressOf(this.clock),
      restore: () => readAddress(this.clock, data),
      recolor: () => this.#recolor(),
      texts: { copied: "Link to this moment copied.", link: "Link to this moment: " },
    });
    this.#listen();
    this.#recolor();
    this.shell.eachFrame((seconds) => this.#frame(seconds));
  }

  #listen() {
    const { clock } = this;
    byId("seek").addEventListener("input", (event) => {
      clock.pause();
      clock.seekStep(Number(event.target.value));
    });
    byId("speed").addEventListener("change", (event) => clock.setSpeed(Number(event.target.value)));
    byId("unit").addEventListener("change", (event) => clock.setUnit(event.target.value));
    byId("linked").addEventListener("change", (event) => clock.setLinked(event.target.checked));
  }

  #recolor() {
    this.colors = colorsOf(document.documentElement, this.roles);
    this.stale = true;
  }

  #act(action, key) {
    const where = this.clock.act(action, key);
    const kind = action.includes("dead_end") ? "dead ends" : "solutions";
    this.shell.say(where === false ? `${this.#steered()}: no more ${kind} in that direction.` : "");
  }

  #steered() {
    return this.clock.traces[this.clock.selected].facts.strategy;
  }

  #frame(seconds) {
    this.clock.tick(seconds);
    if (!this.stale) return;
    this.stale = false;
    this.render();
  }

  render() {
    const { clock } = this;
    for (const pane of this.panes) pane.render(this.colors);
    const seek = byId("seek"), pane = clock.selected;
    const step = clock.linked ? clock.step : clock.stepOf(pane);
    seek.max = clock.linked ? clock.longest : clock.lastStep(pane);
    seek.value = step;
    const unit = clock.unit === "event" ? "event" : "value tried";
    const text = `${unit} ${step.toLocaleString("en")} of ${Number(seek.max).toLocaleString("en")}`;
    seek.setAttribute("aria-valuetext", text);
    byId("step").textContent = text;
    const play = byId("play"), playing = clock.isPlaying;
    play.setAttribute("aria-label", playing ? "Pause" : "Play");
    play.dataset.playing = String(playing);
    byId("linked").checked = clock.linked;
    byId("unit").value = clock.unit;
    byId("speed").value = clock.speed;
    clearTimeout(this.settling);
    if (!playing) this.settling = setTimeout(() => this.settle(), SETTLED);
  }

  // What is brought up to date once nothing moves.
  settle() {
    for (const pane of this.panes) pane.settle();
    this.shell.keepAddress();
  }
}

async function open() {
  const started = performance.now();
  const data = JSON.parse(byId("data").textContent);
  const schema = new Schema(data), board = boardOf(data.board);
  const traces = [];
  for (const { packed, ...facts } of data.traces) {
    traces.push(new Trace(schema, board, facts, await unpack(packed)));
  }
  const page = new Page(data, traces);
  page.render();
  document.body.dataset.ready = "true";
  page.openedIn = performance.now() - started;
  window.nonet = page; // for who wants to steer it from the console, and for tests
}

open().catch((error) => {
  byId("message").textContent = `This page cannot show its searches: ${error.message}`;
  throw error;
});
