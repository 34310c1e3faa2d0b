// A path: which step is shown, and what moves it. Step 1 is the first; one more than there are is the end.

import { unpack } from "nonet/packed";
import { byId, Shell } from "nonet/shell";

const SETTLED = 250; // milliseconds without a change

class PathPage {
  constructor(data, { steps, pictures }) {
    Object.assign(this, { data, steps, pictures });
    this.end = steps.length + 1;
    this.step = 1;
    this.isPlaying = false;
    this.waited = 0; // seconds since the last step, while playing
    this.pause = data.pause;
    this.links = [...document.querySelectorAll("#list a")];
    this.bars = [...byId("strip").children];
    for (const marked of [this.links, this.bars]) marked[data.hardest - 1]?.classList.add("hardest");
    const { copied, link } = data.texts;
    this.shell = new Shell(data, {
      act: (action) => this.act(action),
      address: () => `#step=${this.step === this.end ? "end" : this.step}`,
      restore: (address) => this.#restore(address),
      texts: { copied, link },
    });
    this.#listen();
    byId("seek").max = this.end;
    document.querySelector("footer").hidden = !steps.length;
    this.#restore(location.hash);
    this.shell.eachFrame((seconds) => this.#tick(seconds));
  }

  #listen() {
    byId("seek").addEventListener("input", (event) => this.#hold(Number(event.target.value)));
    byId("speed").addEventListener("change", (event) => { this.pause = Number(event.target.value); });
    this.links.forEach((link, index) => link.addEventListener("click", (event) => {
      event.preventDefault();
      this.#hold(index + 1);
    }));
    const strip = byId("strip");
    const scrub = ({ clientX, buttons }) => {
      const { left, width } = strip.getBoundingClientRect();
      if (buttons) this.#hold(1 + Math.floor(((clientX - left) / width) * this.steps.length));
    };
    strip.addEventListener("pointerdown", scrub);
    strip.addEventListener("pointermove", scrub);
  }

  act(action) {
    this.shell.say("");
    const { pauses } = this.data, at = pauses.indexOf(this.pause);
    switch (action) {
      case "play": return this.#toggle();
      case "forward": return this.#hold(this.step + 1);
      case "back": return this.#hold(this.step - 1);
      case "first": return this.#hold(1);
      case "last": return this.#hold(this.end);
      case "hardest": return this.#hold(this.data.hardest ?? this.end);
      case "faster": return this.#setPause(pauses[Math.min(at + 1, pauses.length - 1)]);
      case "slower": return this.#setPause(pauses[Math.max(at - 1, 0)]);
    }
  }

  #toggle() {
    const start = this.step === this.end ? 1 : this.step;
    this.isPlaying = !this.isPlaying && this.steps.length > 0;
    this.waited = 0;
    this.go(this.isPlaying ? start : this.step);
  }

  #setPause(pause) {
    this.pause = pause;
    byId("speed").value = pause;
  }

  #hold(step) {
    this.isPlaying = false;
    this.go(step);
  }

  go(step) {
    this.step = Math.min(Math.max(step, 1), this.end);
    this.render();
  }

  #tick(seconds) {
    if (!this.isPlaying) return;
    this.waited += seconds;
    if (this.waited < this.pause) return;
    this.waited = 0;
    this.isPlaying = this.step + 1 < this.end;
    this.go(this.step + 1);
  }

  #restore(address) {
    const wanted = new URLSearchParams(address.slice(1)).get("step");
    const step = wanted === "end" ? this.end : Number.parseInt(wanted ?? "1", 10);
    this.#hold(Number.isFinite(step) ? step : 1);
  }

  render() {
    const { texts } = this.data, step = this.steps[this.step - 1];
    byId("board").innerHTML = this.pictures[this.step - 1];
    byId("now").setAttribute("aria-live", this.isPlaying ? "off" : "polite");
    byId("name").textContent = step ? `${this.step}. ${step.title}` : this.steps.length ? texts.end : texts.start;
    byId("line").textContent = step ? step.line.slice(step.title.length + 2) : "";
    if (step) byId("why").replaceChildren(...step.why.map(paragraph));
    else byId("why").replaceChildren(byId("ending").content.cloneNode(true));
    byId("now").scrollTop = 0;
    this.#renderControls();
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settle(step), SETTLED);
  }

  #renderControls() {
    const { texts } = this.data, seek = byId("seek"), play = byId("play");
    const place = this.step === this.end ? texts.end : texts.of.replace("{number}", this.step);
    seek.value = this.step;
    seek.setAttribute("aria-valuetext", place);
    byId("step").textContent = place;
    play.setAttribute("aria-label", this.isPlaying ? texts.pause : texts.play);
    play.dataset.playing = String(this.isPlaying);
    this.bars.forEach((bar, index) => bar.classList.toggle("at", index === this.step - 1));
    this.links.forEach((link, index) => {
      if (index === this.step - 1) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    reveal(this.links[this.step - 1]);
  }

  // What is brought up to date once nothing moves: the address, and the board for screen readers.
  #settle(step) {
    if (!this.isPlaying) this.shell.keepAddress();
    const cells = step?.cells ?? [], size = Math.sqrt(cells.length), table = byId("cells");
    table.replaceChildren(table.caption);
    for (let row = 0; row < size; row++) {
      const line = table.insertRow();
      for (const text of cells.slice(row * size, (row + 1) * size)) line.insertCell().textContent = text;
    }
  }
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

// Scroll the list alone, never the page.
function reveal(link) {
  const list = link?.closest("nav");
  if (!list) return;
  const [at, box] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - box.height / 3;
}

async function open() {
  const started = performance.now();
  const data = JSON.parse(byId("data").textContent);
  const page = new PathPage(data, JSON.parse(new TextDecoder().decode(await unpack(data.packed))));
  document.body.dataset.ready = "true";
  page.openedIn = performance.now() - started;
  window.nonet = page; // for who wants to steer it from the console, and for tests
}

open().catch((error) => {
  byId("message").textContent = error.message;
  throw error;
});
