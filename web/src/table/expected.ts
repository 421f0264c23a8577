/** What may be expected of a move, in words. */
import type { AdvisedMove, Advice } from "../net/protocol.ts";
import { currentLanguage, say, sayer } from "../words/words.ts";
import { percent, place } from "./chances.ts";

/** A move in the game's words, as a sentence of its own; in notation where it has none. */
export function moveInWords(game: string, move: AdvisedMove): string {
  if (!move.words) return move.text;
  const told = sayer(game)(move.words.key, move.words.args);
  return `${told.charAt(0).toLocaleUpperCase()}${told.slice(1)}`;
}

/** Differences of returns that say nothing: a search guesses less well than that. */
const NOISE = 0.04;

/** Whether a move is not the best, and may well be as good. */
export function asGood({ best }: Advice, move: AdvisedMove): boolean {
  return move.text !== best.text && move.value > best.value - NOISE;
}

/** What is expected: the chance to win, or the place where there are several others, and points. */
export function expectation({ seat, sides }: Advice, move: AdvisedMove): string[] {
  const told = [
    sides === 2
      ? say("hint.chance", { percent: percent(move.value) })
      : say("hint.place", { place: place(move.value, sides), sides }),
  ];
  // In a team the points of partners are no rivals': then they are not set against each other.
  if (move.scores && move.scores.length === sides) {
    const points = move.scores.map(Math.round);
    const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
    const others = points.filter((_, other) => other !== seat).map(String);
    told.push(say("hint.points", { count: points[seat] ?? 0, others: list.format(others) }));
  }
  return told;
}
