/** What may be expected of a move, in words. */
import type { AdvisedMove, Advice, TableInfo } from "../../net/protocol.ts";
import { currentLanguage, t, translator } from "../../i18n/i18n.ts";
import { winPercent, expectedPlace, pointsBySide } from "./expected-result.ts";

/** A move in the game's words, as a sentence of its own; in notation where it has none. */
export function moveInWords(game: string, move: AdvisedMove): string {
  if (!move.words) return move.text;
  const told = translator(game)(move.words.key, move.words.args);
  return `${told.charAt(0).toLocaleUpperCase()}${told.slice(1)}`;
}

/** Differences of returns that say nothing: a search guesses less well than that. */
const NOISE = 0.04;

/** Whether a move is not the best, and may well be as good. */
export function asGood({ best }: Advice, move: AdvisedMove): boolean {
  return move.text !== best.text && move.value > best.value - NOISE;
}

/** What is expected: the chance to win, or the place where there are several others, and points. */
export function expectedText(
  { seat, sides }: Advice, move: AdvisedMove, { teams }: Pick<TableInfo, "teams">,
): string[] {
  const told = [
    sides === 2
      ? t("hint.chance", { winPercent: winPercent(move.value) })
      : t("hint.place", { place: expectedPlace(move.value, sides), sides }),
  ];
  if (move.scores) {
    const { own, others } = pointsBySide(move.scores, seat, teams);
    const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
    told.push(t("hint.points", { count: own, others: list.format(others.map(String)) }));
  }
  return told;
}
