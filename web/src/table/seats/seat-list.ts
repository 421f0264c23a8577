/** The seats: name, colour and mark, the scene's facts, and whose turn it is. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import { t } from "../../i18n/i18n.ts";
import type { ClockView, TableInfo } from "../../net/protocol.ts";
import type { SeatFact, SeatMark } from "../../stage/scene.ts";
import { listed } from "./seat-names.ts";

type Clock = NonNullable<TableInfo["clock"]>;

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
  /** What its player said just now, or empty. */
  said?: string;
  /** A bot plays in place of its player. */
  standsIn: boolean;
  rank: number | null;
  /** Names of the partners. */
  partners?: string[];
  /** The clock of a person, or null. */
  clock?: {
    clocks: ClockView; arrived: number; settings: Clock; seat: number; mine: boolean;
  } | null;
  /** The place that a bot could take over, or null. */
  takeable: number | null;
}

/** Fires `takeover` (detail: the place). */
@customElement("seat-list")
export class SeatList extends LightElement {
  @property({ attribute: false }) seats: SeatView[] = [];

  protected override render(): TemplateResult {
    return html`<ol class="seats" aria-label=${t("seats")}>
      ${this.seats.map((seat) => this.seat(seat))}
    </ol>`;
  }

  private seat(seat: SeatView): TemplateResult {
    return html`<li class="seat ${seat.toAct ? "to-act" : ""} ${seat.absent ? "absent" : ""}"
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
        ${seat.facts.map(
          (fact) => html`<span class="fact" title=${fact.label}>
            ${fact.svg ? unsafeHTML(fact.svg) : nothing}
            <span class=${fact.svg ? "unseen" : "fact-label"}>${fact.label}</span>
            <span class="fact-value">${fact.value}</span>
          </span>`,
        )}
      </span>
      ${seat.said ? html`<span class="seat-said" aria-hidden="true">${seat.said}</span>` : nothing}
      ${seat.clock
        ? html`<seat-clock .clocks=${seat.clock.clocks} .arrived=${seat.clock.arrived} .seat=${seat.clock.seat}
            .settings=${seat.clock.settings} .mine=${seat.clock.mine}></seat-clock>`
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
      seat.rank === null ? nothing : html`<span class="tag">${t("over.rank", { rank: seat.rank })}</span>`,
      seat.mine ? tag("you") : nothing,
      seat.partners?.length
        ? html`<span class="tag partner">${icon("link")} ${t("tag.with", { names: listed(seat.partners) })}</span>`
        : nothing,
      seat.bot ? html`<span class="tag">${icon("robot")} ${t("tag.bot")}</span>` : nothing,
      seat.program ? html`<span class="tag">${icon("robot")} ${t("tag.program")}</span>` : nothing,
      seat.hand ? html`<span class="tag">${icon("hand")} ${seat.hand}</span>` : nothing,
      seat.standsIn ? tag("stands_in") : nothing,
      seat.resigned ? tag("resigned") : nothing,
      seat.awayUntil
        ? html`<span class="tag away">${icon("clock")} ${t("tag.away", { date: seat.awayUntil })}</span>`
        : seat.absent ? tag("absent") : nothing,
      seat.toAct ? html`<span class="tag turn">${t("tag.turn")}</span>` : nothing,
    ];
  }

  private ask(place: number | null): void {
    this.dispatchEvent(new CustomEvent("takeover", { detail: place }));
  }
}
