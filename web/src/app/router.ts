/** Addresses of the page, and going from one to another without loading it anew. */

export type Route =
  | { page: "home" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string | null }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; lesson: string | null }
  | { page: "make"; game: string; option: string }
  | { page: "keeper"; game: string }
  | { page: "missing" };

export function routeOf(path: string): Route {
  const [first = "", second = "", ...more] = path
    .split("/")
    .filter(Boolean)
    .map((step) => {
      try {
        return decodeURIComponent(step);
      } catch {
        return step;
      }
    });
  if (first === "make" && second && more.length === 1) {
    return { page: "make", game: second, option: more[0] ?? "" };
  }
  if (first === "learn" && second && more.length < 2) {
    return { page: "learn", game: second, lesson: more[0] ?? null };
  }
  if (more.length > 0) return { page: "missing" };
  if (first === "") return { page: "home" };
  if (first === "t" && second) return { page: "table", id: second };
  if (first === "r") return { page: "replay", id: second || null };
  if (first === "rules" && second) return { page: "rules", game: second };
  if (first === "box" && second) return { page: "keeper", game: second };
  return { page: "missing" };
}

const moved = new EventTarget();

export function navigate(path: string): void {
  history.pushState(null, "", path);
  moved.dispatchEvent(new Event("moved"));
}

/** Call `listener` after each change of the address; returns how to stop that. */
export function onMoved(listener: () => void): () => void {
  moved.addEventListener("moved", listener);
  window.addEventListener("popstate", listener);
  return () => {
    moved.removeEventListener("moved", listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Follow links within the page without loading it anew. */
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
