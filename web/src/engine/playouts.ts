/** Uniformly random games, as `empile.engine.playouts`: the same stream gives the same games. */
import { ArgumentError } from "./errors.ts";
import type { Game, State } from "./game.ts";
import { finish, type Steps } from "./steps.ts";
import type { Stream } from "./stream.ts";

const LONG = 8;
/** Games of a stream, as in Python. */
const CHUNK = 2_000;

/** Statistics of random games. */
export interface Playouts {
  games: number;
  /** Moves and chance actions. */
  actions: number;
  /** Games ranked first by seat, ties included. */
  wins: number[];
}

/** What random games need. */
export interface PlayoutOptions {
  /** Is not advanced. */
  stream: Stream;
  /** Where they begin; by default a new game. */
  start?: State;
}

/**
 * Plays random games; throws `ArgumentError` for fewer than one. It is not interrupted: see `playing`.
 *
 * Example: `randomGames(game, 100, { stream: newStream(1) }).wins`.
 */
export function randomGames(game: Game, games: number, options: PlayoutOptions): Playouts {
  return finish(playing(game, games, options));
}

/** The same in steps of 2,000 games, which yield the number of games so far. */
export function* playing(game: Game, games: number, { stream, start = game.newState() }: PlayoutOptions): Steps<Playouts> {
  if (!Number.isSafeInteger(games) || games < 1) throw new ArgumentError(`games are a whole number from 1, not ${games}`);
  const total: Playouts = { games: 0, actions: 0, wins: Array<number>(game.numPlayers).fill(0) };
  for (let chunk = 0; total.games < games; chunk += 1) {
    const count = Math.min(CHUNK, games - total.games);
    const { actions, wins } = played(start, count, game.split(stream, chunk));
    total.games += count;
    total.actions += actions;
    total.wins = total.wins.map((won, seat) => won + (wins[seat] ?? 0));
    if (total.games < games && (yield total.games)) break;
  }
  return total;
}

/** Plays the games of one stream. */
function played(start: State, games: number, stream: Stream): Omit<Playouts, "games"> {
  const { game } = start;
  const { at, facts: { sizes }, numPlayers, rules } = game;
  return rules.borrow(() => {
    const first = rules.put(start.toBytes());
    const work = rules.place(sizes.state);
    const wins = rules.place(LONG * sizes.seats);
    const actions = stream.lend(rules, at.stream, () => game.call(
      "playout.random_games", at.params, 1, first, 1, work, 1, games, at.stream, 1, wins, sizes.seats,
    ));
    // Integers of 64 bits, all below the number of games.
    return { actions, wins: Array.from({ length: numPlayers }, (_, seat) => rules.view.getUint32(wins + LONG * seat, true)) };
  });
}
