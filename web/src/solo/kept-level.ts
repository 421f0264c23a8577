/** A kept level: positions, hints and solutions as the server gives them. */
import type { Frame, OfflineLevel, OfflinePosition, PositionResponse, SoloHint, SoloSolution } from "../net/protocol.ts";

/** The position after some moves that all lead to a solution. */
interface Reached {
  at: OfflinePosition;
  last: Frame | null;
}

/** A move after which a kept level cannot be solved any more: the page does not know what follows it. */
export class WrongMoveError extends Error {}

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
    is_chance: false,
    chance: [],
    has_chance: false,
    has_hidden: false,
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

/** Returns a step of a hint, from 1. */
export function hintIn(level: OfflineLevel | null, moves: readonly string[], step: number): SoloHint | null {
  return (level && reached(level, moves).at.hints[step - 1]) ?? null;
}
