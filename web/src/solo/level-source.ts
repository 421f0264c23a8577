/** Levels with their positions, hints and solutions, from the server or from what the browser has kept. */
import type { OfflineLevel, PositionResponse, SoloHint, SoloSolution } from "../net/protocol.ts";
import { keptLevel, orKept } from "../offline/kept.ts";
import { hintIn, positionIn, solutionIn } from "./kept-level.ts";
import { soloApi, type Played } from "./solo-api.ts";

/** The last kept level, which later positions are of. */
let current: OfflineLevel | null = null;

export const levelSource = {
  level: (id: string): Promise<Played> => orKept<Played>(() => soloApi.level(id), () => keptLevel(id)),
  position: (game: string, level: Played, id: string | null, moves: readonly string[]): Promise<PositionResponse> =>
    orKept(() => soloApi.position(game, level, moves), async () => positionIn(await kept(id), moves)),
  hint: (level: Played, id: string | null, moves: readonly string[], step: number): Promise<SoloHint> =>
    orKept(() => soloApi.hint(level, moves, step), async () => hintIn(await kept(id), moves, step)),
  solution: (level: Played, id: string | null, moves: readonly string[]): Promise<SoloSolution> =>
    orKept(() => soloApi.solution(level, moves), async () => solutionIn(await kept(id), moves)),
};

/** Returns a level by its ID; null for levels of one's own. */
async function kept(id: string | null): Promise<OfflineLevel | null> {
  if (id === null) return null;
  if (current?.id !== id) current = await keptLevel(id);
  return current;
}
