/** Calendar days, in this browser's time zone: whoever looks at the page decides which day it is. */

/** Returns the day of a moment, or one that is `more` days later, as date fields have it: "2026-12-03". */
export function dayOf(at: number, more = 0): string {
  const date = new Date(at);
  date.setDate(date.getDate() + more);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns when a day begins, or one that is `more` days later. Not every day has 24 hours. */
export function midnight(day: string, more = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + more).getTime();
}
