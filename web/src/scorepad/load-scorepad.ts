/** Finds and loads the games' score pads. */
import { folderOf } from "../i18n/i18n.ts";
import type { Scorepad } from "./tally.ts";

type Data = Partial<Scorepad> & Pick<Scorepad, "seats">;

const scorepads = import.meta.glob<{ default: Data }>("../../../src/empile/games/*/data/scorepad.json");

function pathOf(game: string): string | undefined {
  return Object.keys(scorepads).find((path) => path.endsWith(`/games/${folderOf(game)}/data/scorepad.json`));
}

export function hasScorepad(game: string): boolean {
  return pathOf(game) !== undefined;
}

/** Returns the score pad of a game, or null. */
export async function loadScorepad(game: string): Promise<Data | null> {
  const loader = scorepads[pathOf(game) ?? ""];
  return loader === undefined ? null : (await loader()).default;
}
