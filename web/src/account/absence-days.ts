/** Days of absences, in this browser's time zone. */

const DAY = 24 * 3600 * 1000;

/** Returns the day of a moment as date fields have it: "2026-12-03". */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the absence from the first to the last day, both included; from now on (null) if it begins today. */
export function chosenPeriod(first: string, last: string, now: number): { began: number | null; ended: number } {
  return { began: first === dayOf(now) ? null : midnight(first), ended: midnight(last, 1) };
}

/** Returns days without the fraction that cannot be used. */
export function daysLeft(ms: number): number {
  return Math.floor(ms / DAY);
}

/** Returns when a day begins, or one that is `more` days later. Not every day has 24 hours. */
function midnight(day: string, more = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + more).getTime();
}
