/** Numbers of players with the same name. */

/**
 * Returns the number of a place among those of players alike, from 1: in the order of the seats, as in the record;
 * before the seats are drawn, of the places.
 */
export function numberAmong(place: number, alike: readonly number[], seats: readonly number[]): number {
  return [...alike].sort((a, b) => seats.indexOf(a) - seats.indexOf(b)).indexOf(place) + 1;
}
