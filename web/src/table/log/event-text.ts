/** Log events as sentences. */
import { rulingKey } from "../../physics/ruling/rulings.ts";
import type { LogEvent } from "../../net/protocol.ts";
import { isReaction, phraseText, pictureOf } from "../talk/phrases.ts";
import { eventWords, type Args } from "../../i18n/message-format.ts";

export interface EventNames {
  t(key: string, args?: Args): string;
  game(key: string, args?: Args): string;
  /** The player of a place, by the name at that time if there is one. */
  place(place: number, then?: string): string;
  seat(seat: number): string;
  level(level: number): string;
  /** What a question was about; undefined if it is not known. */
  asked?(ask: number): string | undefined;
  /** The last day before a moment. */
  lastDay(until: number): string;
  /** Whether the phrases of a place are not shown. */
  muted?(place: number): boolean;
}

/** Returns the sentence for an event, or an empty string if it is not shown. */
export function eventText(event: LogEvent, to: EventNames): string {
  switch (event.kind) {
    case "joined":
      return to.t("log.joined", { name: to.place(event.place, event.name) });
    case "filled":
      return to.t("log.filled", { level: to.level(event.level) });
    case "renamed":
      return to.t("log.renamed", { name: event.name });
    case "started":
      return to.t("log.started", {
        count: event.game_number,
        name: to.seat(0),
      });
    case "move":
      return to.t("log.by", {
        name: to.seat(event.seat),
        what: eventWords(to.game, event),
      });
    case "chance":
      return eventWords(to.game, event);
    case "asked":
      return to.t(`log.asked.${event.what}`, { name: to.place(event.place) });
    case "answered":
      if (event.yes && to.asked?.(event.ask) === "presence") return to.t("log.here", { name: to.place(event.place) });
      return to.t(event.yes ? "log.yes" : "log.no", { name: to.place(event.place) });
    case "taken_back":
      return to.t("log.taken_back", { name: to.place(event.place) });
    case "ruling_proposed":
      return to.t("log.by", {
        name: to.place(event.place), what: to.game(rulingKey(event.outcome)),
      });
    case "hinted":
      return to.t("log.hinted", { name: to.place(event.place) });
    case "resigned":
      return to.t("log.resigned", { name: to.place(event.place) });
    case "flagged":
      return to.t(event.reason === "absence" ? "log.missed" : "log.flagged", { name: to.place(event.place) });
    case "outage":
      if (event.until === event.since) return ""; // the game is missing from then on; the next one says how long
      return to.t("log.outage", { count: Math.max(1, Math.round((event.until - event.since) / 1000)) });
    case "away":
      return awayText(event, to);
    case "said": {
      const what = phraseText(event.phrase, to.game);
      if (!what || to.muted?.(event.place)) return "";
      return to.t(isReaction(event.phrase) ? "log.by" : "log.said", {
        name: to.place(event.place), what: isReaction(event.phrase) ? `${pictureOf(event.phrase)} ${what}` : what,
      });
    }
    case "taken_over":
      return to.t("log.taken_over", {
        name: to.place(event.place),
        level: to.level(event.level),
      });
    case "retaken":
      return to.t("log.retaken", { name: to.place(event.place) });
    case "assist_set":
      return to.t(event.on ? "log.assist_set.on" : "log.assist_set.off");
    case "over":
      return event.reason === "aborted" && event.place !== undefined
        ? to.t(event.late ? "log.late" : "log.aborted", { name: to.place(event.place) })
        : to.t("log.over");
    case "frozen":
      return to.t("log.frozen");
    case "resumed":
      return to.t("log.resumed");
    default:
      return "";
  }
}

/** Returns who is away until when, or is back earlier; nothing if an absence of before is left out. */
function awayText({ at, place, periods }: Extract<LogEvent, { kind: "away" }>, to: EventNames): string {
  const until = periods.at(-1)?.[1];
  if (until === undefined) return "";
  const name = to.place(place);
  return until > at ? to.t("log.away", { name, date: to.lastDay(until) }) : to.t("log.returned", { name });
}
