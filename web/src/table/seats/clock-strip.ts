/** The clocks above the board where the list of seats is far below it. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../../ui/base-element.ts";
import "./clock-strip.css";
import { seatsOfStrip } from "./strip-seats.ts";
import type { SeatView } from "./seat-list.ts";

/** The list of seats says the same to screen readers, and makes the sounds. */
@customElement("clock-strip")
export class ClockStrip extends LightElement {
  @property({ attribute: false }) seats: readonly SeatView[] = [];

  protected override render(): TemplateResult {
    return html`${seatsOfStrip(this.seats).map(({ name, livery, clock, toAct }) => html`<span
      class="strip-seat ${toAct ? "to-act" : ""}" style=${livery ? `--seat: ${livery.colour}` : ""}>
      <span class="chip small"><span>${livery?.mark ?? ""}</span></span>
      <span class="strip-name">${name}</span>
      ${clock
        ? html`<seat-clock brief .clocks=${clock.clocks} .arrived=${clock.arrived} .seat=${clock.seat}
            .settings=${clock.settings} .awaited=${clock.awaited}></seat-clock>`
        : nothing}
    </span>`)}`;
  }
}
