/** The final ranks in words, for the list of the seats. */
import { t } from "../../i18n/i18n.ts";
import { hasPoints, scoreText } from "../../net/games.ts";
import type { BoardModel, SceneInput } from "../../stage/scene.ts";
import type { Ranking } from "../seats/seat-list.ts";
import { standings, type Outcome } from "./outcome.ts";

/** Returns the ranks by seat; none before the end. */
export function rankings(
  outcome: Outcome | null, teams: readonly number[] | null, game: string, model: BoardModel | null, input: SceneInput,
): readonly Ranking[] {
  if (!outcome) return [];
  const tieBreaks = model?.tieBreaks?.(input) ?? [];
  const scored = hasPoints(game);
  const score = (count: number) => (scored ? scoreText(game, count) : "");
  const ranks: Ranking[] = [];
  for (const { seats, rank, points, shared, tied } of standings(outcome, teams)) {
    for (const seat of seats) {
      const tieBreak = scored && tied ? tieBreaks[seat] : "";
      ranks[seat] = {
        rank,
        name: t(shared ? "over.rank.shared" : "over.rank", { rank }),
        notes: [
          ...(tieBreak ? [t("over.tie_break", { what: tieBreak })] : []),
          ...(scored && seats.length > 1 ? [`${t("over.together")} ${score(points)}`] : []),
        ],
        score: score(outcome.scores[seat] ?? 0),
      };
    }
  }
  return ranks;
}
