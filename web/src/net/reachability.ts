/** Whether the server could be reached lately, as far as the page knows. */

/** Milliseconds between looks whether the server is there again. */
const PACE = 10_000;
/** Answered by the server alone, never from what the browser has kept. */
const SIGN_OF_LIFE = "/health";

let reachable = typeof navigator === "undefined" || navigator.onLine !== false;
let timer = 0;
const changes = new EventTarget();

export function isReachable(): boolean {
  return reachable;
}

/** Takes what a request has found out. Without the server, looks for it from time to time. */
export function noteReachable(found: boolean): void {
  if (found === reachable) return;
  reachable = found;
  if (typeof window !== "undefined") {
    clearInterval(timer);
    if (!found) timer = window.setInterval(() => document.visibilityState === "visible" && void probe(), PACE);
  }
  changes.dispatchEvent(new Event("change"));
}

/** Finds out whether the server is there. */
export async function probe(): Promise<void> {
  noteReachable(await fetch(SIGN_OF_LIFE, { cache: "no-store" }).then(({ ok }) => ok, () => false));
}

/** Calls `changed` when the server is gone, and when it is there again. Returns a function that ends it. */
export function onReachable(changed: () => void): () => void {
  changes.addEventListener("change", changed);
  return () => changes.removeEventListener("change", changed);
}

if (typeof window !== "undefined") {
  window.addEventListener("offline", () => noteReachable(false));
  window.addEventListener("online", () => void probe());
}
