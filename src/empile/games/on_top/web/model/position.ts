/** Typed board setup and position. */
import { total } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import type { Colour } from "./colours.ts";

export interface BoardSetup {
  cells: string[];
  /** Intersections, `x,y`. */
  points: string[];
  golden: ReadonlySet<string>;
  /** Cells with a black triangle from the start. */
  start: ReadonlySet<string>;
  /** Number of each tile, by name. */
  tiles: Record<string, number>;
  /** The seat of each colour; null if neutral. */
  seats: Record<Colour, number | null>;
  teams: boolean;
}

export interface Position {
  /** In the order placed: `U22D12 BRWY`. */
  laid: string[];
  black: string[];
  bare: string[];
  reserve: number;
  /** Pawns on each intersection, from bottom to top. */
  towers: Record<string, string>;
  scores: number[];
  pawns: Record<Colour, number>;
  bag: Record<string, number>;
  tile: string | null;
  seat: number | null;
}

/** A circle that a move closes. */
export interface Circle {
  at: string;
  tower: string;
  seat: number | null;
  /** Those of the pawn on top; 0 if the last pawn of a second leaves the tower without one. */
  points: number;
}

/** Effects of a move beyond placing its tile. */
export interface Effects {
  circles: Circle[];
  filled: string[];
  over: boolean;
}

export function readBoardSetup(boardSetup: Record<string, unknown>): BoardSetup {
  const said = boardSetup as {
    cells: string[];
    points: string[];
    golden: string[];
    start: string[];
    tiles: Record<string, number>;
    colours: { letter: Colour; seat: number | null }[];
    teams: boolean;
  };
  return {
    cells: said.cells,
    points: said.points,
    golden: new Set(said.golden),
    start: new Set(said.start),
    tiles: said.tiles,
    seats: Object.fromEntries(said.colours.map(({ letter, seat }) => [letter, seat])) as BoardSetup["seats"],
    teams: said.teams,
  };
}

export function readPosition(input: SceneInput): Position {
  return input.position as unknown as Position;
}

const NOTHING: Effects = { circles: [], filled: [], over: false };

export function readEffects(effects: Record<string, unknown> | undefined): Effects {
  return effects === undefined ? NOTHING : { ...NOTHING, ...(effects as Partial<Effects>) };
}

/** Parses the place and the colours of a placed tile. */
export function readLaid(text: string): { place: string; colours: string } {
  const [place = "", colours = ""] = text.split(" ");
  return { place, colours };
}

/** Returns a tile's colours read from its other acute corner. */
export function turned(colours: string): string {
  return colours.slice(2) + colours.slice(0, 2);
}

export function bagSize({ bag }: Position): number {
  return total(bag);
}

/** Returns the towers that are new in `next`, with their pawns. */
export function newTowers(before: Position, next: Position): [string, string][] {
  return Object.entries(next.towers).filter(([at]) => !(at in before.towers));
}

/** Whether `next` is a later position of the same game than `before`. */
export function follows(before: Position, next: Position): boolean {
  return (
    next.laid.length >= before.laid.length &&
    before.laid.every((tile, index) => tile === next.laid[index])
  );
}

/** Whether a move leads from `before` to `next`: only then is it animated. */
export function isStep(before: Position, next: Position): boolean {
  return follows(before, next) && next.laid.length - before.laid.length <= 1;
}
