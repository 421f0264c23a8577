/** What people are asked where they judge, made of what the server says may be answered. */
import type { PendingRuling } from "../net/protocol.ts";

export type Answer = PendingRuling["answers"][number];

/** The answers that are offered at first: all but those that another one may still become. */
export function firstAnswers(answers: readonly Answer[]): Answer[] {
  const later = new Set(answers.map((answer) => answer.later));
  return answers.filter((answer) => !later.has(answer.text));
}

/** The answers that are final at once and cannot be mended: asked for once more, and when it was. */
export function finalAnswers(answers: readonly Answer[]): Answer[] {
  return answers.filter((answer) => !answer.later);
}

/** The key of an answer's message: `~falls-later` is told by `judge.falls-later`. */
export function keyOf(text: string): string {
  return `judge.${text.replace(/^~/, "").split(" ")[0] ?? ""}`;
}
