/** Rules, views and searches of games in the page, by the names of the Python interface. */
export { advise, type AdvisedMove, type Advice, type AdviseOptions, advising } from "./advise.ts";
export { type BoardSetup, boardSetup } from "./board-setup.ts";
export type { Bundle, BundleFacts, Level, SearchParams } from "./bundle.ts";
export type { CallArguments, CallName, CallResult, Drawn } from "./calls.ts";
export { choose, type ChooseOptions, choosing } from "./choose.ts";
export {
  ArgumentError, EngineError, IllegalActionError, MemoryError, NotationError, OptionError, PositionError, type Reason, TooLargeError,
} from "./errors.ts";
export { Budget, type ExactMove, exactMoves, type ExactMovesOptions, exactValue, type ExactValueOptions } from "./exact.ts";
export { type ChanceEvent, Game, type GameEvent, gameOf, load, State } from "./game.ts";
export { type Graded, graded, type Pair } from "./grades.ts";
export type { MoveStats } from "./move-stats.ts";
export type { Options } from "./options.ts";
export { playing, type PlayoutOptions, type Playouts, randomGames } from "./playouts.ts";
export { type GameResult, resultOf } from "./result.ts";
export { loadRules, RulesModule, type RulesOptions } from "./rules-module.ts";
export { expectedReturns, expecting, search, searching, type SearchOptions, type SearchResult, type StoppableSearchOptions } from "./search.ts";
export { type BundleFiles, type Read, serving } from "./serving.ts";
export { type Clue, Solo, type Solved, type SolveOptions, soloOf } from "./solo.ts";
export { finish, type Steps } from "./steps.ts";
export { newStream, Stream, streamOf, type Words } from "./stream.ts";
export { type AskOptions, EngineWorker, type EngineWorkerOptions } from "./worker-client.ts";
