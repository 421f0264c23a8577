/** Seasons: 20264 is the last quarter of 2026. */

/** Returns a season and those before it, the newest first. */
export function seasonsUntil(current: number, count: number): number[] {
  const last = Math.floor(current / 10) * 4 + (current % 10) - 1;
  return Array.from({ length: count }, (_, back) => Math.floor((last - back) / 4) * 10 + ((last - back) % 4) + 1);
}
