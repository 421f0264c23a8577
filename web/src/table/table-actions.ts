/** What can be done at a table besides moving. */
import { html, nothing, type TemplateResult } from "lit";
import { icon, type IconName } from "../app/icons.ts";
import type { StateView } from "../net/protocol.ts";
import { say } from "../words/words.ts";
import type { TableSession } from "./session.ts";
import type { Drawer } from "./table-drawers.ts";

export interface Doing {
  open(drawer: Drawer): void;
  /** Whether moves are chosen from lists, and switching that. */
  lists: boolean;
  switchLists(): void;
  save(): void;
}

export function tableActions(
  session: TableSession, state: StateView, doing: Doing,
): TemplateResult {
  const playing = session.info?.status === "playing";
  const seated = session.places.length > 0;
  const away = session.info?.places.some((place) => place.mine && place.stands_in) ?? false;
  const button = (name: string, text: string, picture: IconName, action: () => void) =>
    html`<button class="quiet" data-action=${name} @click=${action}>${icon(picture)} ${text}</button>`;
  const drawer = (name: Drawer, text: string, picture: IconName) =>
    button(name, text, picture, () => doing.open(name));
  return html`<div class="actions table-actions" role="group" aria-label=${say("actions")}>
    ${state.takeback && playing && !session.film // what the film tells cannot be taken back, and comes next
      ? button("takeback", say("takeback"), "undo", () => session.send({ type: "takeback" }))
      : nothing}
    ${away
      ? button("retake", say("retake"), "person", () => session.send({ type: "retake" }))
      : nothing}
    ${seated && playing && session.info?.calm != null
      ? button(
        "calm", say(session.info.calm ? "hand.calm.off" : "hand.calm.on"), "hand",
        () => session.send({ type: "calm", on: !session.info?.calm }),
      )
      : nothing}
    ${drawer("rules", say("rules"), "book")}
    <span class="narrow-only">${drawer("log", say("log"), "log")}</span>
    ${drawer("invite", say("invite.short"), "link")}
    ${button("lists", say(doing.lists ? "lists.off" : "lists.on"), "menu", doing.switchLists)}
    ${button("record", say("record.save"), "save", doing.save)}
    ${seated && playing && !away ? drawer("resign", say("resign"), "flag") : nothing}
  </div>`;
}
