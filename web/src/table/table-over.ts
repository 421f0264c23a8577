/** The end of a game: who won and why, and what next. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import type { GameResult } from "../net/protocol.ts";
import { currentLanguage, say, sayer } from "../words/words.ts";

export interface Finisher {
  name: string;
  colour: string;
  mark: string;
  mine: boolean;
}

/** Fires `rematch`. */
@customElement("table-over")
export class TableOver extends Plain {
  @property() game = "";
  @property() table = "";
  @property({ attribute: false }) result: GameResult | null = null;
  @property({ attribute: false }) seats: Finisher[] = [];
  /** Names of those who resigned. */
  @property({ attribute: false }) resigned: string[] = [];
  /** Whether this browser may ask for another game. */
  @property({ type: Boolean }) plays = false;
  @property({ type: Boolean }) asked = false;
  @property({ type: Boolean }) still = false;

  protected override render(): TemplateResult {
    return html`<section class="over card" aria-labelledby="over-title">
      ${this.joy()}
      <h2 id="over-title">${this.heading()}</h2>
      ${this.result
        ? html`<p>${sayer(this.game)(`reason.${this.result.reason}`)}</p>${this.ranks(this.result)}`
        : nothing}
      <div class="actions">
        ${this.plays
          ? html`<button class="primary" data-action="rematch" ?disabled=${this.asked}
              @click=${() => this.dispatchEvent(new Event("rematch"))}>
              ${icon("again")} ${this.asked ? say("rematch.asked") : say("rematch")}
            </button>`
          : nothing}
        ${this.table
          ? html`<a class="button secondary" href="/r/${this.table}">${icon("play")} ${say("over.replay")}</a>`
          : nothing}
        <a class="button quiet" href="/">${say("home")}</a>
      </div>
    </section>`;
  }

  private heading(): string {
    const list = (names: string[]) =>
      new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(names);
    if (!this.result) {
      return this.resigned.length > 0
        ? say("over.resigned", { names: list(this.resigned), count: this.resigned.length })
        : say("over.title");
    }
    const winners = this.result.winners.map((seat) => this.seats[seat]);
    const names = winners.map((seat) => seat?.name ?? "");
    const mine = this.seats.filter((seat) => seat.mine);
    if (winners.length === 1 && mine.length === 1 && winners[0]?.mine) return say("over.you_won");
    return say("over.won", { names: list(names), count: names.length });
  }

  private ranks(result: GameResult): TemplateResult {
    const order = this.seats
      .map((_, seat) => seat)
      .sort((a, b) => (result.ranks[a] ?? 0) - (result.ranks[b] ?? 0));
    return html`<ol class="ranks">
      ${order.map((seat) => {
        const who = this.seats[seat];
        return html`<li class=${result.ranks[seat] === 1 ? "first" : ""}
          style="--seat: ${who?.colour ?? "gray"}">
          <span class="rank">${say("over.rank", { rank: result.ranks[seat] ?? 0 })}</span>
          <span class="chip" aria-hidden="true"><span>${who?.mark ?? ""}</span></span>
          <span class="seat-name">${who?.name ?? ""}</span>
          <span class="score">${sayer(this.game)("score", { count: result.scores[seat] ?? 0 })}</span>
        </li>`;
      })}
    </ol>`;
  }

  /** Drops and slips of paper in the winners' colours. */
  private joy(): TemplateResult | typeof nothing {
    if (this.still || !this.result) return nothing;
    const colours = this.result.winners.map((seat) => this.seats[seat]?.colour ?? "gold");
    return html`<div class="joy" aria-hidden="true">
      ${Array.from({ length: 26 }, (_, index) => {
        const colour = index % 3 === 2 ? "var(--water)" : colours[index % colours.length];
        const style = `--x:${(index * 37) % 100}%;--d:${(index % 7) * 0.13}s;--c:${colour};--r:${(index * 73) % 360}deg`;
        return html`<i style=${style}></i>`;
      })}
    </div>`;
  }
}
