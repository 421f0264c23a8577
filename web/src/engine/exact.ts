/** Exact values of positions near the end of a game, as `empile.engine.search.exhaustive`. */
import { offsetOf } from "./bundle.ts";
import { ArgumentError, TooLargeError } from "./errors.ts";
import type { State } from "./game.ts";
import { type ArgumentBlock, type RulesModule, trapped } from "./rules-module.ts";

const WORD = 4;
const LONG = 8;
const LOW = -1;
const HIGH = 1;
const VALUE = "exhaustive.value";

/** The states that searches may still visit together. */
export class Budget {
  left: number;

  constructor(nodes: number) {
    this.left = nodes;
  }
}

/** What may be chosen about an exact search. */
export interface ExactOptions {
  /** A referee always answers with its first outcome: every block stands. */
  oneOutcome?: boolean;
  /** By default a million states, about a second. */
  budget?: Budget;
}

export interface ExactValueOptions extends ExactOptions {
  /** By default the one to act. */
  seat?: number;
  /** Values outside `low` to `high` are bounds. */
  low?: number;
  high?: number;
}

export interface ExactMovesOptions extends ExactOptions {
  /** The values of all moves within this of the best are exact. */
  margin?: number;
}

/** A move and what it is worth. */
export interface ExactMove {
  action: number;
  /** The return that the seat is sure of after it, from -1 to 1. */
  value: number;
  /** False: the move is worth at most this. */
  isExact: boolean;
}

/**
 * Returns the return that a seat is sure of, whatever all opponents do, from -1 to 1. Throws `TooLargeError`, and
 * `ArgumentError` if no seat acts and none is named.
 *
 * Example: `exactValue(state, { budget: new Budget(100_000) })`.
 */
export function exactValue(state: State, { seat, low = LOW, high = HIGH, ...options }: ExactValueOptions = {}): number {
  return solving(state, seat, options, (solver) => solver.value(state, low, high));
}

/**
 * Returns the legal moves of the seat to act, the best first. The values of all moves within `margin` of the best are exact,
 * and that of the next one. Throws as `exactValue`.
 */
export function exactMoves(state: State, { margin = 0, ...options }: ExactMovesOptions = {}): ExactMove[] {
  return solving(state, undefined, options, (solver) => {
    const moves: ExactMove[] = [];
    for (const action of state.legalActions()) {
      const after = state.clone();
      after.apply(action);
      const low = solver.bound(moves.filter(({ isExact }) => isExact).map(({ value }) => value), margin);
      const value = solver.value(after, low, HIGH);
      moves.push({ action, value, isExact: value > low || low === LOW });
    }
    return moves.sort((a, b) => b.value - a.value || Number(b.isExact) - Number(a.isExact) || a.action - b.action);
  });
}

function solving<Result>(
  state: State, seat: number | undefined, { oneOutcome = false, budget }: ExactOptions, work: (solver: Solver) => Result,
): Result {
  const { facts, rules } = state.game;
  const chosen = seat ?? state.currentPlayer();
  if (!Number.isInteger(chosen) || chosen < 0 || chosen >= facts.seats) throw new ArgumentError(`name a seat, not ${chosen}`);
  return rules.borrow(() => work(new Solver(state, chosen, oneOutcome, budget ?? new Budget(facts.sizes.exact))));
}

/** The work space of searches. */
class Solver {
  readonly #rules: RulesModule;
  readonly #budget: Budget;
  readonly #block: ArgumentBlock;
  readonly #root: number;
  readonly #nodes: number;

  constructor(state: State, seat: number, oneOutcome: boolean, budget: Budget) {
    const { at, facts, rules } = state.game;
    const { depth, legal, outcomes, state: bytes } = facts.sizes;
    const row = Math.max(legal, outcomes);
    const block = rules.block(VALUE);
    this.#rules = rules;
    this.#budget = budget;
    this.#block = block;
    this.#root = rules.reserve(depth * bytes);
    this.#nodes = rules.place(LONG);
    block.array("params_array", at.params, 1);
    block.array("states", this.#root, depth);
    block.array("levels", rules.reserve(depth * offsetOf(facts.structs.level, "size")), depth);
    block.array("actions", rules.reserve(depth * row * WORD), depth, row);
    block.array("weights", rules.reserve(depth * outcomes * LONG), depth, outcomes);
    block.array("nodes", this.#nodes, 1);
    block.number("seat", seat);
    block.number("one_outcome", oneOutcome ? 1 : 0);
  }

  /** Returns the value below which it does not matter how bad the next move is. */
  bound(values: readonly number[], margin: number): number {
    return this.#rules.borrow(() => {
      const address = this.#rules.reserve(values.length * LONG);
      new Float64Array(this.#rules.memory.buffer, address, values.length).set(values);
      return this.#rules.call("exhaustive.bound")(address, values.length, margin);
    });
  }

  value(state: State, low: number, high: number): number {
    const bytes = state.toBytes();
    this.#rules.bytes(this.#root, bytes.length).set(bytes);
    this.#block.number("low", low);
    this.#block.number("high", high);
    this.#block.number("limit", this.#budget.left);
    let value: number;
    try {
      value = this.#block.run();
    } catch (error) {
      throw trapped(this.#rules, VALUE, error);
    }
    const { view } = this.#rules;
    const isTooLarge = view.getInt32(this.#nodes + WORD, true) < 0;
    this.#budget.left = isTooLarge ? 0 : this.#budget.left - view.getUint32(this.#nodes, true);
    if (isTooLarge) throw new TooLargeError("the tree is too large to be searched to its end");
    return value;
  }
}
