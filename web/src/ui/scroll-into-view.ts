/** Scrolling calmly to what is used now. */
import { reducedMotion } from "./motion.ts";

/** CSS pixels that are left around it. */
const AROUND = 10;

/** Where something is, from the top of the window, in CSS pixels. */
export interface Span {
  top: number;
  bottom: number;
}

/**
 * How far to scroll down so that all from `first` to `last` is in a window of that height: as little as
 * possible; where there is no room for all, so that `last` is at its lower end.
 */
export function scrollNeeded(first: Span, last: Span, height: number): number {
  const below = last.bottom + AROUND - height;
  if (below > 0) return below;
  const above = Math.min(first.top, last.top) - AROUND;
  return above < 0 ? Math.max(above, below) : 0;
}

/** Scroll until all from `first` to `last` is in sight, and `last` before all. */
export function scrollIntoView(first: Element, last: Element): void {
  const behavior = reducedMotion() ? "instant" : "smooth";
  const end = last.getBoundingClientRect();
  const inner = scrolling(last);
  let by = 0;
  if (inner) {
    const box = inner.getBoundingClientRect();
    const within = { top: end.top - box.top, bottom: end.bottom - box.top };
    by = scrollNeeded(within, within, inner.clientHeight);
    if (by !== 0) inner.scrollBy({ top: by, behavior });
  }
  const moved = { top: end.top - by, bottom: end.bottom - by };
  const whole = scrollNeeded(first.getBoundingClientRect(), moved, window.innerHeight);
  if (whole !== 0) window.scrollBy({ top: whole, behavior });
}

/** What scrolls around an element, inside the page. */
function scrolling(element: Element): Element | null {
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around);
    if ((overflowY === "auto" || overflowY === "scroll") && around.scrollHeight > around.clientHeight) return around;
  }
  return null;
}
