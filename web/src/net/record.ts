/** Game records: `docs/reference/protocol.schema.json` leaves their format to the engine. */
import type { Frame, GameResult, LastMove, Replay } from "./protocol.ts";

export interface GameRecord {
  format: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  seats: string[];
  /** The position object from which the events go on. */
  start?: Record<string, unknown>;
  events: string[];
  result: GameResult | null;
  /** Only in a game that ended before its rules ended it. */
  ended?: { by: "resignation"; seats: number[] };
}

export type GameReplay = Omit<Replay, "record"> & { record: GameRecord };

/** Returns the move that led to a frame, or null if it was not a move. */
export function moveOf(frame: Frame | null | undefined): LastMove | null {
  const event = frame?.event;
  if (event?.seat === undefined) return null;
  return { seat: event.seat, text: event.text, parts: event.parts ?? {} };
}
