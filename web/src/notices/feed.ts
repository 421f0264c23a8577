/**
 * The notices of the member who plays on this device: they come by a stream while the page is in sight. Such a page
 * confirms what it gets, so that the server uses no other channel; what the page itself is about counts as read.
 */
import { currentMember } from "../account/account-state.ts";
import { renderAll } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import { follow } from "../net/lines.ts";
import { noticesApi, pathOf, type Notice, type Notices } from "./notices-api.ts";

let known: Notices | null = null;
let owner = "";
let follows = false;
let running: AbortController | null = null;
let confirmed = new Set<string>();

/** Returns what was last known of the member who plays. */
export function told(): Notices | null {
  return owner === currentMember()?.id ? known : null;
}

/** Begins to follow, while the page is in sight. Later calls follow another member, if another one plays now. */
export function followNotices(): void {
  if (follows) {
    if (owner !== (currentMember()?.id ?? "")) restart();
    return;
  }
  follows = true;
  document.addEventListener("visibilitychange", restart);
  onNavigate(() => void confirm());
  restart();
}

/** Notes that the member has read notices. */
export async function read(notices: readonly Notice[]): Promise<void> {
  const ids = notices.filter((one) => !one.read).map(({ id }) => id);
  if (ids.length > 0 && owner) take(owner, await noticesApi.seen(owner, { ids, read: true }));
}

function restart(): void {
  running?.abort();
  running = null;
  const member = currentMember()?.id ?? "";
  if (owner !== member) {
    [owner, known, confirmed] = [member, null, new Set()];
    renderAll();
  }
  if (!member || document.hidden) return;
  running = new AbortController();
  void follow<Notices>(noticesApi.streamPath(member), running.signal, (found) => take(member, found));
}

function take(member: string, found: Notices): void {
  if (member !== owner) return;
  known = found;
  renderAll();
  void confirm();
}

/** Confirms what a page in sight has got; what it is about is read. */
async function confirm(): Promise<void> {
  if (!known || document.hidden) return;
  const fresh = known.notices.filter((one) => !one.read);
  const here = fresh.filter((one) => pathOf(one) === location.pathname);
  const others = fresh.filter((one) => !here.includes(one) && !confirmed.has(keyOf(one)));
  for (const one of fresh) confirmed.add(keyOf(one));
  try {
    if (others.length > 0) await noticesApi.seen(owner, { ids: others.map(({ id }) => id), read: false });
    await read(here);
  } catch {
    // Another channel tells it.
  }
}

/** A notice that has become new again has another time. */
function keyOf({ id, made }: Notice): string {
  return `${id} ${made}`;
}
