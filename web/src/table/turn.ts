/** The turn banner, and names for the log. */
import { html, nothing, type TemplateResult } from "lit";
import { levelName } from "../net/games.ts";
import type { GameInfo, StateView } from "../net/protocol.ts";
import { isHere } from "../net/here.ts";
import { ownName, t, translator } from "../i18n/i18n.ts";
import { lastDay, placeName } from "./seats/seat-names.ts";
import type { EventNames } from "./log/event-text.ts";
import { mutedPlayers } from "./talk/muted.ts";
import type { TableSession } from "./session.ts";

/** Returns the seats of persons in this browser. */
export function ownSeats({ state, places }: TableSession): number[] {
  return (state?.seats ?? []).flatMap((place, seat) => (places.includes(place) ? [seat] : []));
}

/** Returns how messages name a place: by its player, or as the user, who is addressed. `then` is an earlier name. */
export function nameOfPlace(session: TableSession, games: readonly GameInfo[], number: number, then?: string): string {
  const { info, places, state } = session;
  const place = info?.places[number];
  if (!place) return "";
  // With several own seats every player would be "you".
  if (place.kind === "person" && places.length === 1 && places.includes(number)) return ownName();
  return then ?? placeName(place, info, games, state?.seats);
}

/** Returns how messages name the players of the seats. */
export function namesOfSeats(session: TableSession, games: readonly GameInfo[]): string[] {
  return (session.state?.seats ?? []).map((place) => nameOfPlace(session, games, place));
}

/** Returns a sentence that names the player to act; empty at the end. */
export function turnText(session: TableSession, games: readonly GameInfo[]): string {
  const { state, info } = session;
  if (!state || !info || state.to_act === null) return "";
  const place = state.seats[state.to_act] ?? -1;
  const bot = info.places[place]?.kind === "bot";
  const key = state.mine && ownSeats(session).length > 1 ? "turn.hand" : bot ? "turn.bot" : "turn.theirs";
  return t(key, { name: nameOfPlace(session, games, place) });
}

/** Returns the names that `eventText` needs. */
export function eventNamesOf(session: TableSession | null, games: readonly GameInfo[]): EventNames {
  const { info } = session ?? {};
  const game = info?.game ?? "";
  const names = session ? namesOfSeats(session, games) : [];
  return {
    t,
    game: translator(game),
    place: (place, then) => (session ? nameOfPlace(session, games, place, then) : ""),
    seat: (seat) => names[seat] ?? "",
    level: (level) => levelName(games.find((known) => known.name === game), game, level),
    asked: (ask) => session?.log.entries.flatMap(({ event }) =>
      event.kind === "asked" && event.seq === ask ? [event.what] : [])[0],
    lastDay,
    muted: (place) => info != null && mutedPlayers.has(info, place),
  };
}

/**
 * Renders the player to act, the next step, and `ask`; at a frozen table, how to resume. It is no live region: the page
 * tells whose turn it is together with what happened.
 */
export function turnBanner(
  session: TableSession, state: StateView, games: readonly GameInfo[],
  acting: { mark: string } | undefined, hint: string, ask: TemplateResult | typeof nothing,
): TemplateResult {
  const frozen = session.info?.status === "frozen";
  return html`<div class="turn-banner ${state.mine ? "mine" : ""}">
    ${acting
      ? html`<span class="chip" style="--seat: var(--turn)" aria-hidden="true"><span>${acting.mark}</span></span>`
      : nothing}
    <span><strong>${frozen ? t("frozen.title") : turnText(session, games)}</strong>
      <span class="hint">${frozen ? t(isHere(session.info?.id ?? "") ? "frozen.text.here" : "frozen.text") : state.mine ? hint : ""}</span></span>
    ${frozen && session.places.length > 0
      ? html`<button class="primary" data-action="resume"
          @click=${() => session.send({ type: "resume" })}>${t("frozen.resume")}</button>`
      : ask}
  </div>`;
}
