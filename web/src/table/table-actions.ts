/** Actions at a table other than moves. */
import { html, nothing, type TemplateResult } from "lit";
import { icon, type IconName } from "../ui/icons.ts";
import type { StateView } from "../net/protocol.ts";
import { t } from "../i18n/i18n.ts";
import type { TableSession } from "./session.ts";
import type { Drawer } from "./table-drawers.ts";

export interface TableAction {
  open(drawer: Drawer): void;
  /** Whether moves are chosen from lists, and the switch for it. */
  lists: boolean;
  switchLists(): void;
  save(): void;
}

export function tableActions(
  session: TableSession, state: StateView, doing: TableAction,
): TemplateResult {
  const playing = session.info?.status === "playing";
  const seated = session.places.length > 0;
  const away = session.info?.places.some((place) => place.mine && place.stands_in) ?? false;
  const button = (name: string, text: string, picture: IconName, action: () => void) =>
    html`<button class="quiet" data-action=${name} @click=${action}>${icon(picture)} ${text}</button>`;
  const drawer = (name: Drawer, text: string, picture: IconName) =>
    button(name, text, picture, () => doing.open(name));
  return html`<div class="actions table-actions" role="group" aria-label=${t("actions")}>
    ${state.takeback && playing && !session.animation // the outcome of a running animation cannot be taken back
      ? button("takeback", t("takeback"), "undo", () => session.send({ type: "takeback" }))
      : nothing}
    ${away
      ? button("retake", t("retake"), "person", () => session.send({ type: "retake" }))
      : nothing}
    ${seated && playing && session.info?.assist != null
      ? button(
        "assist", t(session.info.assist ? "hand.assist.off" : "hand.assist.on"), "hand",
        () => session.send({ type: "set_assist", on: !session.info?.assist }),
      )
      : nothing}
    ${drawer("rules", t("rules"), "book")}
    <span class="narrow-only">${drawer("log", t("log"), "log")}</span>
    ${drawer("invite", t("invite.short"), "link")}
    ${button("lists", t(doing.lists ? "lists.off" : "lists.on"), "menu", doing.switchLists)}
    <span class="keys-only">${drawer("keys", t("keys"), "key")}</span>
    ${button("record", t("record.save"), "save", doing.save)}
    ${seated && playing && !away ? drawer("resign", t("resign"), "flag") : nothing}
  </div>`;
}
