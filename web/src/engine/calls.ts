/**
 * What a worker does for its page, by the names of `Game` and `State`. What crosses between them is plain data: a state is its
 * bytes, a stream is two words. Calls that may take long return steps.
 */
import { type Advice, type AdviseOptions, advising } from "./advise.ts";
import { boardSetup } from "./board-setup.ts";
import type { Level } from "./bundle.ts";
import { choosing } from "./choose.ts";
import { ArgumentError } from "./errors.ts";
import { exactMoves, type ExactMovesOptions, exactValue, type ExactValueOptions } from "./exact.ts";
import type { Game, GameEvent } from "./game.ts";
import { graded, type Pair } from "./grades.ts";
import { playing, type Playouts } from "./playouts.ts";
import { resultOf } from "./result.ts";
import { expecting, searching, type SearchOptions, type SearchResult } from "./search.ts";
import { type Solo, soloOf } from "./solo.ts";
import type { Steps } from "./steps.ts";
import { streamOf, type Words } from "./stream.ts";

type Bytes = Uint8Array;

/** What is left of a stream after a call has drawn from it. */
export interface Drawn {
  stream: Words;
}

type RemoteSearchOptions = Omit<SearchOptions, "stream"> & Drawn;
type RemoteAdviseOptions = Omit<AdviseOptions, "stop" | "stream"> & Drawn;

export const CALLS = {
  facts: (game: Game) => game.facts,
  boardSetup: (game: Game, start: Readonly<Record<string, unknown>> | null = null) => boardSetup(game, start),
  newState: (game: Game) => game.newState().toBytes(),
  stateFromPosition: (game: Game, position: unknown) => game.stateFromPosition(position).toBytes(),
  currentPlayer: (game: Game, state: Bytes) => game.stateFromBytes(state).currentPlayer(),
  legalActions: (game: Game, state: Bytes) => game.stateFromBytes(state).legalActions(),
  moves: (game: Game, state: Bytes) => game.stateFromBytes(state).moves(),
  view: (game: Game, state: Bytes, seat: number | null) => game.stateFromBytes(state).view(seat),
  scores: (game: Game, state: Bytes) => game.stateFromBytes(state).scores(),
  gain: (game: Game, state: Bytes, action: number) => game.stateFromBytes(state).gain(action),
  ranks: (game: Game, state: Bytes) => game.stateFromBytes(state).ranks(),
  reason: (game: Game, state: Bytes) => game.stateFromBytes(state).reason(),
  result: (game: Game, state: Bytes) => resultOf(game.stateFromBytes(state)),
  refusal: (game: Game, state: Bytes, action: number) => game.stateFromBytes(state).refusal(action),
  textToAction: (game: Game, state: Bytes, text: string) => game.stateFromBytes(state).textToAction(text),
  readText: (game: Game, state: Bytes, text: string) => game.stateFromBytes(state).readText(text),
  eventText: (game: Game, state: Bytes, event: GameEvent, seat?: number | null) =>
    game.stateFromBytes(state).eventText(event, seat),
  eventMessage: (game: Game, state: Bytes, event: GameEvent, seat: number | null) =>
    game.stateFromBytes(state).eventMessage(event, seat),
  chanceOutcomes: (game: Game, state: Bytes) => game.stateFromBytes(state).chanceOutcomes(),

  apply(game: Game, bytes: Bytes, action: number) {
    const state = game.stateFromBytes(bytes);
    state.apply(action);
    return state.toBytes();
  },

  applyText(game: Game, bytes: Bytes, text: string) {
    const state = game.stateFromBytes(bytes);
    const { actions } = state.applyText(text);
    return { actions, state: state.toBytes() };
  },

  afterChance(game: Game, bytes: Bytes, words: Words) {
    const stream = streamOf(words);
    const { actions, state } = game.stateFromBytes(bytes).afterChance(stream);
    return { actions, state: state.toBytes(), stream: stream.toWords() };
  },

  *search(game: Game, state: Bytes, options: RemoteSearchOptions): Steps<SearchResult & Drawn> {
    const stream = streamOf(options.stream);
    const result = yield* searching(game.stateFromBytes(state), { ...options, stream });
    return { ...result, stream: stream.toWords() };
  },

  *expectedReturns(game: Game, state: Bytes, observer: number, options: RemoteSearchOptions): Steps<{ returns: number[] } & Drawn> {
    const stream = streamOf(options.stream);
    const returns = yield* expecting(game.stateFromBytes(state), observer, { ...options, stream });
    return { returns, stream: stream.toWords() };
  },

  *advise(game: Game, state: Bytes, options: RemoteAdviseOptions): Steps<Advice & Drawn> {
    const stream = streamOf(options.stream);
    const advice = yield* advising(game.stateFromBytes(state), { ...options, stream });
    return { ...advice, stream: stream.toWords() };
  },

  graded: (game: Game, pairs: readonly Pair[]) => graded(game, pairs),
  exactValue: (game: Game, state: Bytes, options: ExactValueOptions = {}) => exactValue(game.stateFromBytes(state), options),
  exactMoves: (game: Game, state: Bytes, options: ExactMovesOptions = {}) => exactMoves(game.stateFromBytes(state), options),
  soloVerdict: (game: Game, state: Bytes) => solver(game).solve(game.stateFromBytes(state)),
  soloSolution: (game: Game, state: Bytes) => solver(game).solution(game.stateFromBytes(state)),
  soloClue: (game: Game, state: Bytes, before: readonly Bytes[], step: number) =>
    solver(game).clue(game.stateFromBytes(state), before.map((bytes) => game.stateFromBytes(bytes)), step),

  *choose(game: Game, state: Bytes, level: Level, words: Words, maxBytes?: number): Steps<{ action: number } & Drawn> {
    const stream = streamOf(words);
    const options = maxBytes === undefined ? {} : { maxBytes };
    const action = yield* choosing(game.stateFromBytes(state), level, stream, options);
    return { action, stream: stream.toWords() };
  },

  randomGames: (game: Game, games: number, words: Words, start: Bytes): Steps<Playouts> =>
    playing(game, games, { stream: streamOf(words), start: game.stateFromBytes(start) }),
};

function solver(game: Game): Solo {
  const solo = soloOf(game);
  if (solo === null) throw new ArgumentError(`${game.name} has no levels for one person`);
  return solo;
}

type Calls = typeof CALLS;

/** The name of a call. */
export type CallName = keyof Calls;

/** What a call needs but the game. */
export type CallArguments<Name extends CallName> = Calls[Name] extends (game: Game, ...rest: infer Rest) => unknown ? Rest : never;

/** What a call returns in the end. */
export type CallResult<Name extends CallName> =
  ReturnType<Calls[Name]> extends Steps<infer Result> ? Result : ReturnType<Calls[Name]>;
