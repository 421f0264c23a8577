/** The filters of the list of puzzles, with the puzzles that they leave. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import type { PuzzleInfo, PuzzleResult } from "../net/protocol.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { ALL_PUZZLES, countsOf, gradeOf, GRADES, matches, queryOf, STATES, stateOf, type PuzzleFilter } from "./puzzle-filter.ts";
import { kindText, themeName } from "./puzzle-text.ts";

/** Puzzles that are shown at first, and added by each click. */
const PAGE = 60;

interface Choice {
  value: string;
  name: string;
}

@customElement("puzzle-filter-card")
export class PuzzleFilterCard extends LightElement {
  @property({ attribute: false }) lists: readonly (readonly PuzzleInfo[])[] = [];
  @property({ attribute: false }) filter: PuzzleFilter = ALL_PUZZLES;
  @property({ attribute: false }) results: ReadonlyMap<string, PuzzleResult> = new Map();
  @state() private shown = PAGE;

  private change(part: Partial<PuzzleFilter>): void {
    this.shown = PAGE;
    this.dispatchEvent(new CustomEvent("change", { detail: { ...this.filter, ...part } }));
  }

  protected override render(): TemplateResult {
    const { lists, filter, results } = this;
    const all = lists.flat();
    const found = queryOf(filter)
      ? all.filter((puzzle) => matches(puzzle, filter, results)).sort((one, other) => one.rating - other.rating) : [];
    return html`<section class="card puzzle-filter" aria-labelledby="puzzle-filter">
      <h2 id="puzzle-filter">${icon("eye")} ${t("puzzles.filter")}</h2>
      <div class="puzzle-filters">
        ${this.select("game", lists.map((list) => list[0]?.game ?? "").map((game) => ({ value: game, name: gameName(game) })),
          ({ game }) => [game], (game) => this.change({ game, theme: "", kind: "" }))}
        ${this.ofGames("theme", ({ themes }) => themes, themeName)}
        ${this.ofGames("kind", ({ kind }) => [kind], (game, kind) => translator(game)(`puzzle.kind.${kind}`))}
        ${this.select("seats", valuesOf(all.map(({ players }) => players)).map((count) => ({
          value: String(count), name: t("puzzle.players", { count }) })),
          ({ players }) => [players], (seats) => this.change({ seats: Number(seats) }))}
        ${this.select("grade", GRADES.map((_, at) => ({ value: String(at + 1), name: t(`puzzles.grade.${at + 1}`) })),
          ({ rating }) => [gradeOf(rating)], (grade) => this.change({ grade: Number(grade) }))}
        ${this.select("state", STATES.map((one) => ({ value: one, name: t(`puzzles.state.${one}`) })),
          (puzzle) => [stateOf(puzzle, results)], (value) => this.change({ state: STATES.find((one) => one === value) ?? "" }))}
      </div>
      ${queryOf(filter) ? this.list(found) : nothing}
    </section>`;
  }

  private list(found: readonly PuzzleInfo[]): TemplateResult {
    const query = queryOf(this.filter);
    const first = found.find((puzzle) => stateOf(puzzle, this.results) !== "solved") ?? found[0];
    return html`<p role="status" data-found=${found.length}>${t("puzzles.filter.found", { count: found.length })}</p>
      <div class="row">
        ${first ? html`<a class="button primary" data-action="first" href="/puzzles/${first.game}/${first.id}${query}">
          ${icon("play")} ${t("puzzles.solve")}</a>` : nothing}
        <button class="quiet" data-action="clear" @click=${() => this.change(ALL_PUZZLES)}>
          ${icon("close")} ${t("puzzles.filter.clear")}</button>
      </div>
      <ol class="puzzle-list">${found.slice(0, this.shown).map((puzzle) => html`<li>
        <a href="/puzzles/${puzzle.game}/${puzzle.id}${query}">${this.filter.game ? nothing : html`${gameName(puzzle.game)} · `}${labelOf(puzzle)}</a>
        ${markOf(this.results.get(puzzle.id))}</li>`)}</ol>
      ${found.length > this.shown
        ? html`<button class="secondary" data-action="more" @click=${() => (this.shown += PAGE)}>${t("puzzles.history.more")}</button>`
        : nothing}`;
  }

  /** Renders a choice with the number of puzzles that each value leaves. */
  private select(
    part: keyof PuzzleFilter, choices: readonly Choice[], values: (puzzle: PuzzleInfo) => readonly (string | number)[],
    choose: (value: string) => void,
  ): TemplateResult {
    const counts = countsOf(this.lists.flat(), this.filter, this.results, part, values);
    return this.field(part, choices.map((choice) => this.option(choice, counts.get(choice.value) ?? 0, String(this.filter[part]))), choose);
  }

  /** Renders a choice whose values belong to a game: choosing one chooses its game. */
  private ofGames(
    part: "theme" | "kind", values: (puzzle: PuzzleInfo) => readonly string[], name: (game: string, value: string) => string,
  ): TemplateResult {
    const { filter, results } = this;
    const groups = this.lists.filter((list) => !filter.game || list[0]?.game === filter.game).map((list) => {
      const game = list[0]?.game ?? "";
      const counts = countsOf(list, filter, results, part, values);
      const choices = valuesOf(list.flatMap(values)).map((value) => ({ value: `${game} ${value}`, name: name(game, value) }));
      return html`<optgroup label=${gameName(game)}>
        ${choices.map((choice) => this.option(choice, counts.get(choice.value.split(" ")[1] ?? "") ?? 0, `${filter.game} ${filter[part]}`))}
      </optgroup>`;
    });
    return this.field(part, groups, (value) => {
      const [game = filter.game, chosen = ""] = value ? value.split(" ") : [];
      this.change({ game, [part]: chosen, ...(game === filter.game ? {} : part === "theme" ? { kind: "" } : { theme: "" }) });
    });
  }

  private option({ value, name }: Choice, count: number, chosen: string): TemplateResult {
    return html`<option value=${value} ?selected=${value === chosen} ?disabled=${count === 0 && value !== chosen}>
      ${name} (${count})</option>`;
  }

  private field(part: keyof PuzzleFilter, options: readonly TemplateResult[], choose: (value: string) => void): TemplateResult {
    return html`<label class="field"><span>${t(`puzzles.filter.${part}`)}</span>
      <select data-filter=${part} @change=${(event: Event) => {
        event.stopPropagation();
        choose((event.target as HTMLSelectElement).value);
      }}>
        <option value="" ?selected=${!this.filter[part]}>${t("puzzles.filter.all")}</option>
        ${options}
      </select></label>`;
  }
}

export function labelOf(puzzle: PuzzleInfo): string {
  return `${kindText(puzzle)} · ${puzzle.rating}`;
}

/** Renders how the first try of a puzzle went. */
export function markOf(result: PuzzleResult | undefined): TemplateResult | typeof nothing {
  if (!result) return nothing;
  return result.right
    ? html`<span class="puzzle-done">${icon("check")} ${t("puzzles.mark.solved")}</span>`
    : html`<span class="puzzle-missed">${icon("again")} ${t(result.again === null ? "puzzles.mark.missed" : "puzzles.mark.again")}</span>`;
}

function valuesOf<Value extends string | number>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort((one, other) => (one < other ? -1 : 1));
}
