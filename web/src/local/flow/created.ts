/** What is kept of a table: how it was created, and the events since. Both are JSON. */
import type { Options, Words } from "../../engine/index.ts";
import type {
  ChanceResolved, Hinted, Moved, Over, Renamed, Resigned, Retaken, Started, TakenBack, TakenOver,
} from "../../net/protocol.ts";

/** A place as a table is created with it. The persons are all at this device. */
export interface CreatedPlace {
  kind: "bot" | "person";
  /** Of a person; may be empty. */
  name: string;
  /** Of a bot, else null. */
  level: number | null;
}

/** A table beside its events. */
export interface Created {
  /** The ID of the table. */
  table: string;
  /** The name of the game, and the version of its rules. */
  game: string;
  rules: number;
  /** All of them. Outcomes that the rules do not know are drawn by their odds: options that leave them to hands are not for here. */
  options: Options;
  /** The places, clockwise. */
  places: readonly CreatedPlace[];
  /** The place that begins the first game; null if it is drawn. */
  begins: number | null;
  /** The position object from which each game begins, or null. */
  start: Readonly<Record<string, unknown>> | null;
  /** Whether players may ask for hints. */
  hints: boolean;
  language: string;
  /** When the table was created, in milliseconds since 1970. */
  at: number;
  /** What everything is drawn from. */
  seed: Words;
}

/**
 * An event as it is stored: by the names of the protocol, with whole texts and without what clients get beside them.
 *
 * Its `seq` is one more than that of the event before it; the table was created as event 1.
 */
export type Entry =
  | ChanceResolved | Hinted | Moved | Over | Renamed | Resigned | Retaken | Started | TakenBack | TakenOver;
