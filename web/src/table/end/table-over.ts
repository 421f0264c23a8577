/** The end of a game: winners, how it was decided, and next steps. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { has, t, translator } from "../../i18n/i18n.ts";
import { hasPoints } from "../../net/games.ts";
import { listed } from "../seats/seat-names.ts";
import { isJoyful, standings, type Outcome, type Standing } from "./outcome.ts";
import type { RematchPerson } from "./rematch.ts";
import "./table-over.css";

export interface Finisher {
  name: string;
  colour: string;
  mark: string;
  mine: boolean;
  /** What breaks ties, in words: "head at height 7"; empty if the game has no tie-break. */
  tieBreak: string;
}

/** Why a game ended without a result, if nobody resigned. */
export type Ending = "time" | "absence" | "aborted";

/** Fires `rematch`, `new-table`, and `takeover` (detail: the place). */
@customElement("table-over")
export class TableOver extends LightElement {
  @property() game = "";
  @property() table = "";
  @property({ attribute: false }) outcome: Outcome | null = null;
  @property() ending: Ending | null = null;
  @property({ attribute: false }) seats: Finisher[] = [];
  /** The team of each seat, or null. */
  @property({ attribute: false }) teams: number[] | null = null;
  /** Whether this browser may ask for a rematch. */
  @property({ type: Boolean }) plays = false;
  /** The other people at the table. */
  @property({ attribute: false }) people: RematchPerson[] = [];
  /** This browser's part in a rematch: it may ask, accept, or has agreed. */
  @property() rematch: "ask" | "accept" | "agreed" = "ask";
  @property({ type: Boolean }) still = false;

  /** Focuses the next action, and scrolls as far as the heading stays visible. */
  override focus(): void {
    this.querySelector<HTMLElement>(".actions button:not([disabled]), .actions a")?.focus({ preventScroll: true });
    const card = this.querySelector<HTMLElement>(".over");
    card?.scrollIntoView({
      block: card.offsetHeight > window.innerHeight ? "start" : "nearest",
      behavior: this.still ? "instant" : "smooth",
    });
  }

  protected override render(): TemplateResult {
    const { outcome } = this;
    return html`<section class="over card" aria-labelledby="over-title">
      ${this.joy()}
      <h2 id="over-title">${this.heading()}</h2>
      ${this.ending === "aborted" ? html`<p>${t("over.aborted.text")}</p>` : nothing}
      ${outcome ? html`${this.reason(outcome)}${this.ranks(outcome)}` : nothing}
      ${this.plays ? this.others() : nothing}
      <div class="actions">
        ${this.plays
          ? html`<button class="primary" data-action="rematch" ?disabled=${this.rematch === "agreed"}
              @click=${() => this.dispatchEvent(new Event("rematch"))}>
              ${icon("again")} ${t(REMATCH[this.rematch])}
            </button>`
          : nothing}
        ${this.plays && this.people.length > 0
          ? html`<button class="secondary" data-action="new-table"
              @click=${() => this.dispatchEvent(new Event("new-table"))}>${icon("plus")} ${t("over.new_table")}</button>`
          : nothing}
        ${this.table
          ? html`<a class="button secondary" href="/r/${this.table}">${icon("play")} ${t("over.replay")}</a>
              <a class="button secondary" data-action="study" href="/study/${this.game}?table=${this.table}">
                ${icon("book")} ${t("replay.study")}</a>
              <a class="button secondary" data-action="analyse" href="/r/${this.table}?analyse">
                ${icon("chart")} ${t("analysis.begin")}</a>
              ${this.missed()}`
          : nothing}
        <a class="button quiet" href="/">${t("home")}</a>
      </div>
    </section>`;
  }

  /** Renders a link to puzzles from this game, if one seat of it was played here. */
  private missed(): TemplateResult | typeof nothing {
    const seats = this.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
    if (seats.length !== 1 || this.outcome?.reason == null) return nothing;
    return html`<a class="button secondary" data-action="missed" href="/puzzles/missed/${this.table}?seat=${seats[0]}">
      ${icon("bulb")} ${t("puzzles.own.link")}</a>`;
  }

  // -- The result ---------------------------------------------------------------------------------

  private heading(): string {
    const { outcome } = this;
    if (this.ending === "aborted") return t("over.aborted");
    if (!outcome) return t("over.title");
    const winners = outcome.winners.map((seat) => this.seats[seat]);
    const names = winners.map((seat) => seat?.name ?? "");
    const mine = this.seats.filter((seat) => seat.mine);
    const won = mine.length === 1 && winners.includes(mine[0]);
    const first = standings(outcome, this.teams).filter(({ rank }) => rank === 1);
    if (first.length === 1 && winners.length > 1) {
      const others = winners.filter((seat) => !seat?.mine).map((seat) => seat?.name ?? "");
      return won
        ? t("over.you_won.team", { names: listed(others) })
        : t("over.won.team", { names: listed(names) });
    }
    if (winners.length === 1 && won) return t("over.you_won");
    return t("over.won", { names: listed(names), count: names.length });
  }

