/** What waits for the member who plays on this device: asked for each minute while the page is seen, or told by the lobby. */
import { currentMember } from "../account/account-state.ts";
import { renderAll } from "../ui/base-element.ts";
import { contactsApi, type Challenge, type Inbox } from "./contacts-api.ts";

/** The server takes a member as present for 90 seconds after each request. */
const EACH = 60_000;

let known: Inbox | null = null;
let owner = "";
let timer = 0;
/** The member for whom it was first asked. */
let follower = "";

/** Returns what was last known. */
export function inbox(): Inbox | null {
  return owner === (currentMember()?.id ?? "") ? known : null;
}

/** Returns how many requests and challenges wait for an answer. */
export function waiting(found: Inbox | null = inbox()): number {
  return found ? found.requests + found.challenges.filter(isReceived).length : 0;
}

/** Whether a challenge waits for the member's answer. */
export function isReceived({ state, place, players }: Challenge): boolean {
  return state === "open" && place !== 0 && players[place]?.accepted === false;
}

/** Takes what the server has told. */
export function takeInbox(found: Inbox): void {
  owner = currentMember()?.id ?? "";
  known = found;
  renderAll();
}

/** Asks the server now. Failures leave what was known: the next try is soon. */
export async function refreshInbox(): Promise<void> {
  const member = currentMember()?.id;
  if (!member) return;
  const found = await contactsApi.inbox(member).catch(() => null);
  if (found && member === currentMember()?.id) takeInbox(found);
}

/** Begins to ask, also whenever the page is seen again. Later calls ask at once if another member plays now. */
export function followInbox(): void {
  if (!timer) {
    timer = window.setInterval(ask, EACH);
    document.addEventListener("visibilitychange", ask);
  }
  const member = currentMember()?.id ?? "";
  if (member === follower) return;
  follower = member;
  ask();
}

function ask(): void {
  if (!document.hidden) void refreshInbox();
}
