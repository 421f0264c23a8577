/** Arrows for a move of the game and for the best one. */
import { movePath, type BoardArrow } from "../board/arrows.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import type { Analysis } from "./analysis-api.ts";
import { badgeKind, gradeSymbol } from "./grade-symbols.ts";

type PlayedMove = SceneInput["last"];

/** Returns the arrows of event `at`; `before` is the position before it. */
export function moveArrows(
  analysis: Analysis | null, at: number, model: BoardModel, before: SceneInput, played: PlayedMove,
): BoardArrow[] {
  const move = analysis?.moves.find(({ event }) => event === at);
  if (!move || !played) return [];
  const path = (text: string, parts: Record<string, string>) =>
    movePath(model, before, move.seat, { text, parts });
  const kind = badgeKind(move);
  const arrows: BoardArrow[] = [
    { kind: "played", tone: kind, symbol: gradeSymbol(kind), path: path(played.text, played.parts) },
  ];
  if (move.parts) {
    arrows.push({ kind: "best", tone: "best", symbol: gradeSymbol("best"), path: path(move.best, move.parts) });
  }
  return arrows.filter((arrow) => arrow.path.length > 0);
}
