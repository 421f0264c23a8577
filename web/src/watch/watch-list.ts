/** The running public games, as the server tells them. */
import type { WatchedGame, Watching } from "../net/protocol.ts";

export class WatchList {
  /** Whether the server has told them. */
  known = false;
  /** How many games are played; the best of them are shown. */
  running = 0;
  private games = new Map<string, WatchedGame>();
  private best = "";

  take({ whole, games = [], gone = [], featured, running }: Watching): void {
    if (whole) this.games.clear();
    for (const table of gone) this.games.delete(table);
    // A game that is known keeps its place.
    for (const game of games) this.games.set(game.table, game);
    this.best = featured ?? "";
    this.running = running ?? 0;
    this.known = true;
  }

  /** The best game. */
  get featured(): WatchedGame | null {
    return this.games.get(this.best) ?? null;
  }

  /** The other games, in an order that does not change. */
  get others(): WatchedGame[] {
    return [...this.games.values()].filter(({ table }) => table !== this.best);
  }
}

/** Returns the address of the picture of a game. */
export function pictureUrl({ table, position }: WatchedGame): string {
  return `/pictures/${table}.svg?at=${position}`;
}
