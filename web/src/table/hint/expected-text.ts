/** Texts about the expected result of a move. */
import type { AdvisedMove, Advice, TableInfo } from "../../net/protocol.ts";
import { scoreText } from "../../net/games.ts";
import { currentLanguage, numberText, t, translator } from "../../i18n/i18n.ts";
import { winPercent, expectedPlace, pointsBySide } from "./expected-result.ts";

/** Returns a move as a sentence in the game's words, or its notation if there is none. */
export function moveInWords(game: string, move: AdvisedMove): string {
  if (!move.message) return move.text;
  const told = translator(game)(move.message.key, move.message.args);
  return `${told.charAt(0).toLocaleUpperCase()}${told.slice(1)}`;
}

/** Differences in return below the accuracy of a search. */
const NOISE = 0.04;

/** Whether a move is not the best one but may be equally good. */
export function asGood({ best }: Advice, move: AdvisedMove): boolean {
  return move.text !== best.text && move.value > best.value - NOISE;
}

/** Returns the winning chance (or the expected rank if there are several opponents) and the points. */
export function expectedText(
  { seat, sides }: Advice, move: AdvisedMove, { game, teams }: Pick<TableInfo, "game" | "teams">,
): string[] {
  const told = [
    sides === 2
      ? t("hint.chance", { percent: winPercent(move.value) })
      : t("hint.place", { place: expectedPlace(move.value, sides), sides }),
  ];
  if (move.scores) {
    const { own, others } = pointsBySide(move.scores, seat, teams);
    const list = new Intl.ListFormat(currentLanguage(), { type: "conjunction" });
    told.push(t("hint.score", { score: scoreText(game, own), others: list.format(others.map((one) => numberText(one))) }));
  }
  return told;
}
