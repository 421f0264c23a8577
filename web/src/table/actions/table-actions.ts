/** Actions at a table other than moves: the frequent ones in a bar, the others in its menu. */
import { html, nothing, type TemplateResult } from "lit";
import { icon, type IconName } from "../../ui/icons.ts";
import { canFullScreen, switchFullScreen } from "../../ui/full-screen.ts";
import type { StateView } from "../../net/protocol.ts";
import { isHere } from "../../net/here.ts";
import { t } from "../../i18n/i18n.ts";
import type { TableSession } from "../session.ts";
import type { Drawer } from "../table-drawers.ts";
import "./overflow-menu.ts";
import type { MenuItem } from "./overflow-menu.ts";

export interface TableAction {
  open(drawer: Drawer): void;
  /** Whether moves are chosen from lists, and the switch for it. */
  lists: boolean;
  switchLists(): void;
  save(): void;
  /** Saves a film of the last fall. */
  saveFall(): void;
  /** Whether the player to act may be asked whether they are there. */
  mayAskPresence: boolean;
  /** Opens the form to report a player; null if there is none to report. */
  report: (() => void) | null;
}

/** Whether a person has not moved yet, so that the game can end without effect; with others only. */
function mayAbort({ info, log, places }: TableSession, state: StateView): boolean {
  if (!info || log.more) return false;
  const people = state.seats.flatMap((place, seat) => (info.places[place]?.kind === "person" ? [seat] : []));
  const moved = new Set(log.entries.flatMap(({ event, undone }) =>
    event.kind === "move" && !undone ? [event.seat] : []));
  return people.some((seat) => !places.includes(state.seats[seat] ?? -1)) && people.some((seat) => !moved.has(seat));
}

/** Whether a bot plays for this browser. */
function isAway({ info }: TableSession): boolean {
  return info?.places.some((place) => place.mine && place.stands_in) ?? false;
}

/** Returns the items of the menu; at the end of the game it has the bar's actions, too. */
export function menuItems(session: TableSession, state: StateView, doing: TableAction): MenuItem[] {
  const playing = session.info?.status === "playing";
  const seated = session.places.length > 0;
  const away = isAway(session);
  const assist = session.info?.assist;
  const item = (name: string, label: string, picture: IconName, run: () => void): MenuItem =>
    ({ name, label, icon: picture, run });
  const drawer = (name: Drawer, label: string, picture: IconName): MenuItem =>
    item(name, label, picture, () => doing.open(name));
  const items: (MenuItem | false | null)[] = [
    !playing && drawer("rules", t("rules"), "book"),
    !playing && drawer("log", t("log"), "log"),
    !isHere(session.info?.id ?? "") && drawer("invite", t("invite.title"), "link"),
    playing && item("lists", t(doing.lists ? "lists.off" : "lists.on"), "menu", doing.switchLists),
    seated && playing && assist != null && item(
      "assist", t(assist ? "hand.assist.off" : "hand.assist.on"), "hand",
      () => session.send({ type: "set_assist", on: !assist }),
    ),
    canFullScreen() && item("full-screen", t("full_screen"), "full_screen", switchFullScreen),
    { ...drawer("keys", t("keys"), "keys"), keysOnly: true },
    item("record", t("record.save"), "save", doing.save),
    session.fall && !session.animation && item("fall", t("fall.film"), "save", doing.saveFall),
    doing.report && item("report", t("reports.link"), "report", doing.report),
    seated && playing && doing.mayAskPresence &&
      item("ask-presence", t("presence.ask"), "person", () => session.send({ type: "ask_presence" })),
    seated && playing && !away && mayAbort(session, state) &&
      item("abort", t("abort"), "close", () => session.send({ type: "abort" })),
    seated && playing && !away && drawer("resign", t("resign"), "flag"),
  ];
  return items.filter((one) => one !== false && one !== null);
}

export function tableActions(session: TableSession, state: StateView, doing: TableAction): TemplateResult {
  const button = (name: string, text: string, picture: IconName, action: () => void) =>
    html`<button class="quiet" data-action=${name} @click=${action}>${icon(picture)} ${text}</button>`;
  return html`<div class="table-actions" role="group" aria-label=${t("actions")}>
    ${state.takeback && !session.animation // the outcome of a running animation cannot be taken back
      ? button("takeback", t("takeback"), "undo", () => session.send({ type: "takeback" }))
      : nothing}
    ${isAway(session)
      ? button("retake", t("retake"), "person", () => session.send({ type: "retake" }))
      : nothing}
    ${button("rules", t("rules"), "book", () => doing.open("rules"))}
    <span class="narrow-only">${button("log", t("log"), "log", () => doing.open("log"))}</span>
    <overflow-menu .label=${t("more")} .items=${menuItems(session, state, doing)}></overflow-menu>
  </div>`;
}
