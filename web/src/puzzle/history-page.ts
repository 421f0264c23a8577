/** What one solved and missed, the newest first, with the rating over time. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { dayOf } from "../ui/days.ts";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { loadGames } from "../net/games.ts";
import { errorText } from "../net/error-text.ts";
import type { PuzzleResult } from "../net/protocol.ts";
import { pageMessage } from "../board/page-message.ts";
import { currentMember } from "../account/account-state.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { HEIGHT, plotOf, WIDTH } from "../rating/rating-plot.ts";
import "../rating/rating.css";
import "./puzzle.css";
import { markOf, puzzleTile } from "./puzzle-tile.ts";
import { puzzleProgress, syncPuzzles } from "./puzzle-progress.ts";

/** Results that are shown at first, and added by each click. */
const PAGE = 50;
/** Points of the plot: the last ones. */
const MOST_POINTS = 200;

@customElement("puzzle-history-page")
export class PuzzleHistoryPage extends LightElement {
  @state() private ready = false;
  @state() private onlyMissed = new URLSearchParams(location.search).get("state") === "missed";
  @state() private shown = PAGE;
  @state() private trouble = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      await loadGames(); // with their names
      await syncPuzzles().catch(() => false); // without a connection, with what is here
      this.ready = true;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  private filter(onlyMissed: boolean): void {
    this.onlyMissed = onlyMissed;
    this.shown = PAGE;
    history.replaceState(null, "", onlyMissed ? "?state=missed" : location.pathname);
  }

  protected override render(): TemplateResult {
    document.title = `${t("puzzles.history")} · Empile`;
    if (this.trouble || !this.ready) {
      return pageMessage(this.trouble, t("puzzles.history"), { href: "/puzzles", name: t("puzzles.all") });
    }
    const progress = puzzleProgress();
    const results = [...progress.results].sort((one, other) => other.at - one.at);
    const missed = results.filter(({ right, again }) => !right && again === null);
    return html`<div class="puzzles" data-history="true">
      <header>
        <a class="button quiet" href="/puzzles">${icon("back")} ${t("puzzles.all")}</a>
        <h1 tabindex="-1">${t("puzzles.history")}</h1>
        <p class="lead">${t("puzzles.rating", { rating: progress.rating })} ${currentMember() ? nothing : t("puzzles.kept")}</p>
      </header>
      ${this.curve(results)}
      <section class="card">
        <label class="tick"><input type="checkbox" data-action="missed" .checked=${this.onlyMissed}
          @change=${(event: Event) => this.filter((event.target as HTMLInputElement).checked)} />
          <span>${t("puzzles.history.missed", { count: missed.length })}</span></label>
        ${this.list(this.onlyMissed ? missed : results)}
      </section>
    </div>`;
  }

  private curve(newest: readonly PuzzleResult[]): TemplateResult | typeof nothing {
    const points = newest.flatMap(({ points }) => (points === null ? [] : [{ points, uncertainty: 0 }]))
      .slice(0, MOST_POINTS).reverse();
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last || points.length < 2) return nothing;
    const { line, dots, lines } = plotOf(points);
    const label = t("puzzles.history.curve", { count: points.length, first: first.points, last: last.points });
    return html`<section class="card">
      <svg class="rating-plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
        ${lines.map(({ y, points: value }) => svg`<line x1="48" x2=${WIDTH - 12} y1=${y} y2=${y} />
          <text x="42" y=${y + 4} text-anchor="end">${value}</text>`)}
        ${svg`<path class="line" d=${line} />`}
        ${dots.length <= 40 ? dots.map(({ x, y }) => svg`<circle cx=${x} cy=${y} r="3" />`) : nothing}
      </svg>
      <p class="hint">${label}</p>
    </section>`;
  }

  private list(results: readonly PuzzleResult[]): TemplateResult {
    if (results.length === 0) return html`<p class="lesson-at">${t("puzzles.history.none")}</p>`;
    const byDay = new Map<string, PuzzleResult[]>();
    for (const result of results.slice(0, this.shown)) {
      const day = dayOf(result.at);
      byDay.set(day, [...(byDay.get(day) ?? []), result]);
    }
    const date = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long", timeZone: "UTC" });
    return html`
      ${[...byDay].map(([day, found]) => html`<h2 class="puzzle-day">${date.format(Date.parse(day))}</h2>
        <ul class="puzzle-tiles">${found.map((result) => this.item(result))}</ul>`)}
      ${results.length > this.shown
        ? html`<button class="secondary" data-action="more" @click=${() => (this.shown += PAGE)}>${t("games.more")}</button>`
        : nothing}`;
  }

  private item(result: PuzzleResult): TemplateResult {
    const { game, puzzle, right, points } = result;
    return html`<li data-right=${right}>${puzzleTile({
      puzzle: { game, id: puzzle }, href: `/puzzles/${game}/${puzzle}${this.onlyMissed ? "?state=missed" : ""}`,
      text: html`${markOf(result)} ${points === null ? nothing : html`<span class="lesson-at">${points}</span>`}`,
    })}</li>`;
  }
}
