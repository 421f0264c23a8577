/** What happened at a table, in sentences. */
import { keyOf } from "../judge/answers.ts";
import type { LogEvent } from "../net/protocol.ts";
import type { Args } from "../words/message.ts";

export interface Speaker {
  say(key: string, args?: Args): string;
  game(key: string, args?: Args): string;
  place(place: number): string;
  seat(seat: number): string;
  level(level: number): string;
}

/** The sentence for an event; empty for what is not worth one. */
export function sentence(event: LogEvent, to: Speaker): string {
  switch (event.kind) {
    case "joined":
      return to.say("log.joined", { name: event.name });
    case "filled":
      return to.say("log.filled", { level: to.level(event.level) });
    case "renamed":
      return to.say("log.renamed", { name: event.name });
    case "started":
      return to.say("log.started", {
        count: event.game_number,
        name: to.seat(0),
      });
    case "move":
      return to.say("log.move", {
        name: to.seat(event.seat),
        what: event.words ? to.game(event.words.key, event.words.args) : event.text,
      });
    case "chance":
      return event.words ? to.game(event.words.key, event.words.args) : event.text;
    case "asked":
      return to.say(`log.asked.${event.what}`, { name: to.place(event.place) });
    case "answered":
      return to.say(event.yes ? "log.yes" : "log.no", { name: to.place(event.place) });
    case "taken_back":
      return to.say("log.taken_back", { name: to.place(event.place) });
    case "judged":
      return to.say("log.judged", {
        name: to.place(event.place), what: to.game(keyOf(event.answer)),
      });
    case "hinted":
      return to.say("log.hinted", { name: to.place(event.place) });
    case "resigned":
      return to.say("log.resigned", { name: to.place(event.place) });
    case "taken_over":
      return to.say("log.taken_over", {
        name: to.place(event.place),
        level: to.level(event.level),
      });
    case "retaken":
      return to.say("log.retaken", { name: to.place(event.place) });
    case "calmed":
      return to.say(event.on ? "log.calmed.on" : "log.calmed.off");
    case "over":
      return to.say("log.over");
    case "frozen":
      return to.say("log.frozen");
    case "resumed":
      return to.say("log.resumed");
    default:
      return "";
  }
}
