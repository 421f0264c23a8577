/** Days of absences, in this browser's time zone. */

import { dayOf, midnight } from "../ui/days.ts";

const DAY = 24 * 3600 * 1000;

/** Returns the absence from the first to the last day, both included; from now on (null) if it begins today or, on a page left open, before. */
export function chosenPeriod(first: string, last: string, now: number): { began: number | null; ended: number } {
  return { began: first <= dayOf(now) ? null : midnight(first), ended: midnight(last, 1) };
}

/** Returns days without the fraction that cannot be used. */
export function daysLeft(ms: number): number {
  return Math.floor(ms / DAY);
}
