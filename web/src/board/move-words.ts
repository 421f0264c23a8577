/**
 * Names of moves and of their parts, in the words of the game.
 *
 * A game may have these messages. The page has neutral defaults for the first two:
 *
 * - `action.play`: the button that plays the previewed move.
 * - `hint.play`: what to do while a move is previewed.
 * - `verb.<verb>`: a verb, if moves have the part `verb`. The button then says it instead of `action.play`.
 * - `part.<part>` and `part.<part>.<value>`: a part of moves and one of its values, in lists and announcements.
 * - `value.<part>`: any value of a part, in words; its argument is `value`.
 */
import type { GameWords } from "../i18n/i18n.ts";
import type { LegalMove } from "../stage/scene.ts";

/** The part that says which kind of move it is. */
const VERB = "verb";

/** Returns the label of the button that plays a move. */
export function playLabel(words: GameWords, move: LegalMove): string {
  const own = `${VERB}.${move.parts[VERB]}`;
  return words.t(words.has(own) ? own : "action.play");
}

/** Returns the name of a part of moves, derived from its identifier if the game has no message for it. */
export function partName(words: GameWords, part: string): string {
  const own = `part.${part}`;
  return words.has(own) ? words.t(own) : readable(part);
}

/** Returns the name of a part's value. Without a message, verbs are made readable; other values stay. */
export function valueName(words: GameWords, part: string, value: string): string {
  const own = [`part.${part}.${value}`, `${part}.${value}`].find((key) => words.has(key));
  if (own !== undefined) return words.t(own);
  if (words.has(`value.${part}`)) return words.t(`value.${part}`, { value });
  return part === VERB ? readable(value) : value;
}

/** Returns a move in words, for announcements. */
export function moveText(words: GameWords, { parts }: LegalMove): string {
  return Object.entries(parts).map(([part, value]) => valueName(words, part, value)).filter(Boolean).join(", ");
}

function readable(identifier: string): string {
  const text = identifier.replaceAll(/[-_]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
