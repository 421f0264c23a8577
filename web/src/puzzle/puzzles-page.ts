/** The puzzles: that of the day, and those of each game by difficulty. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { navigate } from "../ui/navigation.ts";
import { localStore } from "../ui/storage.ts";
import { currentMember } from "../account/account-state.ts";
import { api } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { loadGames } from "../net/games.ts";
import { SavedTables } from "../net/saved-tables.ts";
import type { PuzzleInfo, PuzzleOfDay } from "../net/protocol.ts";
import { pageMessage } from "../board/page-message.ts";
import { gameName, loadGameMessages, t } from "../i18n/i18n.ts";
import "./puzzle.css";
import { dueOf, keepOwn, ownPuzzles } from "./own-puzzles.ts";
import { puzzleApi } from "./puzzle-api.ts";
import { dayOf, daysInARow, puzzleProgress, resultsById, syncPuzzles, type PuzzleProgress } from "./puzzle-progress.ts";
import { kindText } from "./puzzle-text.ts";

/** Ratings at which a new group begins. */
const GRADES: readonly number[] = [0, 1000, 1300, 1600];

/** Returns a game's puzzles, with the messages that name their kinds. */
async function listOf(game: string): Promise<readonly PuzzleInfo[]> {
  const list = await puzzleApi.list(game);
  if (list.length > 0) await loadGameMessages(game, "all");
  return list;
}

@customElement("puzzles-page")
export class PuzzlesPage extends LightElement {
  /** The ID of a table whose last game is looked through for missed moments, or empty. */
  @property() missed = "";
  @state() private looking: "" | "asked" | "nothing" = "";
  @state() private daily: PuzzleOfDay | null = null;
  @state() private lists: readonly (readonly PuzzleInfo[])[] | null = null;
  @state() private trouble = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
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
      const games = await loadGames();
      const names = games.map(({ name }) => name);
      const [daily, ...lists] = await Promise.all([
        puzzleApi.daily(dayOf(Date.now())), ...names.map((name) => listOf(name)),
      ] as const);
      this.lists = lists.filter((list) => list.length > 0);
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
          ${this.mark(progress, daily.puzzle)}
        </div>
        <p class="lesson-at">${days > 0 ? t("puzzles.streak", { count: days }) : t("puzzles.no_streak")}
          ${t("puzzles.rating", { rating: progress.rating })} ${currentMember() ? nothing : t("puzzles.kept")}</p>
      </section>
      ${this.own()}
      ${lists.map((list) => this.ofGame(list, progress))}
    </div>`;
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
            <a href="/puzzles/${game}/${puzzle.id}">${this.label(puzzle)}</a> ${this.mark(progress, puzzle)}</li>`)}</ol>
        </details>`;
      })}
    </section>`;
  }

  private label(puzzle: PuzzleInfo): string {
    return `${kindText(puzzle)} · ${puzzle.rating}`;
  }

  private mark(progress: PuzzleProgress, { id }: PuzzleInfo): TemplateResult | typeof nothing {
    const result = resultsById(progress).get(id);
    if (!result) return nothing;
    return result.right
      ? html`<span class="puzzle-done">${icon("check")} ${t("puzzles.mark.solved")}</span>`
      : html`<span class="puzzle-missed">${icon("again")} ${t("puzzles.mark.missed")}</span>`;
  }
}
