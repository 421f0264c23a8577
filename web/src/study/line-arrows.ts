/** An arrow for the best move that the engine has found. */
import { movePath, type BoardArrow } from "../board/arrows.ts";
import type { LinesResponse } from "../net/protocol.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";

/** Returns the arrow of the best move; none if it has no place on the board, such as an exchange of cards. */
export function lineArrows(found: LinesResponse | null, model: BoardModel | null, input: SceneInput): BoardArrow[] {
  const best = found?.lines[0];
  if (!best || !model || found.seat !== input.toAct) return [];
  const path = movePath(model, { ...input, chosen: {} }, found.seat, { text: best.move, parts: best.parts });
  return path.length > 0 ? [{ kind: "best", tone: "best", symbol: "1", path }] : [];
}
