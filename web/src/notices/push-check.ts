/** Keeps the subscription of this browser to pushed notices: browsers end some, and servers get other keys. */
import { localStore } from "../ui/storage.ts";
import { noticesApi } from "./notices-api.ts";
import { bytesOf, canPush, subscribe } from "./push.ts";

const DAY = 86_400_000;
/** When the subscription was last looked at; there is nothing without one. */
const CHECKED = "empile.push-checked";

/** Notes that this browser has a subscription, or has none any more. */
export function notePush(subscribed: boolean): void {
  if (subscribed) localStore.setItem(CHECKED, String(Date.now()));
  else localStore.removeItem(CHECKED);
}

/** Looks at the subscription once a day, if there is one. */
export async function checkPush(): Promise<void> {
  const checked = localStore.getItem(CHECKED);
  if (checked === null || Date.now() - Number(checked) < DAY) return;
  const { push_key } = await noticesApi.pushKey();
  if (push_key !== null) await renewPush(push_key, false);
  notePush(true);
}

/** Subscribes again if needed, or in any case if the subscription is dead; returns whether it has. */
export async function renewPush(serverKey: string, dead: boolean): Promise<boolean> {
  if (!canPush() || Notification.permission !== "granted") return false;
  const registration = await navigator.serviceWorker.getRegistration();
  const found = await registration?.pushManager.getSubscription();
  if (found && !dead && isKey(found.options.applicationServerKey, serverKey)) return false;
  if (dead) await found?.unsubscribe();
  const device = await subscribe(serverKey);
  if (device) await noticesApi.renewDevice(device);
  return device !== null;
}

/** Whether a subscription is for the key of the server. Browsers that do not tell are believed. */
export function isKey(bytes: ArrayBuffer | null | undefined, serverKey: string): boolean {
  if (!bytes) return true;
  const [one, other] = [new Uint8Array(bytes), bytesOf(serverKey)];
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
