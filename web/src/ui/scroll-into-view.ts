/** Smooth scrolling to the element that is used next. */
import { reducedMotion } from "./motion.ts";

/** Margin in CSS pixels. */
const AROUND = 10;

/** Vertical extent relative to the top of the window, in CSS pixels. */
export interface Span {
  top: number;
  bottom: number;
}

/**
 * Returns how far to scroll so that everything from `first` to `last` is in a window of the given height: as
 * little as possible, and `last` at the bottom if both do not fit.
 */
export function scrollNeeded(first: Span, last: Span, height: number): number {
  const below = last.bottom + AROUND - height;
  if (below > 0) return below;
  const above = Math.min(first.top, last.top) - AROUND;
  return above < 0 ? Math.max(above, below) : 0;
}

/** Scrolls until everything from `first` to `last` is visible; `last` has priority. */
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

/** Returns the nearest scrolling ancestor inside the page, or null. */
function scrolling(element: Element): Element | null {
  for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around);
    if ((overflowY === "auto" || overflowY === "scroll") && around.scrollHeight > around.clientHeight) return around;
  }
  return null;
}
