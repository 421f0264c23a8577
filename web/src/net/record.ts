/** Game records: `docs/reference/protocol.schema.json` leaves their format to the engine. */
import type { GameResult, Replay } from "./protocol.ts";

export interface GameRecord {
  format: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  seats: string[];
  events: string[];
  result: GameResult | null;
}

export type GameReplay = Omit<Replay, "record"> & { record: GameRecord };
