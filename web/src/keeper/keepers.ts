/** Which games have something to keep beside a real box: found by the build, loaded when opened. */
import { folderOf } from "../words/words.ts";
import type { Keeper } from "./tally.ts";

type Data = Partial<Keeper> & Pick<Keeper, "seats">;

const keepers = import.meta.glob<{ default: Data }>("../../../src/empile/games/*/data/keeper.json");

function pathOf(game: string): string | undefined {
  return Object.keys(keepers).find((path) => path.endsWith(`/games/${folderOf(game)}/data/keeper.json`));
}

export function hasKeeper(game: string): boolean {
  return pathOf(game) !== undefined;
}

/** What a game has people keep; null where there is nothing. */
export async function loadKeeper(game: string): Promise<Data | null> {
  const loader = keepers[pathOf(game) ?? ""];
  return loader === undefined ? null : (await loader()).default;
}
