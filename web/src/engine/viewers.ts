/** Who is shown something, by the numbers of the rules: seats, and two more. */
import { ArgumentError } from "./errors.ts";

const SPECTATOR = -1;
/** Is shown the full texts of chance events. */
export const SEES_ALL = -2;

/** What is used of a game. */
interface Seats {
  readonly numPlayers: number;
}

/** Throws `ArgumentError` for an unknown seat. */
export function checkSeat({ numPlayers }: Seats, seat: number): void {
  if (!Number.isInteger(seat) || seat < 0 || seat >= numPlayers) {
    throw new ArgumentError(`seats are 0 to ${numPlayers - 1}, not ${seat}`);
  }
}

/** Returns the number of a viewer, a seat or null: a spectator; throws `ArgumentError` for an unknown seat. */
export function viewerOf(game: Seats, seat: number | null): number {
  if (seat === null) return SPECTATOR;
  checkSeat(game, seat);
  return seat;
}
