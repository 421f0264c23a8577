/** Game records: `docs/reference/protocol.schema.json` leaves their format to the engine. */
import type { GameResult, Replay } from "./protocol.ts";

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
}

export type GameReplay = Omit<Replay, "record"> & { record: GameRecord };
