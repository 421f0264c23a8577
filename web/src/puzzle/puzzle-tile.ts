/** Puzzles as small boards, and how they went. */
import { html, nothing, type TemplateResult } from "lit";
import "../board/small-board.ts";
import { icon } from "../ui/icons.ts";
import type { PuzzleBoard, PuzzleInfo, PuzzleResult } from "../net/protocol.ts";
import { gameName, t } from "../i18n/i18n.ts";
import { puzzleBoard } from "./puzzle-board.ts";

export interface Tile {
  puzzle: Pick<PuzzleInfo, "game" | "id">;
  href: string;
  text: TemplateResult | string;
  /** A name for tests, or empty. */
  action?: string;
  /** The position, if the server does not keep the puzzle; the same function at each rendering. */
  load?: () => Promise<PuzzleBoard>;
}

/** Renders a link with the board of a puzzle and a text. */
export function puzzleTile({ puzzle: { game, id }, href, text, action, load }: Tile): TemplateResult {
  return html`<a class="puzzle-tile" href=${href} data-action=${action ?? nothing}>
    <small-board .game=${game} .label=${gameName(game)} .load=${load ?? puzzleBoard(game, id)}></small-board>
    <span>${text}</span>
  </a>`;
}

/** Renders how the first try of a puzzle went. */
export function markOf(result: PuzzleResult | undefined): TemplateResult | typeof nothing {
  if (!result) return nothing;
  return result.right
    ? html`<span class="puzzle-done">${icon("check")} ${t("puzzles.mark.solved")}</span>`
    : html`<span class="puzzle-missed">${icon("again")} ${t(result.again === null ? "puzzles.mark.missed" : "puzzles.mark.again")}</span>`;
}
