/** Positions in links: `/start#p=...`. */
import { isObject, packJson, unpackJson } from "./fragment.ts";

/** A position from which a game can begin, with the game's options. */
export interface LinkedPosition {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  start: Record<string, unknown>;
}

/** Returns the position of a view as one from which a game can begin: without its picture. */
export function startOf({ picture: _, ...position }: Record<string, unknown>): Record<string, unknown> {
  return position;
}

const PREFIX = "#p=";

/** Encodes a position as a URL fragment. */
export async function positionFragment({ game, rules, options, start }: LinkedPosition): Promise<string> {
  return PREFIX + await packJson([game, rules, options, start]);
}

/** Decodes the position in a URL fragment; returns null if there is none. */
export async function positionFromFragment(fragment: string): Promise<LinkedPosition | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  const found = await unpackJson(fragment.slice(PREFIX.length));
  if (!Array.isArray(found) || found.length !== 4) return null;
  const [game, rules, options, start] = found as unknown[];
  if (typeof game !== "string" || typeof rules !== "number") return null;
  if (!isObject(options) || !isObject(start)) return null;
  return { game, rules, options, start };
}
