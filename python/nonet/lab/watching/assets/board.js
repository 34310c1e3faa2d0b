// A board on a canvas: digits by where they come from, candidates, and marks by the table of roles.

import { candidateRoles, cellRoles, pictureOf } from "nonet/picture";
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
    const picture = pictureOf(this.trace, moment, event);
    const roles = cellRoles(picture), marked = candidateRoles(picture);
    const place = { pen, colors, width, edge, size, picture, roles, marked };
    pen.fillStyle = colors.paper;
    pen.fillRect(0, 0, side, side);
    this.#drawGround(place);
    for (let cell = 0; cell < size * size; cell++) {
      if (picture.digits[cell]) this.#drawDigit(place, cell);
      else this.#drawCandidates(place, cell);
    }
    this.#drawLines(place);
    this.#drawHouses(place);
    for (const [cell, found] of roles) for (const role of found) this.#drawMark(place, cell, role);
    pen.setLineDash([]);
  }

  #look(role) {
    return this.trace.schema.roles[role];
  }

  #corner({ width, edge, size }, cell) {
    return [edge + (cell % size) * width, edge + Math.floor(cell / size) * width];
  }

  #drawGround(place) {
    const { pen, colors, width, picture, roles } = place;
    const paint = (cell, color) => fill(pen, color, ...this.#corner(place, cell), width);
    picture.origins.forEach((origin, cell) => { if (origin === GIVEN) paint(cell, colors.given); });
    for (const { role, houses } of picture.marks) {
      if (!this.#look(role).ground) continue;
      for (const house of houses) {
        for (const cell of this.trace.board.houses[house]) paint(cell, colors.roles[role].ground);
      }
    }
    for (const [cell, found] of roles) {
      for (const role of found) if (this.#look(role).ground) paint(cell, colors.roles[role].ground);
    }
  }

  #drawDigit(place, cell) {
    const { pen, colors, width, picture } = place;
    const [x, y] = this.#corner(place, cell);
    const origin = picture.origins[cell], text = this.trace.digitName(picture.digits[cell]);
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

  #drawCandidates(place, cell) {
    const { pen, colors, width, size, picture, marked } = place;
    const [x, y] = this.#corner(place, cell);
    const across = Math.ceil(Math.sqrt(size)), down = Math.ceil(size / across);
    const dx = (width - 2) / across, dy = (width - 2) / down, height = Math.min(dx, dy) * 0.82;
    const roles = marked.get(cell);
    pen.font = `400 ${height}px ${colors.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let digit = 1; digit <= size; digit++) {
      const role = roles?.get(digit);
      if (!role && !picture.candidates[cell * size + digit - 1]) continue;
      const cx = x + 1 + (((digit - 1) % across) + 0.5) * dx;
      const cy = y + 1 + (Math.floor((digit - 1) / across) + 0.5) * dy;
      pen.fillStyle = colors.candidate;
      if (role) pen.fillStyle = this.#drawShape(place, role, cx, cy, Math.min(dx, dy) / 2);
      if (height < LEAST_DIGIT) pen.fillRect(cx - height / 3, cy - height / 3, height / 1.5, height / 1.5);
      else pen.fillText(this.trace.digitName(digit), cx, cy + height * 0.06);
      if (role && this.#look(role).shape === "slash") {
        pen.strokeStyle = colors.roles[role].ink;
        pen.lineWidth = Math.max(1, height / 9);
        line(pen, cx - dx * 0.42, cy + dy * 0.36, cx + dx * 0.42, cy - dy * 0.36);
      }
    }
  }

  // The shape of a role around a candidate; the answer is the colour of its digit.
  #drawShape({ pen, colors }, role, x, y, radius) {
    const { shape } = this.#look(role), { ink, ground } = colors.roles[role];
    if (shape === "slash") return ink;
    const filled = shape === "disc" || shape === "block";
    pen.beginPath();
    if (shape === "ring" || shape === "disc") pen.arc(x, y, radius, 0, 2 * Math.PI);
    else if (shape === "diamond") {
      pen.moveTo(x, y - radius);
      for (const [right, low] of [[1, 0], [0, 1], [-1, 0]]) pen.lineTo(x + right * radius, y + low * radius);
      pen.closePath();
    } else pen.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
    pen.fillStyle = filled ? ink : ground;
    pen.strokeStyle = ink;
    pen.lineWidth = 1.2;
    pen.fill();
    pen.stroke();
    return filled ? colors.paper : colors.ink;
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

  // An outline around every marked house, in the dashes of its role.
  #drawHouses(place) {
    const { pen, colors, width, size, picture } = place;
    for (const { role, houses } of picture.marks) {
      const { dash } = this.#look(role);
      if (!dash) continue;
      pen.strokeStyle = colors.roles[role].ink;
      pen.lineWidth = Math.min(2, width / 12);
      pen.setLineDash(dash);
      for (const house of houses) {
        const cells = new Set(this.trace.board.houses[house]);
        for (const cell of cells) {
          const [x, y] = this.#corner(place, cell), column = cell % size, far = width - 1.5;
          if (!cells.has(cell - size)) line(pen, x, y + 1.5, x + width, y + 1.5);
          if (!cells.has(cell + size)) line(pen, x, y + far, x + width, y + far);
          if (!column || !cells.has(cell - 1)) line(pen, x + 1.5, y, x + 1.5, y + width);
          if (column === size - 1 || !cells.has(cell + 1)) line(pen, x + far, y, x + far, y + width);
        }
      }
    }
    pen.setLineDash([]);
  }

  // The frame of a marked cell, a cross over a dead end, a line below a digit that stands twice.
  #drawMark(place, cell, role) {
    const { pen, colors, width } = place, [x, y] = this.#corner(place, cell);
    const { dash, cross, underline } = this.#look(role), inset = width * 0.22;
    pen.strokeStyle = colors.roles[role].ink;
    pen.lineWidth = Math.min(3, width / 8);
    if (dash) {
      pen.setLineDash(dash);
      pen.strokeRect(x + 2, y + 2, width - 4, width - 4);
    }
    pen.setLineDash([]);
    if (cross) {
      line(pen, x + inset, y + inset, x + width - inset, y + width - inset);
      line(pen, x + width - inset, y + inset, x + inset, y + width - inset);
    }
    if (underline) {
      pen.lineWidth = Math.max(1.5, width / 16);
      line(pen, x + width * 0.25, y + width * 0.9, x + width * 0.75, y + width * 0.9);
    }
  }
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
