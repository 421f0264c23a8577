/** Everything that follows from the tiles on the board: black triangles, towers, points, pawns and the bag. */
import { COLOURS, type Colour, isColour } from "../model/colours.ts";
import { cellCorners, placeCorners } from "../model/lattice.ts";
import { type BoardSetup, type Position, readLaid, turned } from "../model/position.ts";

const TRIANGLES = 10;
const PAWNS = { seat: 20, neutral: 21 };

/** Returns a tile's name: its colours from the acute corner that comes first in the alphabet. */
export function tileName(colours: string): string {
  const other = turned(colours);
  return colours < other ? colours : other;
}

export function cellsOf(place: string): [string, string] {
  return [place.slice(0, 3), place.slice(3)];
}

/** Returns the cells that share a side with a cell, on the board or not. */
export function neighbours(cell: string): string[] {
  const x = Number(cell[1]);
  const y = Number(cell[2]);
  return cell.startsWith("U")
    ? [`D${x - 1}${y}`, `D${x}${y - 1}`, `D${x}${y}`]
    : [`U${x}${y}`, `U${x}${y + 1}`, `U${x + 1}${y}`];
}

/** Returns how many of each tile are not on the board. */
export function tilesLeft(setup: BoardSetup, laid: readonly string[]): Record<string, number> {
  const left = { ...setup.tiles };
  for (const text of laid) {
    const name = tileName(readLaid(text).colours);
    left[name] = (left[name] ?? 0) - 1;
  }
  return left;
}

/**
 * Returns the position with these tiles on the board, as if they had been placed in this order. The tile in hand is
 * `wanted`, or another one if none of it is left.
 */
export function rebuilt(setup: BoardSetup, laid: readonly string[], wanted: string | null, seat: number): Position {
  const { black, bare, filled } = triangles(setup, laid);
  const towers = towersOf(setup, laid, filled);
  const left = tilesLeft(setup, laid);
  const names = Object.keys(left).filter((name) => (left[name] ?? 0) > 0);
  const tile = wanted !== null && names.includes(wanted) ? wanted : names[0] ?? null;
  if (tile !== null) left[tile] = (left[tile] ?? 0) - 1;
  return {
    laid: [...laid],
    black: black.sort(),
    bare: bare.sort(),
    reserve: TRIANGLES - black.length,
    towers,
    scores: scoresOf(setup, towers),
    pawns: pawnsOf(setup, towers),
    bag: Object.fromEntries(Object.entries(left).filter(([, count]) => count > 0)),
    tile,
    seat,
  };
}

interface Filled {
  black: string[];
  bare: string[];
  /** All cells that are not empty. */
  filled: ReadonlySet<string>;
}

/** Fills the holes after each tile, until there are no triangles left. */
function triangles(setup: BoardSetup, laid: readonly string[]): Filled {
  const black = [...setup.start];
  const bare: string[] = [];
  const filled = new Set(black);
  const fill = (): void => {
    const empty = (cell: string) => setup.cells.includes(cell) && !filled.has(cell);
    const holes = setup.cells.filter((cell) => empty(cell) && !neighbours(cell).some(empty)).sort();
    for (const cell of holes) {
      (black.length < TRIANGLES ? black : bare).push(cell);
      filled.add(cell);
    }
  };
  fill();
  for (const text of laid) {
    for (const cell of cellsOf(readLaid(text).place)) filled.add(cell);
    fill();
  }
  return { black, bare, filled };
}

/** Returns the towers on the intersections that have no empty cell, from bottom to top. */
function towersOf(setup: BoardSetup, laid: readonly string[], filled: ReadonlySet<string>): Record<string, string> {
  const waiting = new Set(setup.cells.filter((cell) => !filled.has(cell)).flatMap(cellCorners));
  const segments = new Map<string, Record<Colour, number>>();
  for (const text of laid) {
    const { place, colours } = readLaid(text);
    placeCorners(place).forEach((point, index) => {
      const colour = colours[index];
      if (!isColour(colour)) return;
      const counts = segments.get(point) ?? { B: 0, Y: 0, R: 0, W: 0 };
      counts[colour] += index % 2 === 0 ? 1 : 2; // acute, obtuse
      segments.set(point, counts);
    });
  }
  return Object.fromEntries(setup.points.flatMap((point): [string, string][] => {
    const counts = segments.get(point);
    const tower = counts && !waiting.has(point) ? towerOf(counts) : "";
    return tower ? [[point, tower]] : [];
  }));
}

/** Returns the pawns of a circle: those of the second colours, and one of the colour with most on top. */
export function towerOf(counts: Record<Colour, number>): string {
  const most = Math.max(...COLOURS.map((colour) => counts[colour]));
  const first = COLOURS.filter((colour) => counts[colour] === most);
  if (most === 0 || first.length > 1) return "";
  const second = Math.max(...COLOURS.map((colour) => counts[colour]).filter((count) => count < most));
  return [...COLOURS.filter((colour) => second > 0 && counts[colour] === second), ...first].join("");
}

function scoresOf({ seats, golden }: BoardSetup, towers: Record<string, string>): number[] {
  const scores: number[] = COLOURS.filter((colour) => seats[colour] !== null).map(() => 0);
  for (const [point, tower] of Object.entries(towers)) {
    const seat = seats[tower.at(-1) as Colour];
    if (seat !== null) scores[seat] = (scores[seat] ?? 0) + tower.length * (golden.has(point) ? 2 : 1);
  }
  return scores;
}

function pawnsOf({ seats }: BoardSetup, towers: Record<string, string>): Record<Colour, number> {
  const placed = Object.values(towers).join("");
  const left = (colour: Colour) => {
    const all = seats[colour] === null ? PAWNS.neutral : PAWNS.seat;
    return Math.max(0, all - [...placed].filter((pawn) => pawn === colour).length);
  };
  return { B: left("B"), R: left("R"), W: left("W"), Y: left("Y") };
}
