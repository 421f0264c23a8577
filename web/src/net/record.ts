/** Game records: `docs/reference/protocol.schema.json` leaves their format to the engine. */
import type { Frame, GameResult, LastMove, PlaceInfo, Replay } from "./protocol.ts";

/** Why a seat left a game before its end. */
export type LeftBy = "resignation" | Absence;
/** Why a game ended before its rules ended it: also called off, or without a first move in time. */
type EndedBy = LeftBy | "aborted" | "late";
type Absence = NonNullable<PlaceInfo["left"]>;

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
  ended?: { by: EndedBy; seats: number[] };
  /** By seat: why it left a game that went on without it. */
  left?: (LeftBy | null)[];
}

/** Returns why a seat that did not resign left the game, as places say it. */
export function absenceOf(by: EndedBy | null | undefined): Absence | undefined {
  return by === "time" || by === "absence" ? by : undefined;
}

/** Returns the seats that lost a game which the rules did not end. */
export function losersOf({ ended }: Pick<GameRecord, "ended">): number[] {
  return ended && ended.by !== "aborted" && ended.by !== "late" ? ended.seats : [];
}

export type GameReplay = Omit<Replay, "record"> & { record: GameRecord };

/** Returns the move that led to a frame, or null if it was not a move. */
export function moveOf(frame: Frame | null | undefined): LastMove | null {
  const event = frame?.event;
  if (event?.seat === undefined) return null;
  return { seat: event.seat, text: event.text, parts: event.parts ?? {} };
}
