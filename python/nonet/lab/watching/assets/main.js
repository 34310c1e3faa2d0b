// Puts the page together: data, panes, buttons, keys, the address, the colours, the time.

import { Clock } from "nonet/clock";
import { Pane } from "nonet/pane";
import { Schema, Trace, unpack } from "nonet/trace";

const SETTLED = 250; // milliseconds without a change

const byId = (id) => document.getElementById(id);

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
    this.keys = new Map(data.keys.map(({ key, action }) => [key, action]));
    for (const [alias, key] of Object.entries(data.aliases)) this.keys.set(alias, this.keys.get(key));
    this.panes = traces.map((trace, index) => new Pane(index, trace, this.clock, data, byId("pane")));
    byId("panes").replaceChildren(...this.panes.map((pane) => pane.element));
    byId("panes").style.setProperty("--panes", Math.min(traces.length, 4));
    byId("linked").closest("label").hidden = traces.length < 2;
    byId("copy").hidden = location.protocol === "about:"; // a notebook's frame has no address
    readAddress(this.clock, data);
    this.#listen(data);
    this.#recolor();
    requestAnimationFrame((now) => this.#frame(now));
  }

  #listen(data) {
    const { clock } = this;
    for (const button of document.querySelectorAll("[data-action]")) {
      button.addEventListener("click", () => this.#act(button.dataset.action));
    }
    byId("seek").addEventListener("input", (event) => {
      clock.pause();
      clock.seekStep(Number(event.target.value));
    });
    byId("speed").addEventListener("change", (event) => clock.setSpeed(Number(event.target.value)));
    byId("unit").addEventListener("change", (event) => clock.setUnit(event.target.value));
    byId("linked").addEventListener("change", (event) => clock.setLinked(event.target.checked));
    byId("theme").addEventListener("change", (event) => {
      if (event.target.value === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = event.target.value;
      this.#recolor();
    });
    byId("copy").addEventListener("click", () => this.#copyLink());
    document.addEventListener("keydown", (event) => this.#press(event));
    window.addEventListener("hashchange", () => {
      if (location.hash !== this.address) readAddress(clock, data);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#recolor());
  }

  #recolor() {
    this.colors = colorsOf(document.documentElement, this.roles);
    this.stale = true;
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { tagName, type } = event.target, key = event.key;
    if (tagName === "SELECT" || tagName === "TEXTAREA") return;
    const slides = tagName === "INPUT" && type === "range";
    if (slides && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return; // it does that itself
    if ((tagName === "BUTTON" || tagName === "SUMMARY" || type === "checkbox") && key === " ") return;
    const action = this.keys.get(key) ?? (/^[1-9]$/.test(key) ? "select" : undefined);
    if (!action) return;
    event.preventDefault();
    this.#act(action, key);
  }

  #act(action, key) {
    if (action === "help") {
      byId("help").open = !byId("help").open;
      if (byId("help").open) byId("help").scrollIntoView({ block: "nearest" });
      return;
    }
    if (this.clock.act(action, key) === false) {
      byId("message").textContent = action.includes("dead_end")
        ? `${this.#steered()}: no more dead ends in that direction.`
        : `${this.#steered()}: no more solutions in that direction.`;
    } else {
      byId("message").textContent = "";
    }
  }

  #steered() {
    return this.clock.traces[this.clock.selected].facts.strategy;
  }

  async #copyLink() {
    this.#keepAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      byId("message").textContent = "Link to this moment copied.";
    } catch {
      byId("message").textContent = `Link to this moment: ${location.href}`;
    }
  }

  // Where the page has an address of its own, that of this moment.
  #keepAddress() {
    this.address = addressOf(this.clock);
    try {
      history.replaceState(null, "", this.address);
    } catch { /* inside a notebook there is none */ }
  }

  #frame(now) {
    const passed = Math.min((now - (this.before ?? now)) / 1000, 0.25);
    this.before = now;
    this.clock.tick(passed);
    if (this.stale) {
      this.stale = false;
      this.render();
    }
    requestAnimationFrame((next) => this.#frame(next));
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
    this.#keepAddress();
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
