/** Steps of a replay: events of chance belong to the step of the move that caused them. */
import type { Frame } from "../net/protocol.ts";

type Frames = readonly Pick<Frame, "event">[];

function isChance(frames: Frames, at: number): boolean {
  const event = frames[at]?.event;
  return event != null && event.seat === undefined;
}

/** Returns the position at which a replay stops that goes from one position to another. */
export function stopAt(frames: Frames, from: number, to: number): number {
  let at = to;
  while (at > 0 && isChance(frames, at + 1)) at += to > from ? 1 : -1;
  return at;
}

/** Returns the index of the move that a position belongs to, or the position's own if no move caused it. */
export function moveBefore(frames: Frames, at: number): number {
  let move = at;
  while (isChance(frames, move)) move -= 1;
  return move > 0 ? move : at;
}
