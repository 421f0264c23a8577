/** The end of a game: winners, why it ended, and next steps. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { has, ownName, t, translator } from "../../i18n/i18n.ts";
import type { AskInfo, PlaceInfo } from "../../net/protocol.ts";
import { listed } from "../seats/seat-names.ts";
import "../actions/overflow-menu.ts";
import type { MenuItem } from "../actions/overflow-menu.ts";
import type { SeatView } from "../seats/seat-list.ts";
import { isJoyful, standings, type Outcome } from "./outcome.ts";
import { rematchPart, rematchPeople } from "./rematch.ts";
import "./table-over.css";

/** Why a game ended without a result, if nobody resigned. */
export type Ending = "time" | "absence" | "aborted";

/** Fires `rematch`, and `takeover` (detail: the place). */
@customElement("table-over")
export class TableOver extends LightElement {
  @property() game = "";
  /** The address of the review; empty on its own page, which has other actions. */
  @property() review = "";
  /** What is behind the button for more. */
  @property({ attribute: false }) menu: readonly MenuItem[] = [];
  @property({ attribute: false }) outcome: Outcome | null = null;
  @property() ending: Ending | null = null;
  @property({ attribute: false }) seats: readonly SeatView[] = [];
  /** The team of each seat, or null. */
  @property({ attribute: false }) teams: number[] | null = null;
  @property({ attribute: false }) places: readonly PlaceInfo[] = [];
  @property({ attribute: false }) asks: readonly AskInfo[] = [];
  /** The places of this browser, which may ask for a rematch. */
  @property({ attribute: false }) mine: readonly number[] = [];
  @property({ type: Boolean }) rated = false;
  @property({ attribute: false }) nameOf: (place: PlaceInfo) => string = ({ name }) => name;
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
    const reason = this.reason();
    return html`<section class="over card" aria-labelledby="over-title">
      ${this.joy()}
      <h2 id="over-title">${this.heading()}</h2>
      ${reason ? html`<p>${reason}</p>` : nothing}
      ${this.mine.length > 0 ? this.others() : nothing}
      ${this.review ? this.actions() : nothing}
    </section>`;
  }

  private actions(): TemplateResult {
    const rematch = rematchPart(this.asks, this.mine);
    return html`<div class="actions">
      ${this.mine.length > 0
        ? html`<button class="primary" data-action="rematch" ?disabled=${rematch === "agreed"}
            @click=${() => this.dispatchEvent(new Event("rematch"))}>
            ${icon("again")} ${t(REMATCH[rematch])}
          </button>`
        : nothing}
      <a class="button secondary" data-action="review" href=${this.review}>${icon("chart")} ${t("over.review")}</a>
      <overflow-menu .label=${t("more")} .items=${this.menu}></overflow-menu>
    </div>`;
  }

  // -- The result ---------------------------------------------------------------------------------

  /** Whether this user gave up, so that a computer played on. */
  private get left(): boolean {
    return this.mine.some((place) => this.places[place]?.resigned);
  }

  private heading(): string {
    const { outcome } = this;
    if (this.ending === "aborted") return t("over.aborted");
    if (!outcome) return t("over.title");
    const winners = outcome.winners.map((seat) => this.seats[seat]);
    const names = winners.map((seat) => seat?.name ?? "");
    const mine = this.seats.filter((seat) => seat.mine);
    const won = !this.left && mine.length === 1 && winners.includes(mine[0]);
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

  /** Says why the game ended; nothing if the game has no message for it. */
  private reason(): string {
    const { outcome } = this;
    if (this.ending === "aborted") return t("over.aborted.text");
    if (!outcome) return "";
    if (outcome.reason === null) {
      const names = outcome.resigned.map((seat) => this.seats[seat]?.name ?? "");
      const key = this.ending === null ? "over.resigned" : `over.${this.ending}`;
      const own = this.seats.filter(({ mine }) => mine).length === 1 && names.length === 1 && this.seats[outcome.resigned[0]!]?.mine;
      return t(key, { name: own ? ownName() : "", names: listed(names), count: names.length });
    }
    const own = `reason.${outcome.reason}`;
    return has(this.game, own) ? translator(this.game)(own) : "";
  }

  /** Renders confetti in the winners' colours, in a strip of its own. */
  private joy(): TemplateResult | typeof nothing {
    const { outcome } = this;
    const mine = this.seats.flatMap((seat, number) => (seat.ours ? [number] : []));
    if (this.still || this.left || !outcome || !isJoyful(outcome, mine, this.teams)) return nothing;
    const colours = outcome.winners.map((seat) => this.seats[seat]?.livery?.colour ?? "gold");
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
    const open = rematchPart(this.asks, this.mine) !== "ask";
    const people = rematchPeople(this.places, this.asks, this.nameOf, this.rated);
    const shown = people.filter(({ state }) => open || state === "left");
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
