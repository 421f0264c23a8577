/** Tree search, as `empile.search`: the same stream and simulations give the same visits, bit by bit. */
import type { SearchParams } from "./bundle.ts";
import { ArgumentError } from "./errors.ts";
import type { State } from "./game.ts";
import type { MoveStats } from "./move-stats.ts";
import type { Stream } from "./stream.ts";
import { type First, IsmctsTree, UctTree } from "./trees.ts";

const FIRST_CHUNK = 16;
const CHUNK_MS = 20;
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
  /** The memory that the tree took, in bytes. */
  bytes: number;
}

/**
 * Searches a state in which a seat acts. Throws `ArgumentError`, and `MemoryError` if not even the root of the tree fits;
 * a tree that fills the memory grows no further.
 *
 * Example: `search(state, { stream: newStream(1), simulations: 400, params: game.levels[2].params }).best`.
 */
export function search(state: State, options: SearchOptions): SearchResult {
  const { stream, simulations, stop } = options;
  const seat = state.currentPlayer();
  if (seat < 0) throw new ArgumentError("a search needs a state in which a seat acts");
  if (!Number.isSafeInteger(simulations) || simulations < 1) throw new ArgumentError("a search needs a simulation or more");
  const first = options.first ?? null;
  if (first !== null && !state.isLegal(first)) throw new ArgumentError(`first must be a legal move, not ${first}`);
  const { rules } = state.game;
  const { top } = rules;
  return rules.borrow(() => {
    const tree = treeOf(state, options, first);
    const total = grow(tree, simulations, stream, stop);
    const bytes = rules.top - top;
    const moves = tree.moveStats();
    const principalVariation = tree.principalVariation();
    return { seat, best: principalVariation[0] ?? NONE, moves, simulations: total, principalVariation, bytes };
  });
}

function treeOf(state: State, { stream, simulations, params }: SearchOptions, first: First): UctTree | IsmctsTree {
  if (state.game.facts.hidden) {
    if (params.prior_weight !== 0) throw new ArgumentError("a prior needs a game of perfect information");
    return new IsmctsTree(state, simulations, params, first);
  }
  return new UctTree(state, simulations, params, stream, first);
}

/** Grows a tree in chunks of about 20 ms. */
function grow(tree: UctTree | IsmctsTree, simulations: number, stream: Stream, stop?: () => boolean): number {
  let total = 0;
  let chunk = FIRST_CHUNK;
  while (total < simulations) {
    chunk = Math.min(chunk, simulations - total);
    const begun = performance.now();
    const done = tree.grow(chunk, stream);
    total += done;
    if (done < chunk || stop?.()) break;
    const pace = done / Math.max(performance.now() - begun, 0.01);
    chunk = Math.max(1, Math.min(Math.floor(pace * CHUNK_MS), 2 * chunk, MOST_IN_A_CALL));
  }
  return total;
}
