/** The conversations of the member who plays on this device: they come by a stream, as long as a page follows. */
import { currentMember, features, findMe } from "../account/account-state.ts";
import { follow } from "../net/lines.ts";
import { renderAll } from "../ui/base-element.ts";
import { messagesApi, whereOf, type Conversation, type Conversations, type Where } from "./messages-api.ts";

let known: Conversations | null = null;
let owner = "";
let followers = 0;
let running: AbortController | null = null;

/** Returns what was last known of a conversation; null without any message. */
export function conversationAt(where: Where): Conversation | null {
  if (owner !== currentMember()?.id) return null;
  return known?.conversations.find((one) => whereOf(one) === where) ?? null;
}

/** Begins to follow while the page is in sight, if this server has messages. Returns what ends it. */
export function followConversations(): () => void {
  if (!features()?.messages) return () => undefined;
  followers += 1;
  if (followers === 1) {
    document.addEventListener("visibilitychange", restart);
    void findMe().then(restart);
  }
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    followers -= 1;
    if (followers > 0) return;
    document.removeEventListener("visibilitychange", restart);
    restart();
  };
}

/** Follows another member, if another one plays now. */
export function keepFollowing(): void {
  if (followers > 0 && owner !== (currentMember()?.id ?? "")) restart();
}

function restart(): void {
  running?.abort();
  running = null;
  const member = currentMember()?.id ?? "";
  if (owner !== member) [owner, known] = [member, null];
  if (!member || followers === 0 || document.hidden) return;
  running = new AbortController();
  void follow<Conversations>(messagesApi.streamPath(member), running.signal, (found) => {
    if (member !== owner) return;
    known = found;
    renderAll();
  });
}

/** Returns those with whom something was written outside tables, the last one first. */
export function withFriends(): { id: string; name: string }[] {
  if (owner !== currentMember()?.id) return [];
  return (known?.conversations ?? []).flatMap(({ member, name = "" }) => (member ? [{ id: member, name }] : []));
}
