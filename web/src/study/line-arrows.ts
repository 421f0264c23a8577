/** Arrows of the best moves over the board. */
import { movePath, type BoardArrow } from "../board/arrows.ts";
import type { LinesResponse } from "../net/protocol.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";

/** Returns an arrow for each line in the position `before`, with its rank; the best move is solid. */
export function lineArrows(found: LinesResponse | null, model: BoardModel, before: SceneInput): BoardArrow[] {
  const lines = found?.lines ?? [];
  return lines.flatMap((line, index): BoardArrow[] => {
    const path = movePath(model, before, found?.seat ?? 0, { text: line.move, parts: line.parts });
    if (path.length === 0) return [];
    const isBest = index === 0;
    return [{ kind: isBest ? "best" : "played", tone: isBest ? "best" : "good", symbol: String(index + 1), path }];
  });
}
