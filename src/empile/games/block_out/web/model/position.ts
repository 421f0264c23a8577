/** The game's setting and position as the scene reads them. */
import type { BodyPose, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import type { Point, Shape } from "../../../../../../web/src/physics/geometry.ts";

export type Colour = "k" | "n" | "y";
export type Size = "S" | "M" | "L";

export const COLOURS: readonly Colour[] = ["k", "n", "y"];
export const SIZES: readonly Size[] = ["S", "M", "L"];
export const ANY = "*";

/** A block as a body. */
export interface Solid extends Shape {
  colour: Colour;
  size: Size;
}

export interface Setting {
  /** By name, in the order in which they are listed everywhere. */
  blocks: ReadonlyMap<string, Solid>;
  /** How many there are of each kind of card, in card order. */
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
  /** By kind of card, or just how many where they are hidden. */
  stock: Record<string, number> | number;
  discard: Record<string, number>;
}

export function readSetting(setting: Record<string, unknown>): Setting {
  const said = setting as { blocks: Solid[]; cards: Record<string, number> };
  return { blocks: new Map(said.blocks.map((block) => [block.name, block])), cards: said.cards };
}

export function readPosition(input: SceneInput): Position {
  return input.position as unknown as Position;
}

/** Where blocks of the tower are known to lie, from the bottom up; null where nothing is told. */
export function readResting(input: SceneInput): ReadonlyMap<string, BodyPose> | null {
  const { blocks } = input.resting as { blocks?: { block: string; at: Point; turn: readonly number[] }[] };
  if (!blocks) return null;
  return new Map(blocks.map(({ block, at, turn }) => {
    const [w = 1, x = 0, y = 0, z = 0] = turn;
    return [block, [...at, w, x, y, z]];
  }));
}

/** A block by name; the names of a position are those of its setting. */
export function solidOf(setting: Setting, block: string): Solid {
  const found = setting.blocks.get(block);
  if (!found) throw new Error(`there is no block ${block}`);
  return found;
}

/** Blocks that are not in the tower, in the order in which they are listed. */
export function freeBlocks(setting: Setting, { tower }: Position): string[] {
  return [...setting.blocks.keys()].filter((block) => !tower.includes(block));
}

export function stockSize({ stock }: Position): number {
  return typeof stock === "number" ? stock : sum(stock);
}

export function discardSize({ discard }: Position): number {
  return sum(discard);
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Whether `next` comes soon after `before` in one and the same game. */
export function follows(before: Position, next: Position): boolean {
  const passed = next.turn - before.turn;
  return passed >= 0 && passed <= 1;
}

/** The blocks that stood in the tower and do not any more, if `next` comes soon after `before`. */
export function fallen(before: Position, next: Position): string[] {
  if (!follows(before, next) || next.tower.length >= before.tower.length) return [];
  return before.tower.filter((block) => !next.tower.includes(block));
}
