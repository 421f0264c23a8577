/** From expected returns to what is drawn: one curve a side, in parts of one. */
import type { Analysis, TurningPoint } from "./analysis-api.ts";

/** Those who win together, and how their chances went. */
export interface Side {
  seats: number[];
  /** For each position known so far, from 0 (the worst) to 1 (the best). */
  chances: number[];
}

/** A return of -1 to 1 as a part of one. */
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

/** Where a position lies from left (0) to right (100). */
export function across(frame: number, last: number): number {
  return last > 0 ? rounded((100 * frame) / last) : 0;
}

/** Where a chance lies from top (0) to bottom (100). */
export function down(chance: number): number {
  return rounded(100 * (1 - chance));
}

/** The curve as the points of an SVG polyline in a field of 100 by 100. */
export function points(chances: readonly number[], last: number): string {
  return chances.map((chance, frame) => `${across(frame, last)},${down(chance)}`).join(" ");
}

/** What lies between the curve and the middle, as the points of a polygon. */
export function area(chances: readonly number[], last: number): string {
  if (chances.length === 0) return "";
  return `0,50 ${points(chances, last)} ${across(chances.length - 1, last)},50`;
}

/** The position that a place across the graph (0 to 1) means; turning points near by attract. */
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
