/** The seats: name, colour and mark, the scene's facts, and whose turn it is. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { t } from "../../i18n/i18n.ts";
import type { ClockView, TableInfo } from "../../net/protocol.ts";
import type { SeatFact, SeatMark } from "../../stage/scene.ts";
import { seatsOfStrip } from "./strip-seats.ts";
import { listed } from "./seat-names.ts";

type Clock = NonNullable<TableInfo["clock"]>;

/** In words, but for the order. */
export interface Ranking {
  rank: number;
  name: string;
  /** What broke a tie, and the points of the team. */
  notes: readonly string[];
  score: string;
}

export interface SeatView {
  name: string;
  /** Colour and mark, once the scene is loaded. */
  livery: SeatMark | null;
  facts: SeatFact[];
  toAct: boolean;
  mine: boolean;
  /** Whether this browser plays it, alone or with other seats. */
  ours?: boolean;
  bot: boolean;
  /** A program with an account of its own, not one of the server's bots. */
  program?: boolean;
  /** The ID of the player's profile, or null. */
  profile?: string | null;
  /** A bot's hand skill, in words. */
  hand?: string;
  /** Its player is not connected. */
  absent: boolean;
  /** The last day of its player's absence, or null. */
  awayUntil?: string | null;
  resigned: boolean;
  /** Why, if its player did not resign. */
  left?: "absence" | "time" | undefined;
  /** What its player said just now, or empty. */
  said?: string;
  /** A bot plays in place of its player. */
  standsIn: boolean;
  /** How its player did, at the end of the game. */
  ranking?: Ranking | undefined;
  /** Names of the partners. */
  partners?: string[];
  /** The clock of a person, or null. */
  clock?: {
    clocks: ClockView; arrived: number; settings: Clock; seat: number; mine: boolean;
    /** The players for whom the clocks wait, or empty. */
    awaited: string;
  } | null;
  /** The place that a bot could take over, or null. */
  takeable: number | null;
}

/** Fires `takeover` (detail: the place). */
@customElement("seat-list")
export class SeatList extends LightElement {
  @property({ attribute: false }) seats: SeatView[] = [];

  protected override render(): TemplateResult {
    const ended = this.seats.some(({ ranking }) => ranking);
    const seats = [...this.seats].sort((one, other) => (one.ranking?.rank ?? 0) - (other.ranking?.rank ?? 0));
    const elsewhere = seatsOfStrip(this.seats);
    return html`<ol class="seats ${ended ? "ranks" : ""}" aria-label=${t("seats")}>
      ${seats.map((seat) => this.seat(seat, elsewhere.includes(seat)))}
    </ol>`;
  }

  /** Renders a seat; its clock is only heard here if it is seen `elsewhere`, in the strip by the board. */
  private seat(seat: SeatView, elsewhere: boolean): TemplateResult {
    return html`<li class="seat ${seat.toAct ? "to-act" : ""} ${seat.ranking?.rank === 1 ? "first" : ""} ${seat.absent ? "absent" : ""}"
      aria-current=${seat.toAct ? "true" : "false"}
      style=${seat.livery ? `--seat: ${seat.livery.colour}` : ""}>
      <span class="chip" title=${seat.livery?.name ?? nothing}>
        <span aria-hidden="true">${seat.livery?.mark ?? ""}</span>
        <span class="unseen">${seat.livery?.name ?? ""}</span>
      </span>
      <span class="seat-who">
        <span class="seat-name">${seat.profile
          ? html`<a href="/m/${seat.profile}" target="_blank" title=${t("profile.link")}>${seat.name}</a>`
          : seat.name}</span>
        <span class="seat-tags">${this.tags(seat)}</span>
      </span>
      <span class="seat-facts">
        ${seat.ranking ? html`<span class="score">${seat.ranking.score}</span>` : seat.facts.map(
          (fact) => html`<span class="fact" title=${fact.label}>
            ${fact.svg ? unsafeHTML(fact.svg) : nothing}
            <span class=${fact.svg ? "unseen" : "fact-label"}>${fact.label}</span>
            <span class="fact-value">${fact.value}</span>
          </span>`,
        )}
      </span>
      ${seat.said ? html`<span class="seat-said" aria-hidden="true">${seat.said}</span>` : nothing}
      ${seat.clock
        ? html`<seat-clock class=${elsewhere ? "unseen" : ""} .clocks=${seat.clock.clocks} .arrived=${seat.clock.arrived} .seat=${seat.clock.seat}
            .settings=${seat.clock.settings} .mine=${seat.clock.mine} .awaited=${seat.clock.awaited}></seat-clock>`
        : nothing}
      ${seat.takeable === null
        ? nothing
        : html`<button class="quiet takeover" @click=${() => this.ask(seat.takeable)}>
            ${icon("robot")} ${t("takeover.ask")}
          </button>`}
    </li>`;
  }

  private tags(seat: SeatView): (TemplateResult | typeof nothing)[] {
    const tag = (name: string) => html`<span class="tag">${t(`tag.${name}`)}</span>`;
    return [
      seat.ranking ? html`<span class="tag rank">${seat.ranking.name}</span>` : nothing,
      seat.mine ? tag("you") : nothing,
      seat.partners?.length
        ? html`<span class="tag partner">${icon("people")} ${t("left.with", { names: listed(seat.partners) })}</span>`
        : nothing,
      seat.bot ? html`<span class="tag">${icon("robot")} ${t("tag.bot")}</span>` : nothing,
      seat.program ? html`<span class="tag">${icon("robot")} ${t("tag.program")}</span>` : nothing,
      seat.hand ? html`<span class="tag">${icon("hand")} ${seat.hand}</span>` : nothing,
      seat.standsIn ? tag("stands_in") : nothing,
      seat.resigned ? tag(seat.left ? `left.${seat.left}` : "resigned") : nothing,
      seat.awayUntil
        ? html`<span class="tag away">${icon("clock")} ${t("tag.away", { date: seat.awayUntil })}</span>`
        : seat.absent ? tag("absent") : nothing,
      seat.toAct ? html`<span class="tag turn">${t(seat.mine ? "tag.turn.you" : "tag.turn")}</span>` : nothing,
      seat.ranking ? html`${seat.ranking.notes.map((note) => html`<span class="tag">${note}</span>`)}` : nothing,
    ];
  }

  private ask(place: number | null): void {
    this.dispatchEvent(new CustomEvent("takeover", { detail: place }));
  }
}
