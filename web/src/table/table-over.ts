/** The end of a game: winners, reason and next steps. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import type { GameResult } from "../net/protocol.ts";
import { t, translator } from "../i18n/i18n.ts";
import { listed } from "./seats/seat-names.ts";
import { teamsOf } from "./seats/teams.ts";

export interface Finisher {
  name: string;
  colour: string;
  mark: string;
  mine: boolean;
}

/** Fires `rematch`. */
@customElement("table-over")
export class TableOver extends LightElement {
  @property() game = "";
  @property() table = "";
  @property({ attribute: false }) result: GameResult | null = null;
  @property({ attribute: false }) seats: Finisher[] = [];
  /** The team of each seat, or null. */
  @property({ attribute: false }) teams: number[] | null = null;
  /** Names of the players who resigned. */
  @property({ attribute: false }) resigned: string[] = [];
  /** Whether this browser may ask for a rematch. */
  @property({ type: Boolean }) plays = false;
  @property({ type: Boolean }) asked = false;
  @property({ type: Boolean }) still = false;

  protected override render(): TemplateResult {
    return html`<section class="over card" aria-labelledby="over-title">
      ${this.joy()}
      <h2 id="over-title">${this.heading()}</h2>
      ${this.result
        ? html`<p>${translator(this.game)(`reason.${this.result.reason}`)}</p>${this.ranks(this.result)}`
        : nothing}
      <div class="actions">
        ${this.plays
          ? html`<button class="primary" data-action="rematch" ?disabled=${this.asked}
              @click=${() => this.dispatchEvent(new Event("rematch"))}>
              ${icon("again")} ${this.asked ? t("rematch.asked") : t("rematch")}
            </button>`
          : nothing}
        ${this.table
          ? html`<a class="button secondary" href="/r/${this.table}">${icon("play")} ${t("over.replay")}</a>
              <a class="button secondary" data-action="analyse" href="/r/${this.table}?analyse">
                ${icon("chart")} ${t("analysis.begin")}</a>`
          : nothing}
        <a class="button quiet" href="/">${t("home")}</a>
      </div>
    </section>`;
  }

  private heading(): string {
    if (!this.result) {
      return this.resigned.length > 0
        ? t("over.resigned", { names: listed(this.resigned), count: this.resigned.length })
        : t("over.title");
    }
    const winners = this.result.winners.map((seat) => this.seats[seat]);
    const names = winners.map((seat) => seat?.name ?? "");
    const mine = this.seats.filter((seat) => seat.mine);
    const won = mine.length === 1 && winners.includes(mine[0]);
    if (this.sides().some((side) => side.length > 1 && isSame(side, this.result?.winners ?? []))) {
      const others = winners.filter((seat) => !seat?.mine).map((seat) => seat?.name ?? "");
      return won
        ? t("over.you_won.team", { names: listed(others) })
        : t("over.won.team", { names: listed(names) });
    }
    if (winners.length === 1 && won) return t("over.you_won");
    return t("over.won", { names: listed(names), count: names.length });
  }

  /** Returns the seats of each side: teams, or single seats. */
  private sides(): number[][] {
    return this.teams ? teamsOf(this.teams) : this.seats.map((_, seat) => [seat]);
  }

  private ranks(result: GameResult): TemplateResult {
    const rank = ([seat = 0]: number[]) => result.ranks[seat] ?? 0;
    const score = (count: number) => translator(this.game)("score", { count });
    const points = (side: number[]) => side.reduce((sum, seat) => sum + (result.scores[seat] ?? 0), 0);
    return html`<ol class="ranks">
      ${this.sides()
        .sort((one, other) => rank(one) - rank(other))
        .map((side) => html`<li class="${rank(side) === 1 ? "first" : ""} ${side.length > 1 ? "team" : ""}"
          style="--seat: ${this.seats[side[0] ?? 0]?.colour ?? "gray"}">
          <span class="rank">${t("over.rank", { rank: rank(side) })}</span>
          <span class="side-members">${side.map((seat) => html`<span class="member"
            style="--seat: ${this.seats[seat]?.colour ?? "gray"}">
            <span class="chip" aria-hidden="true"><span>${this.seats[seat]?.mark ?? ""}</span></span>
            <span class="seat-name">${this.seats[seat]?.name ?? ""}</span>
            ${side.length > 1
              ? html`<span class="score">${score(result.scores[seat] ?? 0)}</span>`
              : nothing}
          </span>`)}</span>
          <span class="score">${side.length > 1
            ? html`<span>${t("over.together")}</span> <strong>${score(points(side))}</strong>`
            : score(points(side))}</span>
        </li>`)}
    </ol>`;
  }

  /** Renders confetti in the winners' colours. */
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

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((seat) => other.includes(seat));
}
