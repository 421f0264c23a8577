/** Client-side navigation: changes the address without loading the page again. */

const moved = new EventTarget();

/** `how`: whether the way back leads to the page that is left. */
export function navigate(path: string, how: "push" | "replace" = "push"): void {
  history[`${how}State`](null, "", path);
  moved.dispatchEvent(new Event("moved"));
}

/** Calls `listener` after each change of the address. Returns a function that unsubscribes. */
export function onNavigate(listener: () => void): () => void {
  moved.addEventListener("moved", listener);
  window.addEventListener("popstate", listener);
  return () => {
    moved.removeEventListener("moved", listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Handles clicks on links within the page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download")) return;
  const address = new URL(link.href, location.href);
  if (address.origin !== location.origin || address.pathname.startsWith("/api")) return;
  if (address.hash && address.pathname === location.pathname) return;
  event.preventDefault();
  navigate(address.pathname + address.search + address.hash);
}
