/** Addresses of one game of a table, whose rematches are further games: `?game=2`. */

export function gameQuery(number: number | undefined): string {
  return number === undefined ? "" : `?game=${number}`;
}

/** Returns the number of the table's game in the address, undefined for the latest one. */
export function askedGame(): number | undefined {
  const number = Number(new URLSearchParams(location.search).get("game"));
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
