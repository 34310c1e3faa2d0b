// The search tree up to now. Only so many nodes are drawn: the path first, then what was opened
// by hand, then level by level from the root; the rest is folded into triangles with their counts.

const MOST_DRAWN = 260;
const LEVEL = 26, SLOT = 20; // pixels between levels and between leaves at scale 1
const RADIUS = 4.5, MARGIN = 18;
const LEAST_SCALE = 0.42; // of a tree that follows the search
const ROOM = 60; // nodes more that each part opened by hand may take

export class TreeView {
  constructor(surface, trace, { seek, said }) {
    this.surface = surface;
    this.trace = trace;
    this.seek = seek;
    this.said = said; // told how much of the tree is drawn
    this.opened = new Set();
    this.room = new Map(); // children of a node that are drawn, where more were asked for
    this.scales = [1, 1]; // across and down: a deep, narrow tree fits as well as a wide one
    this.offset = [0, 0];
    this.follows = true;
    this.sizes = new Int32Array(trace.nodeCount);
    this.solved = new Uint8Array(trace.nodeCount);
    this.places = [];
    this.#listen();
  }

  #listen() {
    const { canvas } = this.surface;
    let from = null, moved = false;
    canvas.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      from = [down.clientX, down.clientY];
      moved = false;
      canvas.setPointerCapture(down.pointerId);
    });
    canvas.addEventListener("pointermove", (move) => {
      if (!from) return this.#name(move.offsetX, move.offsetY);
      const dx = move.clientX - from[0], dy = move.clientY - from[1];
      if (!moved && Math.hypot(dx, dy) < 5) return;
      moved = true;
      this.follows = false;
      this.offset = [this.offset[0] + dx, this.offset[1] + dy];
      from = [move.clientX, move.clientY];
      this.redraw();
    });
    canvas.addEventListener("pointerup", (up) => {
      if (from && !moved) this.#click(up.offsetX, up.offsetY);
      from = null;
    });
    canvas.addEventListener("pointercancel", () => { from = null; });
    canvas.addEventListener("wheel", (wheel) => {
      if (!wheel.ctrlKey && !wheel.metaKey) return; // the page scrolls
      wheel.preventDefault();
      this.zoom(Math.exp(-wheel.deltaY / 200), wheel.offsetX, wheel.offsetY);
    }, { passive: false });
  }

  #nearest(x, y) {
    let best = null, nearest = 16;
    for (const item of this.places) {
      const distance = Math.hypot(this.#x(item) - x, this.#y(item) - y);
      if (distance < nearest) [best, nearest] = [item, distance];
    }
    return best;
  }

  // Say what is under the pointer.
  #name(x, y) {
    const item = this.#nearest(x, y);
    const hidden = item?.folded ? item.rest || this.sizes[item.node] : 0;
    const text = hidden ? `${hidden.toLocaleString("en")} more nodes: click to open` : item ? this.trace.nodeName(item.node) : "";
    if (this.surface.canvas.title !== text) this.surface.canvas.title = text;
  }

  // A folded part unfolds; any other node leads to its moment.
  #click(x, y) {
    const item = this.#nearest(x, y);
    if (!item) return;
    if (item.rest) this.room.set(item.of, 2 * (this.room.get(item.of) ?? MOST_DRAWN));
    else if (item.folded) this.opened.add(item.node);
    else return this.seek(item.node ? this.trace.ends[item.node] : 0);
    this.redraw();
  }

  // Zoom around a point; by buttons, around the node at hand.
  zoom(factor, x, y) {
    const at = this.places.find((item) => item.node === this.last?.[1]);
    x ??= at ? this.#x(at) : this.surface.width / 2;
    y ??= at ? this.#y(at) : this.surface.height / 2;
    const scales = this.scales.map((scale) => clamp(scale * factor, 0.02, 6));
    this.offset = [
      x - (x - this.offset[0]) * (scales[0] / this.scales[0]),
      y - (y - this.offset[1]) * (scales[1] / this.scales[1]),
    ];
    this.scales = scales;
    this.follows = false;
    this.redraw();
  }

  // Show all that is drawn at once.
  fit() {
    this.follows = false;
    this.#place(0.02);
    this.redraw();
  }

  // Keep the node at hand in view, and fold what was opened by hand.
  follow() {
    this.follows = true;
    this.opened.clear();
    this.room.clear();
    this.redraw();
  }

  redraw() {
    if (this.last) this.draw(...this.last);
  }

  get scale() { return Math.min(...this.scales); }
  #x(item) { return item.x * SLOT * this.scales[0] + this.offset[0]; }
  #y(item) { return item.depth * LEVEL * this.scales[1] + this.offset[1]; }

  draw(position, node, colors) {
    this.last = [position, node, colors];
    const { width, height } = this.surface, pen = this.surface.pen();
    if (!pen) return;
    const born = this.trace.born(position);
    this.#measure(born, position);
    const { root, drawn } = this.#unfold(born, node);
    this.#layOut(root);
    if (this.follows) this.#place(LEAST_SCALE);
    else this.#reveal(node);
    this.shown = node;
    pen.fillStyle = colors.paper;
    pen.fillRect(0, 0, width, height);
    this.#drawEdges(pen, colors);
    for (const item of this.places) this.#drawNode(pen, colors, item, position, node);
    this.said(drawn, born);
  }

  // Descendants of every node so far, and whether one of them is a solution: one backward pass,
  // since a child is always younger than its parent.
  #measure(born, position) {
    const { sizes, solved } = this, { parents, solvedAt } = this.trace;
    sizes.fill(0, 0, born);
    for (let node = 0; node < born; node++) solved[node] = solvedAt[node] < position ? 1 : 0;
    for (let node = born - 1; node > 0; node--) {
      sizes[parents[node]] += sizes[node] + 1;
      if (solved[node]) solved[parents[node]] = 1;
    }
  }

  // Choose what is drawn: unfold nodes, the most wanted first, while there is room.
  #unfold(born, current) {
    const { trace } = this;
    const root = { node: 0, depth: 0, children: [], folded: false, onPath: true };
    const path = new Set([0, ...trace.path(current)]);
    const queues = [[root], [], []]; // on the path, opened by hand, the others by level
    let drawn = 1;
    const next = () => {
      for (const queue of queues) if (queue.length) return queue.shift();
      return null;
    };
    for (let item = next(); item; item = next()) {
      let count = 0;
      for (let child = trace.firstChild[item.node]; child && child < born; child = trace.nextSibling[child]) count++;
      const wanted = item.onPath || this.opened.has(item.node);
      if (count && drawn + count > MOST_DRAWN + ROOM * this.opened.size && !wanted) {
        item.folded = true;
        continue;
      }
      let left = this.room.get(item.node) ?? MOST_DRAWN;
      const rest = { node: -1, of: item.node, depth: item.depth + 1, children: [], folded: true, onPath: false, rest: 0, solved: 0 };
      for (let child = trace.firstChild[item.node]; child && child < born; child = trace.nextSibling[child]) {
        const onPath = path.has(child);
        if (--left < 0 && !onPath) {
          rest.rest += this.sizes[child] + 1;
          rest.solved |= this.solved[child];
          continue;
        }
        const below = { node: child, depth: item.depth + 1, children: [], folded: false, onPath };
        item.children.push(below);
        drawn++;
        queues[onPath ? 0 : this.opened.has(child) ? 1 : 2].push(below);
      }
      if (rest.rest) item.children.push(rest); // brothers and sisters that there is no room for
    }
    return { root, drawn };
  }

  // Leaves side by side, parents above the middle of their children.
  #layOut(root) {
    this.places = [];
    let leaves = 0;
    const visit = (item) => {
      for (const child of item.children) visit(child);
      const { children } = item;
      if (children.length) item.x = (children[0].x + children[children.length - 1].x) / 2;
      else item.x = leaves++;
      this.places.push(item);
    };
    visit(root);
  }

  // Choose scales, no smaller than the least, and an offset that shows all or the node at hand.
  #place(least) {
    const { width, height } = this.surface, [, current] = this.last;
    const leaves = Math.max(...this.places.map((item) => item.x), 0);
    const deepest = Math.max(...this.places.map((item) => item.depth), 1);
    this.scales = [
      clamp((width - 2 * MARGIN) / Math.max(leaves * SLOT, 1), Math.max(least, 0.02), 1.4),
      clamp((height - 2 * MARGIN) / (deepest * LEVEL), Math.max(least / 2, 0.02), 1.4),
    ];
    const at = this.places.find((item) => item.node === current) ?? this.places[this.places.length - 1];
    const span = [leaves * SLOT * this.scales[0], deepest * LEVEL * this.scales[1]];
    this.offset = [
      span[0] <= width - 2 * MARGIN + 1
        ? (width - span[0]) / 2
        : clamp(width / 2 - at.x * SLOT * this.scales[0], width - MARGIN - span[0], MARGIN),
      span[1] <= height - 2 * MARGIN + 1
        ? MARGIN
        : clamp(height / 2 - at.depth * LEVEL * this.scales[1], height - MARGIN - span[1], MARGIN),
    ];
  }

  // Where the reader moved the tree, bring a node that the search came to back into view.
  #reveal(current) {
    const at = this.places.find((item) => item.node === current);
    if (!at || current === this.shown) return;
    const { width, height } = this.surface, [x, y] = [this.#x(at), this.#y(at)];
    this.offset = [
      this.offset[0] + clamp(x, MARGIN, width - MARGIN) - x,
      this.offset[1] + clamp(y, MARGIN, height - MARGIN) - y,
    ];
  }

  #drawEdges(pen, colors) {
    for (const wanted of [false, true]) {
      pen.beginPath();
      for (const item of this.places) {
        for (const child of item.children) {
          if (child.onPath !== wanted) continue;
          pen.moveTo(this.#x(item), this.#y(item));
          pen.lineTo(this.#x(child), this.#y(child));
        }
      }
      pen.strokeStyle = wanted ? colors.tried : colors.edge;
      pen.lineWidth = wanted ? 2.5 : 1;
      pen.stroke();
    }
  }

  #drawNode(pen, colors, item, position, current) {
    const { trace } = this, { node } = item;
    const x = this.#x(item), y = this.#y(item), radius = RADIUS * clamp(this.scale, 0.55, 1.6);
    pen.lineWidth = 1.5;
    pen.strokeStyle = colors.edgeInk;
    pen.beginPath();
    if (item.folded) {
      const hidden = item.rest || this.sizes[node], solved = item.rest ? item.solved : this.solved[node];
      drawTriangle(pen, x, y, radius, solved ? colors.solved : colors.folded);
      if (this.scale >= 0.42) this.#label(pen, colors, short(hidden), x, y + radius * 2.2 + 9, "center");
    } else if (trace.deadAt[node] < position) {
      drawCross(pen, x, y, radius, colors.dead);
    } else if (trace.solvedAt[node] < position) {
      drawSquare(pen, x, y, radius, colors.solved);
    } else {
      if (item.onPath) pen.strokeStyle = colors.tried;
      drawDisc(pen, x, y, radius, item.onPath ? colors.tried : colors.paper);
    }
    if (node === current) {
      pen.beginPath();
      pen.arc(x, y, radius + 4, 0, 7);
      pen.strokeStyle = colors.ink;
      pen.lineWidth = 2;
      pen.stroke();
    }
    if (node && !item.folded && (this.scale >= 1.7 || (node === current && this.scale >= 0.6))) {
      const right = x + 70 < this.surface.width, side = right ? radius + 6 : -radius - 6;
      this.#label(pen, colors, trace.nodeName(node), x + side, y, right ? "left" : "right");
    }
  }

  #label(pen, colors, text, x, y, align) {
    pen.font = `11px ${colors.font}`;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.lineWidth = 3;
    pen.strokeStyle = colors.paper;
    pen.strokeText(text, x, y);
    pen.fillStyle = colors.ink;
    pen.fillText(text, x, y);
  }
}

function drawTriangle(pen, x, y, radius, color) {
  pen.moveTo(x, y - radius);
  pen.lineTo(x + radius * 1.9, y + radius * 2.2);
  pen.lineTo(x - radius * 1.9, y + radius * 2.2);
  pen.closePath();
  fill(pen, color);
}

function drawSquare(pen, x, y, radius, color) {
  pen.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  fill(pen, color);
}

function drawDisc(pen, x, y, radius, color) {
  pen.arc(x, y, radius, 0, 7);
  fill(pen, color);
}

function drawCross(pen, x, y, radius, color) {
  pen.strokeStyle = color;
  pen.lineWidth = 2;
  pen.moveTo(x - radius, y - radius);
  pen.lineTo(x + radius, y + radius);
  pen.moveTo(x + radius, y - radius);
  pen.lineTo(x - radius, y + radius);
  pen.stroke();
}

function fill(pen, color) {
  pen.fillStyle = color;
  pen.fill();
  pen.stroke();
}

function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

function short(count) {
  if (count < 1000) return String(count);
  return count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}
