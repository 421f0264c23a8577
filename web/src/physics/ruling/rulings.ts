/** The rulings that players can choose from, as offered by the server. */
import type { PendingRuling } from "../../net/protocol.ts";

export type Ruling = PendingRuling["outcomes"][number];

/** Returns the rulings to offer first: all but those that another one can still turn into. */
export function mainRulings(outcomes: readonly Ruling[]): Ruling[] {
  const later = new Set(outcomes.map((outcome) => outcome.may_become));
  return outcomes.filter((outcome) => !later.has(outcome.text));
}

/** Returns the rulings that are final at once; these ask for the moment and a confirmation. */
export function finalRulings(outcomes: readonly Ruling[]): Ruling[] {
  return outcomes.filter((outcome) => !outcome.may_become);
}

/** Returns the message key of a ruling: `judge.falls-later` for `~falls-later`. */
export function rulingKey(text: string): string {
  return `judge.${text.replace(/^~/, "").split(" ")[0] ?? ""}`;
}
