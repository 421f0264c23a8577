/** Converts expected returns to figures for people. */
import { teamsOf } from "../seats/teams.ts";

/** Returns the winning chance in percent for a return of -1 to 1; 0 and 100 only if it is certain. */
export function winPercent(value: number): number {
  if (Math.abs(value) >= 1) return value > 0 ? 100 : 0;
  return Math.min(99, Math.max(1, Math.round(50 * (1 + value))));
}

/** Returns the expected rank, from 1, for a return of -1 to 1 among `sides`, rounded to a tenth. */
export function expectedPlace(value: number, sides: number): number {
  return Math.round(10 * (1 + ((1 - value) / 2) * (sides - 1))) / 10;
}

/** Returns the points of the side of `seat` and of the other sides; partners count together. */
export function pointsBySide(
  scores: readonly number[], seat: number, teams: readonly number[] | null | undefined,
): { own: number; others: number[] } {
  const sides = teams ? teamsOf(teams) : scores.map((_, alone) => [alone]);
  const points = (side: number[]) => Math.round(side.reduce((sum, member) => sum + (scores[member] ?? 0), 0));
  return {
    own: points(sides.find((side) => side.includes(seat)) ?? []),
    others: sides.filter((side) => !side.includes(seat)).map(points),
  };
}
