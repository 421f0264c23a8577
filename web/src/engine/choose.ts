/** The moves of bots, as `empile.choose`: the same stream and level give the same move. */
import type { Level } from "./bundle.ts";
import { ArgumentError } from "./errors.ts";
import type { State } from "./game.ts";
import { searching, type StoppableSearchOptions } from "./search.ts";
import { finish, type Steps } from "./steps.ts";
import type { Stream } from "./stream.ts";

const RESOLUTION = 2 ** 20;

/** What may be chosen about a bot's search. */
export type ChooseOptions = Pick<StoppableSearchOptions, "maxBytes" | "stop">;

/**
 * Returns a bot's move; throws `ArgumentError` unless a seat acts, and as `search`.
 *
 * Example: `state.apply(choose(state, game.levels[0], newStream(1)))`.
 */
export function choose(state: State, level: Level, stream: Stream, { stop, ...options }: ChooseOptions = {}): number {
  return finish(choosing(state, level, stream, options), stop);
}

/** The same in the steps of its search. */
export function* choosing(
  state: State, level: Level, stream: Stream, options: Omit<ChooseOptions, "stop"> = {},
): Steps<number> {
  const moves = state.legalActions();
  const [only] = moves;
  if (only === undefined) throw new ArgumentError("a bot needs a state in which a seat acts");
  if (moves.length === 1) return only;
  const isRandom = state.game.below(stream, RESOLUTION) < level.random_move_probability * RESOLUTION;
  if (isRandom) return state.randomMove(stream);
  const { simulations, params } = level;
  return (yield* searching(state, { ...options, stream, simulations, params })).best;
}