  /** Renders why the game ended; nothing if the game has no message for it. */
  private reason(outcome: Outcome): TemplateResult | typeof nothing {
    const own = `reason.${outcome.reason}`;
    if (outcome.reason === null) return html`<p>${this.resigned(outcome)}</p>`;
    return has(this.game, own) ? html`<p>${translator(this.game)(own)}</p>` : nothing;
  }

  private resigned(outcome: Outcome): string {
    const names = outcome.resigned.map((seat) => this.seats[seat]?.name ?? "");
    const key = this.ending === null ? "over.resigned" : `over.${this.ending}`;
    return t(key, { names: listed(names), count: names.length });
  }

  private ranks(outcome: Outcome): TemplateResult {
    const scored = hasPoints(this.game);
    const score = (count: number) => translator(this.game)("score", { count });
    const rows = standings(outcome, this.teams);
    return html`<ol class="ranks">
      ${rows.map((side) => html`<li class="${side.rank === 1 ? "first" : ""} ${side.seats.length > 1 ? "team" : ""}"
          style="--seat: ${this.seats[side.seats[0] ?? 0]?.colour ?? "gray"}">
          <span class="rank">${t(side.shared ? "over.rank.shared" : "over.rank", { rank: side.rank })}</span>
          <span class="side-members">${side.seats.map((seat) => html`<span class="member"
            style="--seat: ${this.seats[seat]?.colour ?? "gray"}">
            <span class="chip" aria-hidden="true"><span>${this.seats[seat]?.mark ?? ""}</span></span>
            <span class="seat-name">${this.seats[seat]?.name ?? ""}${this.tieBreak(side, seat)}</span>
            ${scored && side.seats.length > 1
              ? html`<span class="score">${score(outcome.scores[seat] ?? 0)}</span>`
              : nothing}
          </span>`)}</span>
          ${scored
            ? html`<span class="score">${side.seats.length > 1
              ? html`<span>${t("over.together")}</span> <strong>${score(side.points)}</strong>`
              : score(side.points)}</span>`
            : nothing}
        </li>`)}
    </ol>`;
  }

  private tieBreak(side: Standing, seat: number): TemplateResult | typeof nothing {
    const text = this.seats[seat]?.tieBreak;
    if (!side.tied || !text || !hasPoints(this.game)) return nothing;
    return html`<span class="tie-break">${t("over.tie_break", { what: text })}</span>`;
  }

  /** Renders confetti in the winners' colours, in a strip of its own. */
  private joy(): TemplateResult | typeof nothing {
    const { outcome } = this;
    const mine = this.seats.flatMap((seat, number) => (seat.mine ? [number] : []));
    if (this.still || !outcome || !isJoyful(outcome, mine, this.teams)) return nothing;
    const colours = outcome.winners.map((seat) => this.seats[seat]?.colour ?? "gold");
    return html`<div class="joy" aria-hidden="true">
      ${Array.from({ length: 26 }, (_, index) => {
        const colour = index % 3 === 2 ? "var(--water)" : colours[index % colours.length];
        const style = `--x:${(index * 37) % 100}%;--d:${(index % 7) * 0.13}s;--c:${colour};--r:${(index * 73) % 360}deg`;
        return html`<i style=${style}></i>`;
      })}
    </div>`;
  }

  // -- The rematch --------------------------------------------------------------------------------

  private others(): TemplateResult | typeof nothing {
    const open = this.rematch !== "ask";
    const shown = this.people.filter(({ state }) => open || state === "left");
    if (shown.length === 0) return nothing;
    return html`<ul class="rematch-people" aria-label=${t("rematch")} role="status">
      ${shown.map(({ name, state, place, takeable }) => html`<li data-state=${state}>
        ${icon(state === "agreed" ? "check" : state === "left" ? "close" : "pause")}
        <span>${t(`rematch.${state}`, { name })}</span>
        ${takeable
          ? html`<button class="quiet takeover" @click=${() =>
              this.dispatchEvent(new CustomEvent("takeover", { detail: place }))}>
              ${icon("robot")} ${t("takeover.ask")}</button>`
          : nothing}
      </li>`)}
    </ul>`;
  }
}

const REMATCH = { ask: "rematch", accept: "rematch.accept", agreed: "rematch.asked" } as const;
