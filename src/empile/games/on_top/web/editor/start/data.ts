/** Where black triangles begin: a list of cells on a board, and walking over the board by keys. */
import { Lattice } from "../../model/lattice.ts";

export type Start = readonly string[];

/** The board that triangles are laid on. */
export interface Ground {
  cells: readonly string[];
  points: readonly string[];
  golden: readonly string[];
  /** Black triangles in the box. */
  triangles: number;
}

export const NOTHING: Ground = { cells: [], points: [], golden: [], triangles: 0 };

/** The board of a setting; an empty one where it is of another form. */
export function groundOf(setting: Record<string, unknown> | undefined): Ground {
  const { cells, points, golden, triangles } = setting ?? {};
  if (!isNames(cells) || !isNames(points) || !isNames(golden)) return NOTHING;
  return { cells, points, golden, triangles: Number(triangles) || 0 };
}

/** `data` as triangles on a board, or null where it is none: other cells, or one of them twice. */
export function readStart(data: unknown, ground: Ground): Start | null {
  if (!isNames(data) || new Set(data).size < data.length) return null;
  return data.every((cell) => ground.cells.includes(cell)) ? data : null;
}

/** The start with a triangle more, or one less where there is one; null where none is left to lay. */
export function toggled(start: Start, cell: string, ground: Ground): Start | null {
  if (start.includes(cell)) return start.filter((other) => other !== cell);
  return start.length < ground.triangles ? [...start, cell] : null;
}

/** The start with the triangle of a cell (null: one of the reserve) on another, or off the board. */
export function moved(
  start: Start, from: string | null, to: string | null, ground: Ground,
): Start | null {
  if (to !== null && start.includes(to)) return from === to ? start : null;
  if (from === null) return to === null ? start : toggled(start, to, ground);
  return start.flatMap((cell) => (cell !== from ? [cell] : to === null ? [] : [to]));
}

export interface Reserve {
  /** Triangles left for the game. */
  left: number;
  /** Triangles that fill holes which the start makes. */
  holes: number;
}

/** What is left of the triangles, once the server told which cells are `filled` before turn 1. */
export function reserveOf(start: Start, filled: readonly string[], ground: Ground): Reserve {
  const spare = Math.max(0, ground.triangles - start.length);
  const holes = Math.min(spare, filled.filter((cell) => !start.includes(cell)).length);
  return { left: spare - holes, holes };
}

/** The cells in rows from above, each from the left. */
export function rowsOf({ cells, points }: Ground): string[][] {
  if (points.length === 0) return [];
  const lattice = new Lattice(points);
  const rows = new Map<number, string[]>();
  for (const cell of cells) {
    const row = Number(cell[2]);
    rows.set(row, [...(rows.get(row) ?? []), cell]);
  }
  return [...rows]
    .sort(([one], [other]) => other - one)
    .map(([, row]) => row.sort((a, b) => lattice.cell(a).x - lattice.cell(b).x));
}

/** Where a key leads from a cell; null for keys that lead nowhere. */
export function step(rows: readonly string[][], cell: string, key: string, ground: Ground): string | null {
  const at = rows.findIndex((row) => row.includes(cell));
  const row = rows[at];
  if (!row) return null;
  const column = row.indexOf(cell);
  if (key === "ArrowLeft") return row[column - 1] ?? cell;
  if (key === "ArrowRight") return row[column + 1] ?? cell;
  if (key === "Home") return row[0] ?? cell;
  if (key === "End") return row.at(-1) ?? cell;
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const lattice = new Lattice(ground.points);
  const x = lattice.cell(cell).x;
  const away = (other: string) => Math.abs(lattice.cell(other).x - x);
  return [...(rows[at + (key === "ArrowUp" ? -1 : 1)] ?? [])].sort((a, b) => away(a) - away(b))[0] ?? cell;
}

function isNames(data: unknown): data is string[] {
  return Array.isArray(data) && data.every((name) => typeof name === "string");
}
