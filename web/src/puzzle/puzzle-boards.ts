/** The boards of the puzzles that a filter leaves. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import type { PuzzleInfo, PuzzleResult } from "../net/protocol.ts";
import { t } from "../i18n/i18n.ts";
import { ALL_PUZZLES, GRADES, matches, queryOf, type PuzzleFilter } from "./puzzle-filter.ts";
import { themeName } from "./puzzle-text.ts";
import { markOf, puzzleTile } from "./puzzle-tile.ts";

/** Boards that are shown at first, and added by each click. */
const PAGE = 48;

@customElement("puzzle-boards")
export class PuzzleBoards extends LightElement {
  @property({ attribute: false }) puzzles: readonly PuzzleInfo[] = [];
  @property({ attribute: false }) filter: PuzzleFilter = ALL_PUZZLES;
  @property({ attribute: false }) results: ReadonlyMap<string, PuzzleResult> = new Map();
  @state() private shown = PAGE;

  protected override render(): TemplateResult {
    const { puzzles, filter, results } = this;
    const { game } = filter;
    const found = puzzles.filter((puzzle) => matches(puzzle, filter, results)).sort((one, other) => one.rating - other.rating);
    const query = queryOf(filter);
    const themes = [...new Set(puzzles.filter((puzzle) => puzzle.game === game).flatMap((puzzle) => puzzle.themes))].sort();
    return html`<div class="row puzzle-filters">
        ${this.select("grade", GRADES.map((_, at) => [String(at + 1), t(`puzzles.grade.${at + 1}`)]),
          (grade) => ({ grade: Number(grade) }))}
        ${themes.length > 0 ? this.select("theme", themes.map((theme) => [theme, themeName(game, theme)]), (theme) => ({ theme })) : nothing}
        <p role="status" data-found=${found.length}>${t("puzzles.filter.found", { count: found.length })}</p>
      </div>
      <ol class="puzzle-tiles">${found.slice(0, this.shown).map((puzzle) => html`<li>${puzzleTile({
        puzzle, href: `/puzzles/${puzzle.game}/${puzzle.id}${query}`,
        text: html`${puzzle.rating} ${markOf(results.get(puzzle.id))}`,
      })}</li>`)}</ol>
      ${found.length > this.shown
        ? html`<button class="secondary" data-action="more" @click=${() => (this.shown += PAGE)}>${t("games.more")}</button>`
        : nothing}`;
  }

  private select(
    part: "grade" | "theme", options: readonly (readonly [string, string])[], changes: (value: string) => Partial<PuzzleFilter>,
  ): TemplateResult {
    return html`<label class="field"><span>${t(`puzzles.filter.${part}`)}</span>
      <select data-filter=${part} @change=${(event: Event) => {
        event.stopPropagation();
        this.shown = PAGE;
        const detail = { ...this.filter, ...changes((event.target as HTMLSelectElement).value) };
        this.dispatchEvent(new CustomEvent("change", { detail }));
      }}>
        <option value="" ?selected=${!this.filter[part]}>${t("games.result.any")}</option>
        ${options.map(([value, name]) => html`<option value=${value} ?selected=${value === String(this.filter[part])}>${name}</option>`)}
      </select></label>`;
  }
}
