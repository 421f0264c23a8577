/** Teams. Seats rotate from game to game and partners stay, so the same holds for seats and places. */

/** Returns the members of each team, the team of seat (or place) 0 first; empty without teams. */
export function teamsOf(teams: readonly number[] | null | undefined): number[][] {
  if (!teams) return [];
  return [...new Set(teams)].map((team) => teams.flatMap((other, seat) => (other === team ? [seat] : [])));
}

/** Returns the partners of a seat (or place); empty without teams. */
export function partnersOf(seat: number, teams: readonly number[] | null | undefined): number[] {
  return (teams ?? []).flatMap((team, other) => (other !== seat && team === teams?.[seat] ? [other] : []));
}
