/** The games that this browser has played, running and finished, kept in its storage. */
import type { PlaceInfo, StateView, TableInfo } from "../net/protocol.ts";
import { outcomeOf } from "./end/outcome.ts";

export interface PlayedGame {
  table: string;
  /** The number of the game at its table, from 1. */
  number: number;
  game: string;
  /** When it was last seen running or ended, in milliseconds since 1970. */
  at: number;
  /** The players by seat, as in a record: bots by their level ("bot 2"), persons without a name by their place. */
  names: string[];
  /** The seats of this browser. */
  mine: number[];
  /** The rank of each seat, null while the game runs. */
  ranks: number[] | null;
  scores: number[];
  /** The seats whose resignation, time or absence ended the game. */
  resigned: number[];
  /** Why, if nobody resigned. */
  left?: PlaceInfo["left"] | undefined;
  /** Whether it was called off, so that it is not kept. */
  aborted?: boolean;
}

const KEY = "empile.games";
const MOST = 1000;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export class PlayedGames {
  private readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** Returns all games, the last seen first. */
  all(): PlayedGame[] {
    return Object.values(this.read()).sort((a, b) => b.at - a.at);
  }

  /** Adds a game, or replaces what was known of it. A game that had ended keeps its time; one called off is forgotten. */
  keep(game: PlayedGame): void {
    if (game.aborted) return this.forget(game);
    const games = this.read();
    const known = games[keyOf(game)];
    games[keyOf(game)] = known?.ranks && game.ranks ? { ...game, at: known.at } : game;
    this.write(games);
  }

  forget(game: PlayedGame): void {
    const games = this.read();
    delete games[keyOf(game)];
    this.write(games);
  }

  private read(): Record<string, PlayedGame> {
    try {
      const kept: unknown = JSON.parse(this.storage.getItem(KEY) ?? "{}");
      if (kept === null || typeof kept !== "object" || Array.isArray(kept)) return {};
      return Object.fromEntries(Object.entries(kept).filter(([, game]) => isPlayedGame(game)));
    } catch {
      return {};
    }
  }

  private write(games: Record<string, PlayedGame>): void {
    const latest = Object.entries(games).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
    this.storage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  }
}

/** Returns what identifies a game. */
export function keyOf({ table, number }: Pick<PlayedGame, "table" | "number">): string {
  return `${table}/${number}`;
}

/** Returns the current game of a table, or null if there is none yet or this browser only watches it. */
export function playedGame(
  table: TableInfo, state: StateView | null, places: readonly number[], at: number,
): PlayedGame | null {
  if (!state || places.length === 0) return null;
  const resigned = state.seats.flatMap((place, seat) => (table.places[place]?.resigned ? [seat] : []));
  const outcome = table.status === "over"
    ? outcomeOf(state.result, resigned, state.scores, table.teams)
    : null;
  const left = table.places[state.seats[outcome?.resigned[0] ?? -1] ?? -1]?.left;
  return {
    table: table.id,
    number: state.game_number,
    game: table.game,
    at,
    names: state.seats.map((number) => {
      const place = table.places[number];
      if (place?.name) return place.name;
      return place?.kind === "bot" ? `bot ${place.level}` : String(number + 1);
    }),
    mine: state.seats.flatMap((place, seat) => (places.includes(place) ? [seat] : [])),
    ranks: outcome?.ranks ?? null,
    scores: state.scores,
    resigned: outcome?.resigned ?? [],
    ...(left && { left }),
    ...(table.status === "over" && !outcome && { aborted: true }),
  };
}

function isPlayedGame(found: unknown): found is PlayedGame {
  const game = found as Partial<PlayedGame> | null;
  return typeof game?.table === "string" && typeof game.number === "number" && typeof game.game === "string" &&
    typeof game.at === "number" && Array.isArray(game.names) && Array.isArray(game.mine) &&
    (game.ranks === null || Array.isArray(game.ranks)) && Array.isArray(game.scores) && Array.isArray(game.resigned);
}
