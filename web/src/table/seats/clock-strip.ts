/** The clocks above the board where the list of seats is far below it. */
import { html, nothing, type TemplateResult } from "lit";
import type { SeatView } from "./seat-list.ts";

/** Returns the seats whose clocks matter most: one's own first, and that of the player to act; of two seats both. */
export function seatsOfStrip<T extends Pick<SeatView, "clock" | "toAct" | "ours">>(seats: readonly T[]): T[] {
  const timed = seats.filter(({ clock }) => clock);
  const own = timed.filter(({ ours }) => ours);
  // On a shared device, whoever acts has the clock that matters.
  const first = own.length > 1 ? own.find(({ toAct }) => toAct) ?? own[0] : own[0];
  const others = timed.filter((seat) => seat !== first && (timed.length === 2 || seat.toAct));
  return first ? [first, ...others] : others;
}

/** Renders them. The list of seats says the same to screen readers, and makes the sounds. */
export function clockStrip(seats: readonly SeatView[]): TemplateResult | typeof nothing {
  const shown = seatsOfStrip(seats);
  if (shown.length === 0) return nothing;
  return html`<div class="clock-strip" aria-hidden="true">
    ${shown.map(({ name, livery, clock, toAct }) => html`<span class="strip-seat ${toAct ? "to-act" : ""}"
      style=${livery ? `--seat: ${livery.colour}` : ""}>
      <span class="chip small"><span>${livery?.mark ?? ""}</span></span>
      <span class="strip-name">${name}</span>
      ${clock
        ? html`<seat-clock brief .clocks=${clock.clocks} .arrived=${clock.arrived} .seat=${clock.seat}
            .settings=${clock.settings}></seat-clock>`
        : nothing}
    </span>`)}
  </div>`;
}
