/** The rulings that players can choose from, as offered by the server. */
import type { Judging } from "../../net/protocol.ts";

export type Ruling = Judging["answers"][number];

/** Returns the rulings to offer first: all but those that another one can still turn into. */
export function mainRulings(answers: readonly Ruling[]): Ruling[] {
  const later = new Set(answers.map((answer) => answer.later));
  return answers.filter((answer) => !later.has(answer.text));
}

/** Returns the rulings that are final at once; these ask for the moment and a confirmation. */
export function finalRulings(answers: readonly Ruling[]): Ruling[] {
  return answers.filter((answer) => !answer.later);
}

/** Returns the message key of a ruling: `judge.falls-later` for `~falls-later`. */
export function rulingKey(text: string): string {
  return `judge.${text.replace(/^~/, "").split(" ")[0] ?? ""}`;
}
