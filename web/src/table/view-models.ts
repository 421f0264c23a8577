/** Data of the seat list and the log, built from the session and the model. */
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import type { GameInfo, PlaceInfo, StateView, TableInfo } from "../net/protocol.ts";
import { translator } from "../i18n/i18n.ts";
import type { LogEntry } from "./log/log-entries.ts";
import type { Outcome } from "./end/outcome.ts";
import { rankings } from "./end/rankings.ts";
import { lastDay, listed, seatNames } from "./seats/seat-names.ts";
import type { SeatView } from "./seats/seat-list.ts";
import { eventText, type EventNames } from "./log/event-text.ts";
import type { TableSession } from "./session.ts";
import type { LogLine } from "./log/table-log.ts";
import { partnersOf } from "./seats/teams.ts";

export function seatViews(
  session: TableSession, state: StateView, games: readonly GameInfo[],
  model: BoardModel | null, input: SceneInput, outcome: Outcome | null,
  said: (info: TableInfo, place: number) => string,
): SeatView[] {
  const info = session.info;
  const marks = model?.seatMarks(input) ?? [];
  const facts = model?.seatFacts(input) ?? [];
  const ranks = info ? rankings(outcome, info.teams, info.game, model, input) : [];
  const playing = info?.status === "playing";
  const names = info ? seatNames(state.seats, info, games) : [];
  const awaited = listed((session.clocks?.waits_for ?? []).flatMap((seat) => names[seat] ?? []));
  // With several own seats every player would be "you", so the tag is left out.
  const alone = state.seats.filter((place) => session.places.includes(place)).length > 1;
  return state.seats.flatMap((number, seat) => {
    const place = info?.places[number];
    if (!place) return [];
    const mine = session.places.includes(number);
    const absent = place.kind === "person" && !place.present && !mine;
    return [{
      name: names[seat] ?? "",
      livery: marks[seat] ?? null,
      facts: facts[seat] ?? [],
      toAct: playing && (state.to_act ?? state.pending_ruling?.seat) === seat,
      mine: mine && !alone,
      ours: mine,
      bot: place.kind === "bot" && !place.stands_in,
      program: place.program === true,
      profile: place.member ?? null,
      hand: handOf(place, info, games),
      absent,
      awayUntil: place.away_until && place.away_until > Date.now() ? lastDay(place.away_until) : null,
      resigned: place.resigned,
      left: place.left,
      said: info ? said(info, number) : "",
      standsIn: place.stands_in,
      ranking: ranks[seat],
      partners: partnersOf(seat, info?.teams).map((other) => names[other] ?? ""),
      clock: session.clocks && info?.clock && playing && place.kind === "person"
        ? { clocks: session.clocks, arrived: session.clocksArrived, settings: info.clock, seat, mine, awaited }
        : null,
      takeable: absent && playing && !info?.rated && session.places.length > 0 ? number : null,
    }];
  });
}

/** Returns the hand skill of a bot in the game's words; empty for persons or without physics. */
function handOf(
  { kind, hand_skill: handSkill }: PlaceInfo, info: TableInfo | null, games: readonly GameInfo[],
): string {
  const game = games.find(({ name }) => name === info?.game);
  const found = game?.hand_skills.find(({ number }) => number === handSkill);
  return kind === "bot" && game && found ? translator(game.name)(found.key) : "";
}

export function logLines(
  log: readonly LogEntry[], names: EventNames, marks: readonly { colour: string; mark: string }[],
): LogLine[] {
  return log.flatMap(({ event, undone }) => {
    const text = eventText(event, names);
    if (!text) return [];
    const mark = event.kind === "move" ? marks[event.seat] : undefined;
    const notation = event.kind === "move" || event.kind === "chance" ? event.text : "";
    return [{
      key: event.seq, text, notation, undone,
      colour: mark?.colour ?? "", mark: mark?.mark ?? "",
    }];
  });
}
