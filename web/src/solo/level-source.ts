/** Levels with their positions, hints and solutions, from the server or from what the browser has kept. */
import type {
  Frame, OfflineLevel, OfflinePosition, PositionResponse, SoloHint, SoloSolution,
} from "../net/protocol.ts";
import { keptLevel, orKept } from "../offline/kept.ts";
import { t } from "../i18n/i18n.ts";
import { soloApi, type Played } from "./solo-api.ts";

/** The position after some moves that all lead to a solution. */
interface Reached {
  at: OfflinePosition;
  last: Frame | null;
}

/** A move after which a kept level cannot be solved any more: the page does not know what follows it. */
export class WrongMoveError extends Error {
  constructor() {
    super(t("solo.offline.wrong"));
  }
}

/** The last kept level, which later positions are of. */
let current: OfflineLevel | null = null;

export const levelSource = {
  level: (id: string): Promise<Played> => orKept<Played>(() => soloApi.level(id), () => keptLevel(id)),
  position: (game: string, level: Played, id: string | null, moves: readonly string[]): Promise<PositionResponse> =>
    orKept(() => soloApi.position(game, level, moves), async () => positionIn(await kept(id), moves)),
  hint: (level: Played, id: string | null, moves: readonly string[], step: number): Promise<SoloHint> =>
    orKept(() => soloApi.hint(level, moves, step), async () => {
      const found = await kept(id);
      return (found && reached(found, moves).at.hints[step - 1]) ?? null;
    }),
  solution: (level: Played, id: string | null, moves: readonly string[]): Promise<SoloSolution> =>
    orKept(() => soloApi.solution(level, moves), async () => solutionIn(await kept(id), moves)),
};

/** Returns a level by its ID; null for levels of one's own. */
async function kept(id: string | null): Promise<OfflineLevel | null> {
  if (id === null) return null;
  if (current?.id !== id) current = await keptLevel(id);
  return current;
}

/** Throws a `WrongMoveError` at the first move that does not lead to a solution. */
function reached({ positions }: OfflineLevel, moves: readonly string[]): Reached {
  let at = positions[0];
  let last: Frame | null = null;
  for (const move of moves) {
    const right = at?.right[move];
    at = right && positions[right.next];
    if (!right || !at) throw new WrongMoveError();
    last = frameOf(at, right.event);
  }
  if (!at) throw new WrongMoveError();
  return { at, last };
}

function frameOf({ position, scores, result }: OfflinePosition, event: Frame["event"]): Frame {
  return { event, position, scores, to_act: result ? null : 0, poses: {} };
}

/** Returns a position as the server gives it. */
export function positionIn(level: OfflineLevel | null, moves: readonly string[]): PositionResponse | null {
  if (level === null) return null;
  const { at, last } = reached(level, moves);
  const event = last?.event;
  return {
    board_setup: level.board_setup,
    position: at.position,
    seat: at.result ? null : 0,
    legal: at.legal,
    scores: at.scores,
    last: event ? { seat: event.seat ?? 0, text: event.text, parts: event.parts ?? {} } : null,
    result: at.result,
    frames: last ? [last] : [],
    poses: {},
  };
}

/** Returns the rest of a solution as the server gives it. */
export function solutionIn(level: OfflineLevel | null, moves: readonly string[]): SoloSolution | null {
  if (level === null) return null;
  let { at } = reached(level, moves);
  const found: string[] = [];
  const frames: Frame[] = [];
  for (;;) {
    const move = at.hints.at(-1)?.move ?? null;
    const right = move === null ? undefined : at.right[move];
    const next = right && level.positions[right.next];
    if (move === null || !right || !next) return { moves: found, frames };
    found.push(move);
    frames.push(frameOf(next, right.event));
    at = next;
  }
}
