/** Notices on pages that stay open that another day has begun. */
import { dayOf, midnight } from "./days.ts";

/** Calls `changed` once a new day has begun and the page is in sight; returns how to stop that. */
export function onNewDay(changed: () => void): () => void {
  let day = dayOf(Date.now());
  let timer = 0;
  const look = () => {
    const today = dayOf(Date.now());
    clearTimeout(timer);
    timer = window.setTimeout(look, midnight(today, 1) - Date.now());
    if (today === day || document.visibilityState === "hidden") return;
    day = today;
    changed();
  };
  look();
  document.addEventListener("visibilitychange", look);
  // Kept in memory, or on a computer that slept: timers may be late.
  window.addEventListener("pageshow", look);
  window.addEventListener("focus", look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pageshow", look);
    window.removeEventListener("focus", look);
  };
}
