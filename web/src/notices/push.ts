/** Web Push in this browser: it is asked for after a click only. */
import { canKeep, keep } from "../offline/service.ts";
import type { NewPushDevice } from "../net/protocol.ts";

/** Whether this browser can show pushed notices. */
export function canPush(): boolean {
  return canKeep() && "PushManager" in window && "Notification" in window;
}

/** Whether the user has forbidden notices of this page in the browser. */
export function isForbidden(): boolean {
  return canPush() && Notification.permission === "denied";
}

/** Asks the user and the browser; returns what the server needs, or null if the user says no. */
export async function subscribe(serverKey: string): Promise<NewPushDevice | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await keep();
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey) };
  const found = await pushManager.subscribe(wanted).catch(async (error: unknown) => {
    // Subscribed with other keys of the server.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = found.toJSON();
  return { endpoint: endpoint!, p256dh: keys!["p256dh"]!, auth: keys!["auth"]! };
}

/** Returns the bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
