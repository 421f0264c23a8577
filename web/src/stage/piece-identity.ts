/**
 * Matches pieces to places. Pieces are never created or removed during a game: a piece whose place persists
 * stays, the others move to new places.
 */

/** A place as text; equal texts mean the same place. */
export type Place = string;

/**
 * Returns the new place of each piece: pieces whose place is still wanted stay, the others take the remaining
 * places. Null for pieces that are left over.
 */
export function assignPlaces(pieces: readonly (Place | null)[], wanted: readonly Place[]): (Place | null)[] {
  const left = [...wanted];
  const stay = pieces.map((place) => {
    const found = place === null ? -1 : left.indexOf(place);
    if (found < 0) return null;
    left.splice(found, 1);
    return place;
  });
  // Visible pieces first: a piece in sight should move before another appears.
  const order = pieces.map((_, index) => index).sort((a, b) => rank(a) - rank(b));
  for (const index of order) if (stay[index] === null) stay[index] = left.shift() ?? null;
  return stay;

  function rank(index: number): number {
    return pieces[index] === null ? 1 : 0;
  }
}
