/** Installing the page as an app. */
import { localStore } from "../ui/storage.ts";
import { changes, offered, takeOffer } from "./install-offer.ts";

/** How the page can be installed: by the browser's own dialogue, or by hand from its menu. */
export type Install = "prompt" | "by_hand" | null;

/** What is known of somebody's visits. */
export interface Visits {
  /** Days on which the page was opened. */
  days: number;
  /** Whether anything was finished: a game, a lesson or a level. */
  finished: boolean;
  /** Whether the hint was closed. */
  closed: boolean;
}

const DAYS = "empile.days";
const CLOSED = "empile.install";
/** Counts of days beyond this make no difference. */
const ENOUGH = 2;

export function onInstall(changed: () => void): () => void {
  changes.addEventListener("change", changed);
  return () => changes.removeEventListener("change", changed);
}

export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches
    || (navigator as { standalone?: boolean }).standalone === true;
}

export function canInstall(): Install {
  if (isInstalled()) return null;
  if (offered()) return "prompt";
  // Safari on telephones and tablets has no dialogue of its own, only an entry in its menu.
  return "standalone" in navigator ? "by_hand" : null;
}

/** Opens the browser's dialogue; returns whether the page was installed. */
export async function install(): Promise<boolean> {
  const { outcome } = (await takeOffer()?.prompt()) ?? { outcome: "dismissed" };
  return outcome === "accepted";
}

/** Whether the hint is welcome: not at the first visit, and only after something was finished. */
export function isWelcome({ days, finished, closed }: Visits): boolean {
  return !closed && finished && days >= ENOUGH;
}

/** Counts today as a day on which the page was opened; returns the number of days. */
export function countDay(today: string, store: Pick<Storage, "getItem" | "setItem"> = localStore): number {
  const [count = "0", last = ""] = (store.getItem(DAYS) ?? "").split(" ");
  const before = /^\d+$/.test(count) ? Number(count) : 0;
  if (last === today) return before;
  const days = Math.min(ENOUGH, before + 1);
  store.setItem(DAYS, `${days} ${today}`);
  return days;
}

export function closeHint(): void {
  localStore.setItem(CLOSED, "closed");
}

export function isHintClosed(): boolean {
  return localStore.getItem(CLOSED) !== null;
}
