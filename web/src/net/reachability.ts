/** Whether the server could be reached lately, as far as the page knows. */

let reachable = typeof navigator === "undefined" || navigator.onLine !== false;
const changes = new EventTarget();

export function isReachable(): boolean {
  return reachable;
}

/** Takes what a request has found out. */
export function noteReachable(found: boolean): void {
  if (found === reachable) return;
  reachable = found;
  changes.dispatchEvent(new Event("change"));
}

/** Calls `changed` when the server is gone, and when it is there again. Returns a function that ends it. */
export function onReachable(changed: () => void): () => void {
  changes.addEventListener("change", changed);
  return () => changes.removeEventListener("change", changed);
}

if (typeof window !== "undefined") {
  window.addEventListener("offline", () => noteReachable(false));
  window.addEventListener("online", () => noteReachable(true));
}
