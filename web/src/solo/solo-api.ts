/** Requests of the solo pages. Levels are requested once. */
import { ask } from "../net/api.ts";
import type {
  PositionResponse, SoloHint, SoloLevel, SoloLevels, SoloSolution, SoloVerdict,
} from "../net/protocol.ts";
import type { Start } from "../board/level-editor.ts";

let levels: Promise<SoloLevels> | null = null;

/** A level that is played: its start and the option `variant`. */
export interface Played {
  variant: string;
  start: Start;
}

export const soloApi = {
  /** After a failure the next call tries again. */
  levels: (): Promise<SoloLevels> =>
    (levels ??= ask<SoloLevels>("/solo/levels").catch((error: unknown) => {
      levels = null;
      throw error;
    })),
  level: (id: string) => ask<SoloLevel>(`/solo/levels/${encodeURIComponent(id)}`),
  check: (level: Played) => ask<SoloVerdict>("/solo/check", null, level),
  hint: (level: Played, moves: readonly string[], step: number) =>
    ask<SoloHint>("/solo/hint", null, { ...level, moves, step }),
  solution: (level: Played, moves: readonly string[]) =>
    ask<SoloSolution>("/solo/solution", null, { ...level, moves }),
  position: (game: string, { variant, start }: Played, moves: readonly string[]) =>
    ask<PositionResponse>("/positions", null, { game, options: { players: 1, variant }, start, moves }),
};
