/** How games end. */
/** The result of a game, as the protocol and records have it. */
export interface GameResult {
  /** The winning seats; several if they share the first rank. */
  winners: number[];
  /** By seat. */
  scores: number[];
  /** By seat, 1 is best. Equal seats share a rank. */
  ranks: number[];
  /** One of `game.facts.reasons`. */
  reason: string;
}

/** What is used of a state. */
export interface Ending {
  reason(): string | null;
  ranks(): number[];
  scores(): number[];
}

/** Returns the result as Python's `state.result()`, null before the end. Example: `resultOf(state)?.winners`. */
export function resultOf(state: Ending): GameResult | null {
  const reason = state.reason();
  if (reason === null) return null;
  const ranks = state.ranks();
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  return { winners, scores: state.scores(), ranks, reason };
}
