/** The puzzles: that of the day, and those of each game by difficulty, or those that were filtered. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { navigate, onNavigate } from "../ui/navigation.ts";
import { localStore } from "../ui/storage.ts";
import { currentMember } from "../account/account-state.ts";
import { api } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { SavedTables } from "../net/saved-tables.ts";
import type { PuzzleInfo, PuzzleOfDay } from "../net/protocol.ts";
import { pageMessage } from "../board/page-message.ts";
import { gameName, t } from "../i18n/i18n.ts";
import "./puzzle.css";
import { dueOf, keepOwn, ownPuzzles } from "./own-puzzles.ts";
import { puzzleApi } from "./puzzle-api.ts";
import { GRADES, queryOf, readFilter, type PuzzleFilter } from "./puzzle-filter.ts";
import { labelOf, markOf } from "./puzzle-filter-card.ts";
import { allPuzzles } from "./puzzle-lists.ts";
import { dayOf, daysInARow, puzzleProgress, resultsById, syncPuzzles, type PuzzleProgress } from "./puzzle-progress.ts";
import { kindText } from "./puzzle-text.ts";

@customElement("puzzles-page")
export class PuzzlesPage extends LightElement {
  /** The ID of a table whose last game is looked through for missed moments, or empty. */
  @property() missed = "";
  @state() private looking: "" | "asked" | "nothing" = "";
  @state() private daily: PuzzleOfDay | null = null;
  @state() private lists: readonly (readonly PuzzleInfo[])[] | null = null;
  @state() private trouble = "";
  @state() private filter = readFilter(location.search);
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // Back, forward, and links to the list without a filter.
    this.stop = onNavigate(() => (this.filter = readFilter(location.search)));
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("missed") && this.missed) void this.look();
  }

  /** Finds what was missed in the game, keeps it, and opens the first puzzle. */
  private async look(): Promise<void> {
    const seat = Number(new URLSearchParams(location.search).get("seat") ?? 0);
    this.looking = "asked";
    try {
      const record = await api.record(this.missed, new SavedTables(localStore).token(this.missed));
      const found = await puzzleApi.missed(record, seat);
      keepOwn(found, Date.now());
      const first = found[0];
      if (first) navigate(`/puzzles/own/${first.info.id}`);
      else this.looking = "nothing";
    } catch (error) {
      this.looking = "";
      this.trouble = errorText(error);
    }
  }

  private async load(): Promise<void> {
    try {
      const [daily, lists] = await Promise.all([puzzleApi.daily(dayOf(Date.now())), allPuzzles()]);
      this.lists = lists;
      this.daily = daily;
      void syncPuzzles().then((known) => known && this.requestUpdate(), () => undefined);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    const { daily, lists } = this;
    document.title = `${t("puzzles.link")} · Empile`;
    if (this.trouble || !lists || !daily) {
      return pageMessage(this.trouble, t("puzzles.link"), { href: "/", name: t("home") });
    }
    const progress = puzzleProgress();
    const days = daysInARow(progress, daily.day);
    return html`<div class="puzzles" data-ready="true">
      <header>
        <a class="button quiet" href="/">${icon("back")} ${t("home")}</a>
        <h1>${t("puzzles.link")}</h1>
        <p class="lead">${t("puzzles.lead")}</p>
        ${this.looking ? html`<p class="lesson-said" role="status" data-looking=${this.looking}>
          ${t(this.looking === "asked" ? "puzzles.own.looking" : "puzzles.own.nothing")}</p>` : nothing}
      </header>
      <section class="card puzzles-daily">
        <h2>${icon("star")} ${t("puzzles.daily")}</h2>
        <p>${gameName(daily.puzzle.game)} · ${kindText(daily.puzzle)}</p>
        <div class="row">
          <a class="button primary" data-action="daily" href="/puzzles/daily">${icon("play")} ${t("puzzles.solve")}</a>
          ${markOf(resultsById(progress).get(daily.puzzle.id))}
        </div>
        <p class="lesson-at">${days > 0 ? t("puzzles.streak", { count: days }) : t("puzzles.no_streak")}
          ${t("puzzles.rating", { rating: progress.rating })} ${currentMember() ? nothing : t("puzzles.kept")}</p>
      </section>
      ${this.own()}
      <section class="card">
        <h2>${icon("clock")} ${t("puzzles.rush")}</h2>
        <p class="lesson-at">${t("puzzles.rush.card")}</p>
        <div class="row">
          <a class="button secondary" data-action="rush" href="/puzzles/rush">${icon("play")} ${t("puzzles.rush")}</a>
          <a class="button quiet" data-action="history" href="/puzzles/history">${icon("chart")} ${t("puzzles.history")}</a>
        </div>
      </section>
      <puzzle-filter-card .lists=${lists} .filter=${this.filter} .results=${resultsById(progress)}
        @change=${(event: CustomEvent<PuzzleFilter>) => this.choose(event.detail)}></puzzle-filter-card>
      ${queryOf(this.filter) ? nothing : lists.map((list) => this.ofGame(list, progress))}
    </div>`;
  }

  private choose(filter: PuzzleFilter): void {
    this.filter = filter;
    history.replaceState(null, "", location.pathname + queryOf(filter));
  }

  private own(): TemplateResult | typeof nothing {
    const known = ownPuzzles();
    const due = dueOf(known, Date.now());
    const first = due[0];
    if (known.length === 0) return nothing;
    return html`<section class="card" data-game="own">
      <h2>${icon("again")} ${t("puzzles.own")}</h2>
      <p class="lesson-at">${t("puzzles.own.due", { count: due.length })} ${t("puzzles.own.lead")}</p>
      ${first ? html`<a class="button secondary" data-action="own" href="/puzzles/own/${first.whole.info.id}">
        ${icon("play")} ${t("puzzles.solve")}</a>` : nothing}
    </section>`;
  }

  private ofGame(list: readonly PuzzleInfo[], progress: PuzzleProgress): TemplateResult {
    const game = list[0]?.game ?? "";
    const results = resultsById(progress);
    const open = list.find(({ id }) => !results.has(id));
    const solved = list.filter(({ id }) => results.get(id)?.right).length;
    return html`<section class="card" data-game=${game}>
      <h2>${gameName(game)}</h2>
      <p class="lesson-at">${t("puzzles.done", { count: solved, of: list.length })}</p>
      ${open ? html`<a class="button secondary" data-action="go-on" href="/puzzles/${game}/${open.id}">
        ${icon("play")} ${t("puzzles.go_on")}</a>` : nothing}
      ${GRADES.map((from, grade) => {
        const to = GRADES[grade + 1] ?? Infinity;
        const found = list.filter(({ rating }) => rating >= from && rating < to);
        return found.length === 0 ? nothing : html`<details>
          <summary>${t(`puzzles.grade.${grade + 1}`)} (${found.length})</summary>
          <ol class="puzzle-list">${found.map((puzzle) => html`<li>
            <a href="/puzzles/${game}/${puzzle.id}">${labelOf(puzzle)}</a> ${markOf(results.get(puzzle.id))}</li>`)}</ol>
        </details>`;
      })}
    </section>`;
  }
}
