/** Typed board setup and position. */
import { total } from "../../../../../../web/src/board/cells.ts";
import type { BodyPose, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import type { Point, Shape } from "../../../../../../web/src/physics/geometry.ts";

export type Colour = "k" | "n" | "y";
export type Size = "S" | "M" | "L";

export const COLOURS: readonly Colour[] = ["k", "n", "y"];
export const SIZES: readonly Size[] = ["S", "M", "L"];
export const ANY = "*";

/** A block as a convex solid. */
export interface Solid extends Shape {
  colour: Colour;
  size: Size;
}

export interface BoardSetup {
  /** By name, in the order used everywhere. */
  blocks: ReadonlyMap<string, Solid>;
  /** Number of cards of each kind, in card order. */
  cards: Readonly<Record<string, number>>;
}

export interface Position {
  stage: "play" | "rebuild" | "bonus" | "over";
  seat: number | null;
  direction: 1 | -1;
  turn: number;
  tower: string[];
  hands: string[][];
  drawn: string | null;
  /** By kind of card, or a number if hidden. */
  stock: Record<string, number> | number;
  discard: Record<string, number>;
}

export function readBoardSetup(boardSetup: Record<string, unknown>): BoardSetup {
  const said = boardSetup as { blocks: Solid[]; cards: Record<string, number> };
  return { blocks: new Map(said.blocks.map((block) => [block.name, block])), cards: said.cards };
}

export function readPosition(input: SceneInput): Position {
  return input.position as unknown as Position;
}

/** Returns the poses of the tower's blocks from the bottom up, or null if unknown. */
export function readResting(input: SceneInput): ReadonlyMap<string, BodyPose> | null {
  const { blocks } = input.restPoses as { blocks?: { block: string; at: Point; turn: readonly number[] }[] };
  if (!blocks) return null;
  return new Map(blocks.map(({ block, at, turn }) => {
    const [w = 1, x = 0, y = 0, z = 0] = turn;
    return [block, [...at, w, x, y, z]];
  }));
}

/** Returns a block by name. */
export function solidOf(boardSetup: BoardSetup, block: string): Solid {
  const found = boardSetup.blocks.get(block);
  if (!found) throw new Error(`there is no block ${block}`);
  return found;
}

/** Returns the blocks outside the tower, in order. */
export function freeBlocks(boardSetup: BoardSetup, { tower }: Position): string[] {
  return [...boardSetup.blocks.keys()].filter((block) => !tower.includes(block));
}

export function stockSize({ stock }: Position): number {
  return typeof stock === "number" ? stock : total(stock);
}

export function discardSize({ discard }: Position): number {
  return total(discard);
}

/** Whether `next` is a later position of the same game, shortly after `before`. */
export function follows(before: Position, next: Position): boolean {
  const passed = next.turn - before.turn;
  return passed >= 0 && passed <= 1;
}

/** Returns the blocks that fell between two successive positions. */
export function fallen(before: Position, next: Position): string[] {
  if (!follows(before, next) || next.tower.length >= before.tower.length) return [];
  return before.tower.filter((block) => !next.tower.includes(block));
}
