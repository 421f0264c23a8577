/** Minutes of the day, as time fields have them: "22:30". */

/** Returns minutes as a time field shows them; empty for null. */
export function clockOf(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return "";
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Returns the minutes that a time field has; null if it is empty. */
export function minuteOf(value: unknown): number | null {
  const found = /^(\d\d):(\d\d)/.exec(String(value ?? ""));
  return found ? 60 * Number(found[1]) + Number(found[2]) : null;
}
