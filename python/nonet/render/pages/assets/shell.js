// What every page does alike: keys and buttons, the theme, the address of a moment, the help, the time.

export const byId = (id) => document.getElementById(id);

const MOST_PASSED = 0.25; // seconds between two frames: a page in the background does not catch up

export class Shell {
  // act(action, key) does what a key or button asks for; address() is that of the moment; restore(address)
  // goes there; recolor() follows the theme; texts are what is said when a link is copied.
  constructor({ keys, aliases }, { act, address, restore, recolor = () => {}, texts }) {
    Object.assign(this, { act, address, restore, recolor, texts });
    this.keys = new Map(keys.map(({ key, action }) => [key, action]));
    for (const [alias, key] of Object.entries(aliases)) this.keys.set(alias, this.keys.get(key));
    byId("copy").hidden = location.protocol === "about:"; // a notebook's frame has no address
    for (const button of document.querySelectorAll("[data-action]")) {
      button.addEventListener("click", () => this.#do(button.dataset.action));
    }
    byId("theme").addEventListener("change", (event) => {
      if (event.target.value === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = event.target.value;
      this.recolor();
    });
    byId("copy").addEventListener("click", () => this.#copyLink());
    document.addEventListener("keydown", (event) => this.#press(event));
    window.addEventListener("hashchange", () => {
      if (location.hash !== this.kept) this.restore(location.hash);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolor());
  }

  say(text) {
    byId("message").textContent = text;
  }

  // Where the page has an address of its own, that of this moment.
  keepAddress() {
    this.kept = this.address();
    try {
      history.replaceState(null, "", this.kept);
    } catch { /* inside a notebook there is none */ }
  }

  // Call for every frame, with the seconds since the last one.
  eachFrame(draw) {
    const passed = (now) => Math.min((now - (this.before ?? now)) / 1000, MOST_PASSED);
    const frame = (now) => {
      const seconds = passed(now);
      this.before = now;
      draw(seconds);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { tagName, type } = event.target, key = event.key;
    if (tagName === "SELECT" || tagName === "TEXTAREA") return;
    const slides = tagName === "INPUT" && type === "range";
    if (slides && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return; // it does that itself
    if ((tagName === "BUTTON" || tagName === "SUMMARY" || type === "checkbox") && key === " ") return;
    const action = this.keys.get(key) ?? (/^[1-9]$/.test(key) ? this.keys.get("1") : undefined);
    if (!action) return;
    event.preventDefault();
    this.#do(action, key);
  }

  #do(action, key) {
    if (action !== "help") {
      this.act(action, key);
      return;
    }
    byId("help").open = !byId("help").open;
    if (byId("help").open) byId("help").scrollIntoView({ block: "nearest" });
  }

  async #copyLink() {
    this.keepAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.say(this.texts.copied);
    } catch {
      this.say(this.texts.link + location.href);
    }
  }
}
