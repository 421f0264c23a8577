/** Converts expected returns to curves, one for each side. */
import type { Analysis, TurningPoint } from "./analysis-api.ts";

/** Seats that win together, and their winning chances. */
export interface Side {
  seats: number[];
  /** For each analysed position, from 0 (worst) to 1 (best). */
  chances: number[];
}

/** Maps a return of -1 to 1 to a chance of 0 to 1. */
export function chanceOf(expected: number): number {
  return Math.min(1, Math.max(0, (expected + 1) / 2));
}

export function sidesOf(analysis: Pick<Analysis, "teams" | "expected">): Side[] {
  const teams = [...new Set(analysis.teams)];
  return teams.map((team) => {
    const seats = analysis.teams.flatMap((one, seat) => (one === team ? [seat] : []));
    const chances = analysis.expected.map((row) =>
      chanceOf(seats.reduce((sum, seat) => sum + (row[seat] ?? 0), 0) / seats.length));
    return { seats, chances };
  });
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Returns the x coordinate of a position, from 0 to 100. */
export function across(frame: number, last: number): number {
  return last > 0 ? rounded((100 * frame) / last) : 0;
}

/** Returns the y coordinate of a chance, from 0 (top) to 100. */
export function down(chance: number): number {
  return rounded(100 * (1 - chance));
}

/** Returns the curve as points of an SVG polyline in a field of 100 by 100. */
export function points(chances: readonly number[], last: number): string {
  return chances.map((chance, frame) => `${across(frame, last)},${down(chance)}`).join(" ");
}

/** Returns the area between the curve and the middle, as points of a polygon. */
export function area(chances: readonly number[], last: number): string {
  if (chances.length === 0) return "";
  return `0,50 ${points(chances, last)} ${across(chances.length - 1, last)},50`;
}

/** Returns the position at a horizontal place of the graph (0 to 1), snapping to near turning points. */
export function frameAt(
  part: number, last: number, turning: readonly TurningPoint[], near: number,
): number {
  const exact = part * last;
  const frames = turning.map((point) => point.event + point.events);
  const closest = frames.reduce<number | null>(
    (best, frame) =>
      best === null || Math.abs(frame - exact) < Math.abs(best - exact) ? frame : best, null);
  if (closest !== null && Math.abs(closest - exact) <= near * last) return closest;
  return Math.min(last, Math.max(0, Math.round(exact)));
}
