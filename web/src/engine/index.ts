/** Rules, views and searches of games in the page, by the names of the Python interface. */
export type { Bundle, BundleFacts, Level, SearchParams } from "./bundle.ts";
export { ArgumentError, EngineError, IllegalActionError, MemoryError, type Reason } from "./errors.ts";
export { type ChanceEvent, Game, type GameEvent, load, State } from "./game.ts";
export type { MoveStats } from "./move-stats.ts";
export { loadRules, RulesModule, type RulesOptions } from "./rules-module.ts";
export { search, type SearchOptions, type SearchResult } from "./search.ts";
export { newStream, Stream } from "./stream.ts";
