/**
 * What the models of games share: values of parts in legal moves, the seat whose things are shown, and cells by name.
 *
 * A grid names its cells by column and row from the lower left corner: `a1`, `b1`, `a2`. In scene coordinates a cell is
 * one unit wide, and `z` grows towards the viewer, so that row 1 is the nearest.
 */
import type { LegalMove, SceneInput } from "../stage/scene.ts";

type Parts = Readonly<Record<string, string>>;

/** Returns the moves that match `chosen` in every part except those of `free`. */
export function agreeing(legal: readonly LegalMove[], chosen: Parts, free: readonly string[] = []): LegalMove[] {
  const wanted = Object.entries(chosen).filter(([part]) => !free.includes(part));
  return legal.filter(({ parts }) => wanted.every(([part, value]) => parts[part] === value));
}

/** Returns the different values of `part` in `moves`, in their order; moves without that part have none. */
export function values(moves: readonly LegalMove[], part: string): string[] {
  return [...new Set(moves.flatMap(({ parts }) => parts[part] ?? []))];
}

/** Returns the seat that this browser plays: the one to act if it is played here; null for spectators. */
export function ownSeat({ toAct, mine }: SceneInput): number | null {
  return toAct !== null && mine.includes(toAct) ? toAct : (mine[0] ?? null);
}

/** Returns the seat whose things are shown: the own one, for spectators the one to act; null if there is none. */
export function seatShown(input: SceneInput): number | null {
  return input.mine.length === 0 ? input.toAct : ownSeat(input);
}

/** Returns the name of a seat's player, or its number from 1. */
export function nameOf({ names }: SceneInput, seat: number): string {
  return names[seat] ?? String(seat + 1);
}

/** Returns a number with a typographic minus sign. */
export function minus(value: number): string {
  return String(value).replace("-", "−");
}

/** Returns the sum of counts, such as those of all kinds of stones in a bag. */
export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** A cell of a grid, from 0. */
export interface Cell {
  column: number;
  row: number;
}

const A = "a".charCodeAt(0);

/** Reads the name of a cell: `b3` is column 1, row 2. */
export function readCell(name: string): Cell {
  return { column: name.charCodeAt(0) - A, row: Number(name.slice(1)) - 1 };
}

export function cellName({ column, row }: Cell): string {
  return `${String.fromCharCode(A + column)}${row + 1}`;
}

/** Returns the names of all cells of a grid in reading order: from the top row down, from left to right. */
export function readingOrder(columns: number, rows: number): string[] {
  return Array.from({ length: columns * rows }, (_, index) =>
    cellName({ column: index % columns, row: rows - 1 - Math.floor(index / columns) }));
}

/** Sorts things with cells in reading order, and those without after them. */
export function byCell(a: { cell?: Cell }, b: { cell?: Cell }): number {
  if (!a.cell || !b.cell) return (a.cell ? 0 : 1) - (b.cell ? 0 : 1);
  return b.cell.row - a.cell.row || a.cell.column - b.cell.column;
}

/** Scene coordinates of the cells of a grid; the middle of the area between two corner cells is the origin. */
export class Grid {
  readonly #column: number;
  readonly #row: number;

  /** @param behind How far the middle of the grid is behind the origin. */
  constructor(low: Cell, high: Cell, behind = 0) {
    this.#column = (low.column + high.column) / 2;
    this.#row = (low.row + high.row) / 2 - behind;
  }

  place({ column, row }: Cell): { x: number; z: number } {
    return { x: column - this.#column, z: this.#row - row };
  }

  named(cell: string): { x: number; z: number } {
    return this.place(readCell(cell));
  }
}
