/** The page's service worker: registration, new versions, and what it has kept. */
import { isReachable, onReachable } from "../net/reachability.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";
import { DATA, ENGINE, PACKAGES, type KeptData } from "./worker/kept-paths.ts";

const SCRIPT = "/sw.js";
/** Milliseconds between looks for a new version. */
const HOUR = 3_600_000;
const PATIENCE = 3000;

let registration: ServiceWorkerRegistration | null = null;
let newer: ServiceWorker | null = null;
const changes = new EventTarget();
const change = () => changes.dispatchEvent(new Event("change"));

export function onService(changed: () => void): () => void {
  changes.addEventListener("change", changed);
  return () => changes.removeEventListener("change", changed);
}

/** Whether this browser can keep the page at this address. */
export function canKeep(): boolean {
  return "serviceWorker" in navigator && isSecureContext;
}

/** Whether the user has not asked to keep nothing. */
export function wantsKept(): boolean {
  return readPreference("offline") !== "off";
}

/** Whether a version is ready that is newer than this page. */
export function hasNewer(): boolean {
  return newer !== null;
}

/** Registers the worker and lets it keep everything. */
export async function keep(): Promise<void> {
  savePreference("offline", "on");
  await start();
}

/** Registers the worker, unless the user wants to save data or keep nothing. */
export async function start(): Promise<void> {
  if (!canKeep() || !wantsKept()) return;
  registration = await navigator.serviceWorker.register(SCRIPT, { updateViaCache: "none" });
  registration.addEventListener("updatefound", () => {
    const found = registration?.installing;
    found?.addEventListener("statechange", () => {
      if (found.state === "installed") void look();
    });
  });
  await look();
  let looked = performance.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || performance.now() - looked < HOUR) return;
    looked = performance.now();
    void registration?.update().catch(() => undefined);
  });
  const ready = await navigator.serviceWorker.ready;
  const played = () => [...new Set(new SavedTables(localStore).all().map(({ game }) => game))];
  const fill = () => isReachable() && ready.active?.postMessage({ type: "keep", played: played() });
  fill();
  onReachable(fill);
}

/** Finds out whether a waiting worker is of a newer version than this page. */
async function look(): Promise<void> {
  const { waiting = null } = registration ?? {};
  const mine = document.querySelector<HTMLMetaElement>('meta[name="empile-build"]')?.content;
  const theirs = waiting && (await asked<string>(waiting, "build"));
  newer = waiting && theirs !== null && theirs !== mine ? waiting : null;
  change();
}

/** Shows the new version. */
export function update(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  newer?.postMessage({ type: "activate" });
}

/** Returns what is kept, or null without a worker. */
export async function kept(): Promise<KeptData | null> {
  if (!canKeep()) return null;
  const found = registration ?? (await navigator.serviceWorker.getRegistration());
  return found?.active ? asked<KeptData>(found.active, "kept") : null;
}

/** Removes everything that is kept, and keeps nothing from now on. */
export async function forget(): Promise<void> {
  savePreference("offline", "off");
  const found = await navigator.serviceWorker.getRegistration();
  await found?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => [DATA, ENGINE, PACKAGES].includes(name) || name.startsWith("workbox-")).map((name) => caches.delete(name)));
  registration = newer = null;
  change();
}

/** Returns a worker's answer to a message; null if it does not answer. */
function asked<T>(worker: ServiceWorker, type: string): Promise<T | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), PATIENCE);
    port1.onmessage = ({ data }: MessageEvent<T>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage({ type }, [port2]);
  });
}
