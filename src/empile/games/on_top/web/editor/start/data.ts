/** The value of the option `start`: a list of cells with black triangles, and keyboard navigation. */
import { Lattice } from "../../model/lattice.ts";

export type Start = readonly string[];

/** The board that triangles are placed on. */
export interface Ground {
  cells: readonly string[];
  points: readonly string[];
  golden: readonly string[];
  /** Number of black triangles in the box. */
  triangles: number;
}

export const NOTHING: Ground = { cells: [], points: [], golden: [], triangles: 0 };

/** Returns the board of a setup; an empty one if it has another form. */
export function groundOf(boardSetup: Record<string, unknown> | undefined): Ground {
  const { cells, points, golden, triangles } = boardSetup ?? {};
  if (!isNames(cells) || !isNames(points) || !isNames(golden)) return NOTHING;
  return { cells, points, golden, triangles: Number(triangles) || 0 };
}

/** Returns `data` as a start, or null if it is invalid: unknown or duplicate cells. */
export function readStart(data: unknown, ground: Ground): Start | null {
  if (!isNames(data) || new Set(data).size < data.length) return null;
  return data.every((cell) => ground.cells.includes(cell)) ? data : null;
}

/** Adds or removes the triangle of a cell; returns null if none is left to place. */
export function toggled(start: Start, cell: string, ground: Ground): Start | null {
  if (start.includes(cell)) return start.filter((other) => other !== cell);
  return start.length < ground.triangles ? [...start, cell] : null;
}

/** Moves the triangle of a cell (null: of the reserve) to another cell, or off the board. */
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
  /** Triangles that fill holes created by the start. */
  holes: number;
}

/** Returns the reserve after the start, if the server reports these cells as `filled` before turn 1. */
export function reserveOf(start: Start, filled: readonly string[], ground: Ground): Reserve {
  const spare = Math.max(0, ground.triangles - start.length);
  const holes = Math.min(spare, filled.filter((cell) => !start.includes(cell)).length);
  return { left: spare - holes, holes };
}

/** Returns the cells in rows from top to bottom, each from left to right. */
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

/** Returns the cell that a key leads to, or null for other keys. */
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
