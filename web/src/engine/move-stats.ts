/** What searches find about moves, and which is the best: as in `empile.engine.search.trees`. */

/** What a search found about a move. */
export interface MoveStats {
  action: number;
  /** The number of simulations that began with the move. */
  visits: number;
  /** Mean returns by seat; zeros if unvisited. */
  values: number[];
  /** Mean final points by seat; null if unvisited, a rollout was cut, or the game has no points. */
  scores: number[] | null;
  /** Whether `values` are exact: the result of best play. */
  solved: boolean;
}

/** Sorts moves by visits, and puts the best of `seat` first: the most visited, or a solved move with a better value. */
export function bestFirst(moves: readonly MoveStats[], seat: number): MoveStats[] {
  const sorted = moves.toSorted((a, b) => b.visits - a.visits || a.action - b.action);
  const best = bestOf(sorted, seat);
  return best === undefined ? sorted : [best, ...sorted.filter((move) => move !== best)];
}

function bestOf(sorted: readonly MoveStats[], seat: number): MoveStats | undefined {
  if (seat < 0) return sorted[0];
  const value = ({ values }: MoveStats) => values[seat] ?? 0;
  const known = sorted.filter((move) => move.solved);
  const [guessed] = sorted.filter((move) => !move.solved);
  const [first, ...others] = known;
  if (first === undefined || (guessed !== undefined && known.every((move) => value(move) === -1))) return guessed;
  const best = others.reduce((most, move) => (value(move) > value(most) ? move : most), first);
  return guessed !== undefined && value(guessed) > value(best) ? guessed : best;
}
