/** Who plays with whom. Seats go round from game to game and partners stay: what holds for seats holds for places. */

/** The members of each team, the team of seat (or place) 0 first; none where each plays alone. */
export function teamsOf(teams: readonly number[] | null | undefined): number[][] {
  if (!teams) return [];
  return [...new Set(teams)].map((team) => teams.flatMap((other, seat) => (other === team ? [seat] : [])));
}

/** Who plays with a seat (or place); nobody where each plays alone. */
export function partnersOf(seat: number, teams: readonly number[] | null | undefined): number[] {
  return (teams ?? []).flatMap((team, other) => (other !== seat && team === teams?.[seat] ? [other] : []));
}
