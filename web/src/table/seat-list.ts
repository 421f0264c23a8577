/** Who sits where: name, colour and mark, what the game shows of each, and who is to act. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { say } from "../words/words.ts";
import { listed } from "./people.ts";

export interface SeatShown {
  name: string;
  /** Colour and mark, once the scene is there. */
  livery: { colour: string; mark: string; name: string } | null;
  facts: { label: string; value: string; svg?: string }[];
  toAct: boolean;
  mine: boolean;
  bot: boolean;
  /** How steady a bot's hand is, in words. */
  hand?: string;
  /** Its person is not connected. */
  absent: boolean;
  resigned: boolean;
  /** A bot plays for its person. */
  standsIn: boolean;
  rank: number | null;
  /** Names of those who play with it. */
  partners?: string[];
  /** The place that a bot could be asked to play, else null. */
  takeable: number | null;
}

/** Fires `takeover` (detail: the place). */
@customElement("seat-list")
export class SeatList extends Plain {
  @property({ attribute: false }) seats: SeatShown[] = [];

  protected override render(): TemplateResult {
    return html`<ol class="seats" aria-label=${say("seats")}>
      ${this.seats.map((seat) => this.seat(seat))}
    </ol>`;
  }

  private seat(seat: SeatShown): TemplateResult {
    return html`<li class="seat ${seat.toAct ? "to-act" : ""} ${seat.absent ? "absent" : ""}"
      aria-current=${seat.toAct ? "true" : "false"}
      style=${seat.livery ? `--seat: ${seat.livery.colour}` : ""}>
      <span class="chip" title=${seat.livery?.name ?? nothing}>
        <span aria-hidden="true">${seat.livery?.mark ?? ""}</span>
        <span class="unseen">${seat.livery?.name ?? ""}</span>
      </span>
      <span class="seat-who">
        <span class="seat-name">${seat.name}</span>
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
      ${seat.takeable === null
        ? nothing
        : html`<button class="quiet takeover" @click=${() => this.ask(seat.takeable)}>
            ${icon("robot")} ${say("takeover.ask")}
          </button>`}
    </li>`;
  }

  private tags(seat: SeatShown): (TemplateResult | typeof nothing)[] {
    const tag = (name: string) => html`<span class="tag">${say(`tag.${name}`)}</span>`;
    return [
      seat.rank === null ? nothing : html`<span class="tag">${say("over.rank", { rank: seat.rank })}</span>`,
      seat.mine ? tag("you") : nothing,
      seat.partners?.length
        ? html`<span class="tag partner">${icon("link")} ${say("tag.with", { names: listed(seat.partners) })}</span>`
        : nothing,
      seat.bot ? html`<span class="tag">${icon("robot")} ${say("tag.bot")}</span>` : nothing,
      seat.hand ? html`<span class="tag">${icon("hand")} ${seat.hand}</span>` : nothing,
      seat.standsIn ? tag("stands_in") : nothing,
      seat.resigned ? tag("resigned") : nothing,
      seat.absent ? tag("absent") : nothing,
      seat.toAct ? html`<span class="tag turn">${say("tag.turn")}</span>` : nothing,
    ];
  }

  private ask(place: number | null): void {
    this.dispatchEvent(new CustomEvent("takeover", { detail: place }));
  }
}
