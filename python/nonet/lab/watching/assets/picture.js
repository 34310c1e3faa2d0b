// What is drawn of a moment: the board and its marks, by the table of nonet.lab.tracing.marking; the
// twin of nonet.lab.watching.pictures, with which a test compares it.

// The marks of an event: a role, and the cells, candidates and houses that have it.
export function marksOf(markings, event) {
  const marks = [];
  for (const { role, cells, digits, houses } of markings[event?.kind] ?? []) {
    const found = unique(cells.flatMap((name) => numbers(event, name)));
    const mark = { role, cells: found, candidates: [], houses: houses.flatMap((name) => numbers(event, name)) };
    if (digits !== null) {
      const tried = numbers(event, digits);
      mark.candidates = found.flatMap((cell) => tried.map((digit) => [cell, digit]));
      mark.cells = [];
    }
    if (mark.cells.length || mark.candidates.length || mark.houses.length) marks.push(mark);
  }
  return marks;
}

export function pictureOf(trace, moment, event) {
  const { board, schema, facts } = trace, marks = marksOf(schema.markings, event);
  if (event?.kind === "backtrack" && moment.node) {
    marks.push({ role: "chosen", cells: [trace.event(trace.firsts[moment.node]).cell], candidates: [], houses: [] });
  }
  const twice = facts.keeps === "filling" ? repeated(board.houses, moment.values) : board.conflicts;
  if (twice.length) marks.push({ role: "repeated", cells: twice, candidates: [], houses: [] });
  return { digits: moment.values, origins: moment.origins, candidates: moment.candidates, marks };
}

// The cells that have a role, each with its roles; a candidate marks its cell where a digit stands.
export function cellRoles({ digits, marks }) {
  const found = new Map();
  for (const { role, cells, candidates } of marks) {
    const placed = candidates.map(([cell]) => cell).filter((cell) => digits[cell]);
    for (const cell of unique([...cells, ...placed])) found.set(cell, [...(found.get(cell) ?? []), role]);
  }
  return found;
}

// The open cells with candidates that have a role: for each, the role by the digit.
export function candidateRoles({ digits, marks }) {
  const found = new Map();
  for (const { role, candidates } of marks) {
    for (const [cell, digit] of candidates) {
      if (digits[cell]) continue;
      if (!found.has(cell)) found.set(cell, new Map());
      found.get(cell).set(digit, role);
    }
  }
  return found;
}

function numbers(event, name) {
  const value = event[name];
  if (value === null || value === undefined) return [];
  if (typeof value === "number") return [value];
  return Array.from(value).filter((_, i) => name !== "places" || i % 2 === 0);
}

function unique(cells) {
  return [...new Set(cells)].sort((a, b) => a - b);
}

function repeated(houses, values) {
  const found = new Set();
  for (const house of houses) {
    const seen = new Map();
    for (const cell of house) {
      if (!values[cell]) continue;
      if (seen.has(values[cell])) found.add(cell).add(seen.get(values[cell]));
      else seen.set(values[cell], cell);
    }
  }
  return unique(found);
}
