/** Notices that the server pushes: shown by the system, confirmed to the server, and opened by a click. */

declare const self: ServiceWorkerGlobalScope;

/** What the server pushes. */
export interface Pushed {
  title: string;
  body: string;
  lang: string;
  /** The page that a click opens. */
  path: string;
  /** A later notice with the same tag replaces this one. */
  tag: string;
  /** The secret by which the server knows that it was shown. */
  ack: string;
}

/** Shows a pushed notice, and confirms it. */
export async function show(data: PushMessageData | null): Promise<void> {
  const { title, body, lang, path, tag, ack } = data!.json() as Pushed;
  await self.registration.showNotification(title, {
    body, lang, tag, icon: "/icons/app-192.png", badge: "/icons/app-192.png", data: path,
  });
  // Without an answer the server tries another channel.
  await fetch("/api/notices/shown", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ack }), credentials: "omit",
  }).catch(() => undefined);
}

/** Subscribes again after the browser has ended the subscription, and tells the server. */
export async function renew(): Promise<void> {
  const { push_key } = await (await fetch("/api/notices/push-key")).json() as { push_key: string | null };
  if (push_key === null) return;
  const wanted = { userVisibleOnly: true, applicationServerKey: push_key };
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(wanted)).toJSON();
  await fetch("/api/notices/device", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, p256dh: keys!["p256dh"], auth: keys!["auth"] }),
  });
}

/** Opens what a notice is about: in a window that shows it, else in any window of the page, else in a new one. */
export async function open(notice: Notification): Promise<void> {
  notice.close();
  const address = new URL(String(notice.data), self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => url.split("#")[0] === address);
  if (there) return void (await there.focus());
  // A game in progress is not left: another one gets a window of its own.
  const free = windows.find(({ url }) => !new URL(url).pathname.startsWith("/t/"));
  if (free) await (await free.focus()).navigate(address);
  else await self.clients.openWindow(address);
}
