/** Today's puzzle with its board; loaded after the home page. */
import { html, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../board/small-board.ts";
import { gameName, t } from "../i18n/i18n.ts";
import { puzzleApi } from "../puzzle/puzzle-api.ts";
import { puzzleBoard } from "../puzzle/puzzle-board.ts";
import { dayOf } from "../ui/days.ts";
import { LightElement } from "../ui/base-element.ts";
import { onNewDay } from "../ui/new-day.ts";
import type { PuzzleInfo } from "../net/protocol.ts";

@customElement("daily-puzzle")
export class DailyPuzzle extends LightElement {
  @state() private puzzle: PuzzleInfo | null = null;

  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onNewDay(() => this.load());
    this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  private load(): void {
    // Without an answer the link still leads to the puzzle.
    void puzzleApi.daily(dayOf(Date.now())).then(({ puzzle }) => (this.puzzle = puzzle), () => undefined);
  }

  protected override render(): TemplateResult {
    const { puzzle } = this;
    return html`<a class="card home-today" href="/puzzles/daily">
      <span class="home-today-board">${puzzle
        ? html`<small-board .game=${puzzle.game} .load=${puzzleBoard(puzzle.game, puzzle.id)}></small-board>` : ""}</span>
      <span><strong>${t("puzzles.daily")}</strong>${puzzle ? gameName(puzzle.game) : ""}</span></a>`;
  }
}
