/** Typed board setup and position, and the coordinates of cells. */
import { Grid, readCell, readingOrder, total } from "../../../../../../web/src/board/cells.ts";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";

export const SIZE = 9;
/** The colours of cells, cards and blocks, in notation order. */
export const COLOURS = ["W", "G", "B", "M"] as const;
export type Colour = (typeof COLOURS)[number];
/** A seat with this many blocks cannot take towers. */
export const FULL = 7;

export interface Phase {
  /** Heights of the towers that may fall. */
  fall: number[];
  /** Height of the towers that are built. */
  build: number;
}

export interface BoardSetup {
  /** By cell name. */
  colours: ReadonlyMap<string, Colour>;
  squares: ReadonlyMap<string, number>;
  phases: Phase[];
  /** Whether only an exchange of all five cards turns the joker up. */
  rechargeFive: boolean;
}

export type Owner = number | "neutral";

export interface Position {
  phase: number;
  last_round: boolean;
  round: number;
  seat: number | null;
  towers: Record<string, string>;
  figures: Record<string, Owner>;
  reserve: number[];
  hands: string[];
  jokers: boolean[];
  blocks: string[];
  points: number[];
  deck: number | Record<Colour, number>;
  discard: Record<Colour, number>;
}

/** The names of all cells in reading order. */
export const CELLS: readonly string[] = readingOrder(SIZE, SIZE);

export function readBoardSetup(boardSetup: Record<string, unknown>): BoardSetup {
  const said = boardSetup as {
    colours: string[];
    squares: string[];
    phases: Phase[];
    recharge: string;
  };
  const colours = [...said.colours.join("")] as Colour[];
  const squares = [...said.squares.join("")].map((sign) => (sign === "." ? 0 : Number(sign)));
  return {
    colours: new Map(CELLS.map((name, index) => [name, colours[index] ?? "W"])),
    squares: new Map(CELLS.map((name, index) => [name, squares[index] ?? 0])),
    phases: said.phases,
    rechargeFive: said.recharge === "five",
  };
}

export function readPosition(input: SceneInput): Position {
  return input.position as unknown as Position;
}

/** One unit per cell; `z` grows towards the viewer. */
export interface Point {
  x: number;
  z: number;
}

/** How far the board's middle is behind the middle of the extent. */
export const BEHIND = 0.72;

const GRID = new Grid({ column: 0, row: 0 }, { column: SIZE - 1, row: SIZE - 1 }, BEHIND);

export function place(name: string): Point {
  return GRID.named(name);
}

/** Counts a colour's letter. */
export function count(letters: string, colour: string): number {
  return [...letters].filter((letter) => letter === colour).length;
}

/** Returns the cards that a payment discards, without the letter before the joker's star. */
export function discarded(pay: string): string {
  return pay.replace(/.\*/g, "");
}

/** Returns the letters of a payment, including the joker's. */
export function paid(pay: string): string {
  return pay.replaceAll("*", "");
}

/** Multiset difference: `all` without `some`, in the order of `all`. */
export function without(all: string, some: string): string {
  const away = [...some];
  return [...all]
    .filter((letter) => {
      const found = away.indexOf(letter);
      if (found >= 0) away.splice(found, 1);
      return found < 0;
    })
    .join("");
}

/** Returns the number of cards in the draw pile. */
export function deckSize({ deck }: Position): number {
  return typeof deck === "number" ? deck : total(deck);
}

export function discardSize({ discard }: Position): number {
  return total(discard);
}

/** Returns the number of towers of `height`. */
export function standing(position: Position, height: number): number {
  return Object.values(position.towers).filter((tower) => tower.length === height).length;
}

/** The action of a move, derived from its parts. */
export type Action = "enter" | "move" | "take" | "build" | "strike" | "exchange";

export function actionOf(parts: Record<string, string>, { towers, figures }: Position): Action {
  const { figure, to } = parts;
  if (figure === "hand" || to === undefined) return "exchange";
  if (figure === to) return "build";
  if (to in towers) return "take";
  if (to in figures) return "strike";
  return figure === "reserve" ? "enter" : "move";
}

/**
 * Returns the blocks of a tower from the ground up. Their order has no meaning, so each cell shuffles them in
 * its own fixed way.
 */
export function stacked(cell: string, tower: string): Colour[] {
  const { column, row } = readCell(cell);
  const blocks = [...tower] as Colour[];
  let mix = column * 31 + row * 17 + 7;
  for (let index = blocks.length - 1; index > 0; index -= 1) {
    mix = (mix * 1103 + 12345) % 65536;
    const other = mix % (index + 1);
    [blocks[index], blocks[other]] = [blocks[other] as Colour, blocks[index] as Colour];
  }
  return blocks;
}
