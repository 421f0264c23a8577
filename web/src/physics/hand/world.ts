/** What the setting of a game tells that asks for a hand: its bodies, and how far a hand reaches. */
import type { Shape } from "../geometry.ts";

export interface World {
  shapes: Map<string, Shape>;
  /** The faces that may be down. */
  grips: string[];
  /** How far a hand reaches from the table's centre, and how high, in millimetres. */
  reach: { radius: number; height: number };
  /** How long the words are that are spoken once the hand has let go, in seconds. */
  chant: number;
}

interface RawWorld {
  blocks: Shape[];
  grips: string[];
  reach: { radius: number; height: number };
  chant: number;
}

/** Null where the game asks for no hand. */
export function readWorld(setting: Record<string, unknown>): World | null {
  const told = setting as Partial<RawWorld>;
  if (!told.blocks || !told.grips || !told.reach) return null;
  return {
    shapes: new Map(told.blocks.map((block) => [block.name, block])),
    grips: told.grips,
    reach: told.reach,
    chant: told.chant ?? 3,
  };
}

/** The body that a move puts into a hand, and the message that names it: the last part that is one. */
export function bodyOf(
  world: World, parts: Readonly<Record<string, string>> | undefined,
): { name: string; key: string } | null {
  const found = Object.entries(parts ?? {}).filter(([, value]) => world.shapes.has(value)).at(-1);
  return found ? { name: found[1], key: found.join(".") } : null;
}
