/**
 * Who goes where. Pieces are never made or lost during a game, so each keeps its identity: what is
 * on its place stays, and what has left a place goes to one that is new.
 */

/** A place that a piece can have, as text: what stands on the same place is the same piece. */
export type Place = string;

/**
 * The new place of each piece: those of which the place is still wanted stay, the others take the
 * places left. More pieces than places: null for those left over.
 */
export function assignPlaces(pieces: readonly (Place | null)[], wanted: readonly Place[]): (Place | null)[] {
  const left = [...wanted];
  const stay = pieces.map((place) => {
    const found = place === null ? -1 : left.indexOf(place);
    if (found < 0) return null;
    left.splice(found, 1);
    return place;
  });
  // Those that stood somewhere go first: a piece in sight moves rather than another appears.
  const order = pieces.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
  for (const index of order) if (stay[index] === null) stay[index] = left.shift() ?? null;
  return stay;

  function rank(index: number): number {
    return pieces[index] === null ? 1 : 0;
  }
}
