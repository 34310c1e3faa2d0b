// A board on a canvas: digits by where they come from, candidates, and what the event is about.

import { ASSIGNED, FILLED, GIVEN } from "nonet/trace";

const LEAST_DIGIT = 6.5; // pixels below which candidates are dots

export class BoardView {
  constructor(surface, trace) {
    this.surface = surface;
    this.trace = trace;
  }

  draw(moment, event, colors) {
    const size = this.trace.board.size, side = this.surface.width, pen = this.surface.pen();
    if (!pen) return;
    const edge = 2, width = (side - 2 * edge) / size;
    const place = { pen, colors, width, edge, size };
    pen.fillStyle = colors.paper;
    pen.fillRect(0, 0, side, side);
    this.#drawGround(place, moment, event);
    for (let cell = 0; cell < size * size; cell++) {
      if (moment.values[cell]) this.#drawDigit(place, moment, cell);
      else this.#drawCandidates(place, moment, event, cell);
    }
    this.#drawLines(place);
    this.#drawMarks(place, event);
    if (this.trace.facts.keeps === "filling") this.#drawConflicts(place, moment);
  }

  // Below every digit that stands twice in a house, a line: what a local search has to mend.
  #drawConflicts(place, moment) {
    const { pen, colors, width } = place;
    pen.strokeStyle = colors.dead;
    pen.lineWidth = Math.max(1.5, width / 16);
    for (const cell of conflicts(this.trace.board.houses, moment.values)) {
      const [x, y] = this.#corner(place, cell);
      line(pen, x + width * 0.25, y + width * 0.9, x + width * 0.75, y + width * 0.9);
    }
  }

  #corner({ width, edge, size }, cell) {
    return [edge + (cell % size) * width, edge + Math.floor(cell / size) * width];
  }

  #drawGround(place, moment, event) {
    const { pen, colors, width, size } = place;
    const house = event?.house ?? null, dead = event?.kind === "dead_end";
    const inHouse = house === null ? [] : this.trace.board.houses[house];
    for (let cell = 0; cell < size * size; cell++) {
      const [x, y] = this.#corner(place, cell);
      if (moment.origins[cell] === GIVEN) fill(pen, colors.given, x, y, width);
      if (inHouse.includes(cell)) fill(pen, dead ? colors.deadGround : colors.house, x, y, width);
    }
    for (const cell of cellsOf(event)) {
      const [x, y] = this.#corner(place, cell);
      fill(pen, dead ? colors.deadGround : colors.current, x, y, width);
    }
    if (dead) {
      for (const cell of event.cells) {
        const [x, y] = this.#corner(place, cell);
        fill(pen, colors.deadGround, x, y, width);
      }
    }
  }

  #drawDigit(place, moment, cell) {
    const { pen, colors, width } = place;
    const [x, y] = this.#corner(place, cell);
    const origin = moment.origins[cell], text = this.trace.digitName(moment.values[cell]);
    const height = width * (text.length > 1 ? 0.46 : 0.62);
    const weight = origin === GIVEN ? "700" : origin === ASSIGNED ? "600" : "400";
    pen.font = `${weight} ${height}px ${colors.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = { [GIVEN]: colors.ink, [ASSIGNED]: colors.tried, [FILLED]: colors.filled }[origin];
    pen.fillText(text, x + width / 2, y + width * 0.54);
    if (origin === ASSIGNED) {
      // A corner, so that a digit that was tried is known without its colour.
      pen.beginPath();
      pen.moveTo(x + 1, y + 1);
      pen.lineTo(x + width * 0.26, y + 1);
      pen.lineTo(x + 1, y + width * 0.26);
      pen.fill();
    }
  }

  #drawCandidates(place, moment, event, cell) {
    const { pen, colors, width, size } = place;
    const [x, y] = this.#corner(place, cell);
    const across = Math.ceil(Math.sqrt(size)), down = Math.ceil(size / across);
    const dx = (width - 2) / across, dy = (width - 2) / down, height = Math.min(dx, dy) * 0.82;
    const gone = event?.kind === "prune" && event.cells.includes(cell) ? event.digit : 0;
    const refused = event?.kind === "choose" && event.cell === cell ? event.refused : [];
    pen.font = `400 ${height}px ${colors.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let digit = 1; digit <= size; digit++) {
      const struck = digit === gone || refused.includes(digit);
      if (!struck && !moment.candidates[cell * size + digit - 1]) continue;
      const cx = x + 1 + (((digit - 1) % across) + 0.5) * dx;
      const cy = y + 1 + (Math.floor((digit - 1) / across) + 0.5) * dy;
      pen.fillStyle = struck ? colors.dead : colors.candidate;
      if (height < LEAST_DIGIT) pen.fillRect(cx - height / 3, cy - height / 3, height / 1.5, height / 1.5);
      else pen.fillText(this.trace.digitName(digit), cx, cy + height * 0.06);
      if (struck) {
        pen.strokeStyle = colors.dead;
        pen.lineWidth = Math.max(1, height / 9);
        line(pen, cx - dx * 0.42, cy + dy * 0.36, cx + dx * 0.42, cy - dy * 0.36);
      }
    }
  }

  #drawLines(place) {
    const { pen, colors, width, edge, size } = place, boxes = this.trace.board.boxes;
    const end = edge + size * width;
    pen.strokeStyle = colors.line;
    pen.lineWidth = 1;
    for (let i = 1; i < size; i++) {
      line(pen, edge + i * width, edge, edge + i * width, end);
      line(pen, edge, edge + i * width, end, edge + i * width);
    }
    pen.strokeStyle = colors.ink;
    pen.lineWidth = size > 12 ? 1.5 : 2;
    pen.strokeRect(edge, edge, size * width, size * width);
    for (let cell = 0; cell < size * size; cell++) {
      const [x, y] = this.#corner(place, cell), column = cell % size;
      if (column && boxes[cell] !== boxes[cell - 1]) line(pen, x, y, x, y + width);
      if (cell >= size && boxes[cell] !== boxes[cell - size]) line(pen, x, y, x + width, y);
    }
  }

  // Frames: solid around the cell at hand, dashed around the cause, a cross over a dead end.
  #drawMarks(place, event) {
    const { pen, colors } = place;
    for (const cell of this.trace.board.conflicts) this.#frame(place, cell, colors.dead, []);
    if (!event) return;
    const dead = event.kind === "dead_end";
    for (const cell of [...cellsOf(event), ...(dead ? event.cells : [])]) {
      this.#frame(place, cell, dead ? colors.dead : colors.tried, []);
      if (dead) this.#cross(place, cell);
    }
    const causes = [event.by, ...(event.others ?? [])];
    for (const cell of causes) {
      if (cell !== null && cell !== undefined) this.#frame(place, cell, colors.cause, [4, 3]);
    }
    if (event.kind === "choose" && event.cell === null) {
      for (let i = 0; i < event.places.length; i += 2) {
        this.#frame(place, event.places[i], colors.tried, []);
      }
    }
    pen.setLineDash([]);
  }

  #frame(place, cell, color, dash) {
    const { pen, width } = place, [x, y] = this.#corner(place, cell);
    pen.strokeStyle = color;
    pen.lineWidth = Math.min(3, width / 8);
    pen.setLineDash(dash);
    pen.strokeRect(x + 2, y + 2, width - 4, width - 4);
  }

  #cross(place, cell) {
    const { pen, width } = place, [x, y] = this.#corner(place, cell), inset = width * 0.22;
    pen.setLineDash([]);
    line(pen, x + inset, y + inset, x + width - inset, y + width - inset);
    line(pen, x + width - inset, y + inset, x + inset, y + width - inset);
  }
}

// The cells that an event is about: one, or two that are swapped.
function cellsOf(event) {
  return [event?.cell, event?.other].filter((cell) => cell !== null && cell !== undefined);
}

function conflicts(houses, values) {
  const found = new Set();
  for (const house of houses) {
    const seen = new Map();
    for (const cell of house) {
      if (!values[cell]) continue;
      if (seen.has(values[cell])) found.add(cell).add(seen.get(values[cell]));
      else seen.set(values[cell], cell);
    }
  }
  return found;
}

function fill(pen, color, x, y, width) {
  pen.fillStyle = color;
  pen.fillRect(x, y, width, width);
}

function line(pen, x, y, toX, toY) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
  pen.stroke();
}
