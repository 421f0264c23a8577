/** The terms of a new table: its clock, whether its games count for ratings, and how long others wait. */
import { clockOf, paceOf } from "./seek/wishes.ts";
import type { CreateTable, TableInfo } from "../net/protocol.ts";
import type { Chair } from "./chairs.ts";
import type { Setup } from "./last-setup.ts";

export type Clock = NonNullable<TableInfo["clock"]>;
/** For which ratings games count. */
export type Counts = "none" | "people" | "household";

export interface Terms {
  clock: Clock | null;
  counts: Counts;
  /** Without a clock: seconds after which the others may ask whether somebody is there. */
  patience: number;
  /** With strangers: how far their ratings may be; 0 for any. */
  range: number;
}

/** Who takes part, as far as it is known before the table is made. */
export interface Seating {
  kinds: readonly Chair["kind"][];
  /** By place: the ID of the member who plays there, or null. */
  members: readonly (string | null)[];
  isSignedIn: boolean;
  /** Whether games begin from a position that somebody chose. */
  hasStart: boolean;
}

/** Why games do not count. */
export type Obstacle = "signed_out" | "guest" | "twice" | "one_account" | "bots" | "start" | "clock";

export const USUAL_PATIENCE = 300;
export const USUAL: Terms = { clock: null, counts: "none", patience: USUAL_PATIENCE, range: 0 };

/** Whether a table with so many seats can have a clock. */
export function clockFits({ kind }: Clock, seats: number): boolean {
  return kind === "days" ? seats > 1 : kind === "real" ? seats === 2 : seats > 2;
}

/** Returns why games cannot count; empty if they can. */
export function obstacles(counts: Counts, clock: Clock | null, seating: Seating): Obstacle[] {
  if (counts === "none") return [];
  const { kinds, hasStart, isSignedIn } = seating;
  const people = seating.members.filter((_, place) => kinds[place] === "person");
  const known = people.filter((member) => member !== null);
  const found: [Obstacle, boolean][] = [
    ["signed_out", !isSignedIn],
    ["guest", isSignedIn && known.length < people.length],
    ["twice", new Set(known).size < known.length],
    ["one_account", counts === "people" && people.length > 1],
    ["bots", kinds.includes("bot")],
    ["start", hasStart],
    ["clock", clock === null || !clockFits(clock, kinds.length)],
  ];
  return found.filter(([, holds]) => holds).map(([obstacle]) => obstacle);
}

/** Returns the terms without what is impossible for those who take part. */
export function possibleTerms(terms: Terms, seating: Seating): Terms {
  const { length: seats } = seating.kinds;
  const meets = seating.kinds.includes("anybody");
  // Strangers find each other by a few clocks.
  const clock = meets ? (clockOf(paceOf(terms.clock), seats) ?? null)
    : terms.clock && clockFits(terms.clock, seats) ? terms.clock : null;
  const abroad = terms.counts === "household" && (meets || seating.kinds.includes("friend"));
  return { ...terms, clock, counts: abroad || obstacles(terms.counts, clock, seating).length > 0 ? "none" : terms.counts };
}

/** Returns the terms of what was last played. */
export function termsOf({ clock, rated, friendly, patience, seek }: Setup): Terms {
  return {
    clock: clock ?? null,
    counts: seek?.rated ? "people" : !rated ? "none" : friendly ? "household" : "people",
    patience: patience ?? USUAL_PATIENCE,
    range: seek?.range ?? 0,
  };
}

/** Returns the terms as the server takes them. */
export function requestOf(terms: Terms, seating: Seating): Partial<CreateTable> {
  const { clock, counts, patience } = possibleTerms(terms, seating);
  return {
    ...(clock && { clock }),
    ...(counts !== "none" && { rated: true, hints: false, assist: false }),
    ...(counts === "household" && { friendly: true }),
    ...(!clock && patience !== USUAL_PATIENCE && seating.kinds.includes("open") && { patience }),
  };
}
