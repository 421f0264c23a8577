/** Messages at a table: how many are unread, and the conversation inside the panel. */
import { html, type TemplateResult } from "lit";
import type { TableInfo } from "../../net/protocol.ts";
import { t } from "../../i18n/i18n.ts";
import { mutedPlayers } from "./muted.ts";
import { conversationAt } from "../../messages/conversations.ts";
import type { TextMessage } from "../../messages/messages-api.ts";
import "../../messages/conversation-view.ts";

export { followConversations } from "../../messages/conversations.ts";

/** Returns what to say of unread messages at a table, without those of muted players; empty if there are none. */
export function unreadText(info: TableInfo): string {
  const places = conversationAt(`tables/${info.id}`)?.places ?? [];
  const count = places.filter((place) => !mutedPlayers.has(info, place)).length;
  return count > 0 ? t("messages.unread", { count }) : "";
}

/** Renders the conversation at a table, without messages of muted players. */
export function conversationOf(info: TableInfo): TemplateResult {
  const hides = ({ place, own }: TextMessage) => !own && place !== undefined && place !== null && mutedPlayers.has(info, place);
  const people = info.places.map(({ kind, name }) => `${kind} ${name}`).join("\n");
  return html`<conversation-view .where=${`tables/${info.id}` as const} .people=${people} .hides=${hides}></conversation-view>`;
}
