/** The physics part of a game's board setup: bodies and the reach of a hand. */
import type { Shape } from "../geometry.ts";

export interface World {
  shapes: Map<string, Shape>;
  /** The faces that may be down. */
  grips: string[];
  /** Reach from the table's centre and in height, in millimetres. */
  reach: { radius: number; height: number };
  /** Duration of the words spoken after the release, in seconds. */
  countdown: number;
}

interface RawWorld {
  blocks: Shape[];
  grips: string[];
  reach: { radius: number; height: number };
  countdown: number;
}

/** Returns null if the game has no physics. */
export function readWorld(boardSetup: Record<string, unknown>): World | null {
  const told = boardSetup as Partial<RawWorld>;
  if (!told.blocks || !told.grips || !told.reach) return null;
  return {
    shapes: new Map(told.blocks.map((block) => [block.name, block])),
    grips: told.grips,
    reach: told.reach,
    countdown: told.countdown ?? 3,
  };
}

/** Returns the body that a move places and the key of its name: the last part that is a body. */
export function bodyOf(
  world: World, parts: Readonly<Record<string, string>> | undefined,
): { name: string; key: string } | null {
  const found = Object.entries(parts ?? {}).filter(([, value]) => world.shapes.has(value)).at(-1);
  return found ? { name: found[1], key: found.join(".") } : null;
}
