/** The navigation: in the header, on phones at the bottom. */
import { html, nothing, type TemplateResult } from "lit";
import { features } from "../account/account-state.ts";
import { t } from "../i18n/i18n.ts";
import { hasLobby } from "../setup/seek/has-lobby.ts";
import { icon, type IconName } from "../ui/icons.ts";
import { isWhole, tabOf, TABS, type AccountPart, type PeoplePart, type Route, type Tab } from "./router.ts";
import "./tabs.css";

const ICONS: Record<Tab, IconName> = { play: "play", puzzles: "puzzle", learn: "learn", people: "people" };

/** Whether this server has a part of the pages of people and of the account. */
export function hasPart(part: PeoplePart | AccountPart): boolean {
  if (part === "lobby" || part === "watch") return hasLobby();
  if (part === "messages") return features()?.messages ?? false;
  return !["friends", "notices", "decisions"].includes(part) || features() !== null;
}

/** Returns where a tab leads; null if this server has nothing there. */
function addressOf(tab: Tab): string | null {
  if (tab === "play") return "/";
  if (tab !== "people") return `/${tab}`;
  return hasPart("lobby") ? "/lobby" : hasPart("friends") ? "/friends" : null;
}

/** Renders the tabs, that of the page marked. */
export function tabs(route: Route): TemplateResult {
  const current = tabOf(route.page);
  return html`<nav class="tabs" aria-label=${t("tabs")} data-whole=${isWhole(route) ? "" : nothing}>
    ${TABS.map((tab) => {
      const address = addressOf(tab);
      return address === null ? nothing : html`<a href=${address} data-tab=${tab}
        aria-current=${tab === current ? (location.pathname === address ? "page" : "true") : nothing}>
        ${icon(ICONS[tab])}<span>${t(`tabs.${tab}`)}</span>
        ${tab === "people" ? html`<waiting-count></waiting-count>` : nothing}</a>`;
    })}
  </nav>`;
}
