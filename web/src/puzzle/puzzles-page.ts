/** The puzzles as boards: that of the day, the next ones of each game by difficulty, or those that were filtered. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import { dayOf } from "../ui/days.ts";
import { onNewDay } from "../ui/new-day.ts";
import { errorText } from "../net/error-text.ts";
import type { PuzzleInfo, PuzzleOfDay, PuzzleResult } from "../net/protocol.ts";
import { pageMessage } from "../board/page-message.ts";
import { gameName, t } from "../i18n/i18n.ts";
import "./puzzle.css";
import { dueOf, ownPuzzles } from "./own-puzzles.ts";
import { puzzleApi } from "./puzzle-api.ts";
import { ownBoard, puzzleBoard } from "./puzzle-board.ts";
import "./puzzle-boards.ts";
import { ALL_PUZZLES, gradeOf, GRADES, matches, queryOf, readFilter, stateOf, type PuzzleFilter } from "./puzzle-filter.ts";
import { allPuzzles } from "./puzzle-lists.ts";
import { daysInARow, puzzleProgress, resultsById, syncPuzzles, type PuzzleProgress } from "./puzzle-progress.ts";
import { markOf, puzzleTile } from "./puzzle-tile.ts";

@customElement("puzzles-page")
export class PuzzlesPage extends LightElement {
  @state() private daily: PuzzleOfDay | null = null;
  @state() private lists: readonly (readonly PuzzleInfo[])[] | null = null;
  @state() private trouble = "";
  @state() private filter = readFilter(location.search);
  private ends: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    // Back, forward, and links to the list without a filter.
    this.ends = [onNavigate(() => (this.filter = readFilter(location.search))), onNewDay(() => void this.load())];
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.ends) end();
  }

  private async load(): Promise<void> {
    try {
      const [daily, lists] = await Promise.all([puzzleApi.daily(dayOf(Date.now())), allPuzzles()]);
      this.lists = lists;
      this.daily = daily;
      void syncPuzzles().then((known) => known && this.requestUpdate(), () => undefined);
    } catch (error) {
      if (!this.daily) this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    const { daily, lists, filter } = this;
    document.title = `${t("tabs.puzzles")} · Empile`;
    if (this.trouble || !lists || !daily) {
      return pageMessage(this.trouble, t("tabs.puzzles"), { href: "/", name: t("home") });
    }
    const progress = puzzleProgress();
    const results = resultsById(progress);
    if (queryOf(filter)) {
      return html`<div class="puzzles" data-ready="true">
        <header>
          <a class="button quiet" href="/puzzles">${icon("back")} ${t("puzzles.all")}</a>
          <h1 tabindex="-1">${filter.game ? gameName(filter.game) : t("tabs.puzzles")}</h1>
        </header>
        <puzzle-boards .puzzles=${lists.flat()} .filter=${filter} .results=${results}
          @change=${(event: CustomEvent<PuzzleFilter>) => this.choose(event.detail)}></puzzle-boards>
      </div>`;
    }
    return html`<div class="puzzles" data-ready="true">
      <header>
        <h1>${t("tabs.puzzles")}</h1>
        <a class="button quiet" data-action="rush" href="/puzzles/rush">${icon("clock")} ${t("puzzles.rush")}</a>
        <a class="button quiet" data-action="history" href="/puzzles/history">
          ${icon("chart")} ${t("puzzles.history")} · ${progress.rating}</a>
      </header>
      ${this.ofDay(daily, progress)}
      ${this.own()}
      ${lists.map((list) => this.ofGame(list, results))}
    </div>`;
  }

  private choose(filter: PuzzleFilter): void {
    this.filter = filter;
    history.replaceState(null, "", location.pathname + queryOf(filter));
  }

  private ofDay({ day, puzzle }: PuzzleOfDay, progress: PuzzleProgress): TemplateResult {
    const days = daysInARow(progress, day);
    return html`<section class="card puzzles-daily">
      <small-board .game=${puzzle.game} .load=${puzzleBoard(puzzle.game, puzzle.id)}></small-board>
      <div>
        <h2>${t("puzzles.daily")}</h2>
        <p>${gameName(puzzle.game)} · ${t(`puzzles.grade.${gradeOf(puzzle.rating)}`)}
          ${markOf(resultsById(progress).get(puzzle.id))}</p>
        ${days > 0 ? html`<p class="lesson-at">${t("puzzles.streak", { count: days })}</p>` : nothing}
        <a class="button primary" data-action="daily" href="/puzzles/daily">${icon("play")} ${t("puzzles.solve")}</a>
      </div>
    </section>`;
  }

  /** The puzzle from one's own games that is due. */
  private own(): TemplateResult | typeof nothing {
    const due = dueOf(ownPuzzles(), Date.now());
    const first = due[0]?.whole;
    if (!first) return nothing;
    return html`<section data-game="own">
      <h2>${t("puzzles.own")}</h2>
      <div class="puzzle-tiles">${puzzleTile({
        puzzle: first.info, href: `/puzzles/own/${first.info.id}`, action: "own",
        text: t("puzzles.own.due", { count: due.length }), load: ownBoard(first),
      })}</div>
    </section>`;
  }

  /** A game's next puzzle of each difficulty. */
  private ofGame(list: readonly PuzzleInfo[], results: ReadonlyMap<string, PuzzleResult>): TemplateResult {
    const game = list[0]?.game ?? "";
    return html`<section data-game=${game}>
      <h2><a href="/puzzles?game=${game}">${gameName(game)} ${icon("next")}</a></h2>
      <ul class="puzzle-tiles">${GRADES.map((_, at) => {
        const filter = { ...ALL_PUZZLES, game, grade: at + 1 };
        const found = list.filter((puzzle) => matches(puzzle, filter, results));
        const open = found.filter((puzzle) => stateOf(puzzle, results) !== "solved");
        const puzzle = open.find(({ id }) => !results.has(id)) ?? open[0] ?? found[0];
        return puzzle && html`<li>${puzzleTile({
          puzzle, href: `/puzzles/${game}/${puzzle.id}${queryOf(filter)}`, action: "go-on",
          text: html`${t(`puzzles.grade.${filter.grade}`)}
            ${open.length < found.length
              ? html`<span class="lesson-at">${t("puzzles.done", { count: found.length - open.length, of: found.length })}</span>` : nothing}`,
        })}</li>`;
      })}</ul>
    </section>`;
  }
}
