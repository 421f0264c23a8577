/** Tree search, as `empile.search`: the same stream and simulations give the same visits, bit by bit. */
import type { SearchParams } from "./bundle.ts";
import { ArgumentError } from "./errors.ts";
import type { State } from "./game.ts";
import type { MoveStats } from "./move-stats.ts";
import { finish, type Steps } from "./steps.ts";
import type { Stream } from "./stream.ts";
import { type First, IsmctsTree, type Tree, UctTree } from "./trees.ts";

const FIRST_CHUNK = 16;
/** A step ends with the chunk in which this has passed. */
const CHUNK_MS = 10;
const NONE = -1;
/** Simulations of a call, at most: some games need 2 kB of scratch memory for each, which ends with the call. */
const MOST_IN_A_CALL = 256;

/** What a search needs. */
export interface SearchOptions {
  stream: Stream;
  simulations: number;
  params: SearchParams;
  /** The only move to search; by default all. */
  first?: number;
  /**
   * The most memory of the tree, by default half of what the rules may use. A full tree grows no further, but simulations
   * go on; `max_bytes` of Python's search gives the same visits.
   */
  maxBytes?: number;
}

/** What a search needs that can be stopped. */
export interface StoppableSearchOptions extends SearchOptions {
  /** Called about every 20 ms; ends the search by returning true. It may search, but not load a game. */
  stop?: () => boolean;
}

/** What a search found. */
export interface SearchResult {
  /** The seat to act. */
  seat: number;
  best: number;
  /** All legal moves, the best first, then by visits. */
  moves: MoveStats[];
  /** The number of simulations made: fewer if best play is proven, or if it was stopped. */
  simulations: number;
  /** Best play of all, with chance outcomes; with imperfect information the best move only. */
  principalVariation: number[];
  /** The memory that the search took, in bytes. */
  bytes: number;
}

/**
 * Searches a state in which a seat acts. Throws `ArgumentError`, and `MemoryError` if the root of the tree does not fit in
 * `maxBytes`, or the tree not in the memory of the rules.
 *
 * Example: `search(state, { stream: newStream(1), simulations: 400, params: game.levels[2].params }).best`.
 */
export function search(state: State, { stop, ...options }: StoppableSearchOptions): SearchResult {
  return finish(searching(state, options), stop);
}

/** The same in steps of about 20 ms, which yield the number of simulations so far; nothing else may use the rules meanwhile. */
export function searching(state: State, options: SearchOptions): Steps<SearchResult> {
  const seat = state.currentPlayer();
  return growing(state, seat, options, (tree, simulations, bytes) => {
    const moves = tree.moveStats();
    const principalVariation = tree.principalVariation();
    return { seat, best: principalVariation[0] ?? NONE, moves, simulations, principalVariation, bytes };
  });
}

/**
 * Returns each seat's expected return, given the information of the seat `observer`: means over a search, exploration
 * included. Throws as `search`.
 */
export function expectedReturns(state: State, observer: number, { stop, ...options }: StoppableSearchOptions): number[] {
  return finish(expecting(state, observer, options), stop);
}

/** The same in steps of about 20 ms, as `searching`. */
export function expecting(state: State, observer: number, options: SearchOptions): Steps<number[]> {
  if (!Number.isInteger(observer) || observer < 0 || observer >= state.game.numPlayers) {
    throw new ArgumentError(`an observer is a seat, not ${observer}`);
  }
  return growing(state, observer, options, (tree) => tree.expected());
}

/** Grows the tree of a seat in steps, and returns what `report` tells of it, its simulations and its memory. */
function* growing<Result>(
  state: State, observer: number, options: SearchOptions, report: (tree: Tree, simulations: number, bytes: number) => Result,
): Steps<Result> {
  const { stream, simulations } = options;
  if (state.currentPlayer() < 0) throw new ArgumentError("a search needs a state in which a seat acts");
  if (!Number.isSafeInteger(simulations) || simulations < 1) throw new ArgumentError("a search needs a simulation or more");
  const first = options.first ?? null;
  if (first !== null && !state.isLegal(first)) throw new ArgumentError(`first must be a legal move, not ${first}`);
  const { rules } = state.game;
  const { top } = rules;
  const giveBack = rules.borrowed();
  try {
    const tree = treeOf(state, observer, options, first);
    const total = yield* grow(tree, simulations, stream);
    return report(tree, total, rules.top - top);
  } finally {
    giveBack();
  }
}

function treeOf(state: State, observer: number, options: SearchOptions, first: First): Tree {
  const { stream, simulations, params, maxBytes = state.game.rules.treeBytes } = options;
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 0) throw new ArgumentError(`bytes are a whole number, not ${maxBytes}`);
  if (state.game.facts.hidden) {
    if (params.prior_weight !== 0) throw new ArgumentError("a prior needs a game of perfect information");
    return new IsmctsTree(state, observer, simulations, params, first, maxBytes);
  }
  return new UctTree(state, simulations, params, stream, first, maxBytes);
}

/** Grows a tree in chunks of about 20 ms; returns the number of simulations. */
function* grow(tree: Tree, simulations: number, stream: Stream): Steps<number> {
  let total = 0;
  let chunk = FIRST_CHUNK;
  let yielded = performance.now();
  while (total < simulations) {
    chunk = Math.min(chunk, simulations - total);
    const begun = performance.now();
    const done = tree.grow(chunk, stream);
    const ended = performance.now();
    total += done;
    if (done < chunk) break;
    if (ended - yielded >= CHUNK_MS) {
      if (yield total) break;
      yielded = performance.now();
    }
    const pace = done / Math.max(ended - begun, 0.01);
    chunk = Math.max(1, Math.min(Math.floor(pace * CHUNK_MS), 2 * chunk, MOST_IN_A_CALL));
  }
  return total;
}
