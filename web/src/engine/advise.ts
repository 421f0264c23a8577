/** Hints: what a server answers to `hint`, as in `empile.bots.hints` and `empile.server.tables.redaction`. */
import { EngineError, type Reason } from "./errors.ts";
import type { State } from "./game.ts";
import type { MoveStats } from "./move-stats.ts";
import { searching, type StoppableSearchOptions } from "./search.ts";
import { finish, type Steps, within } from "./steps.ts";
import type { Stream } from "./stream.ts";

/** Simulations that are played to the end to estimate points. */
const PLAYED_TO_THE_END = 200;
/** Of the time, to estimate points. */
const POINTS_SHARE = 0.2;
/** Moves in addition to the best one, at most. */
const MOST_OTHERS = 3;
const VALUE_DIGITS = 3;
const SCORE_DIGITS = 1;

/** A move and its evaluation, as `AdvisedMove` of the protocol. */
export interface AdvisedMove {
  text: string;
  /** The expected return of the seat to act, to three digits. */
  value: number;
  /** The expected final points by seat, to one digit, if they are known. */
  scores?: number[];
  /** The choices that make up the move. */
  parts: Record<string, string>;
  /** The log message for the move. */
  message: Reason;
}

/** The message `advice` of the protocol, but for its `type` and `seq`. */
export interface Advice {
  /** The seat to act. */
  seat: number;
  /** How many seats, or teams, play against each other. */
  sides: number;
  best: AdvisedMove;
  /** The next best moves that were tried, at most three. */
  others: AdvisedMove[];
}

/** What may be chosen about a hint. */
export interface AdviseOptions extends Pick<StoppableSearchOptions, "maxBytes" | "stop"> {
  stream: Stream;
  /** By default those of the strongest level. */
  simulations?: number;
  /** The longest time, of which estimating points takes at most a fifth. */
  seconds?: number;
}

/**
 * Evaluates the moves by the strongest level, from the acting seat's information; throws as `search`. Without `seconds` and
 * `stop` the same stream and simulations give the same advice.
 *
 * Example: `advise(state, { stream: newStream(1) }).best.text`.
 */
export function advise(state: State, { stop, ...options }: AdviseOptions): Advice {
  return finish(advising(state, options), stop);
}

/** The same in the steps of its searches. */
export function* advising(
  state: State, { stream, simulations, seconds = Infinity, ...options }: Omit<AdviseOptions, "stop">,
): Steps<Advice> {
  const { facts, levels } = state.game;
  const end = performance.now() + 1_000 * seconds;
  const level = levels.at(-1);
  if (level === undefined) throw new EngineError(`the bundle of ${facts.game} has no levels`);
  const { params } = level;
  const share = facts.points ? 1 - POINTS_SHARE : 1;
  const usual = { ...options, stream, simulations: simulations ?? level.simulations, params };
  const result = yield* within(searching(state, usual), share * seconds);
  const [best, ...others] = result.moves;
  if (best === undefined) throw new EngineError("a search has found no moves");
  let { scores } = best;
  if (facts.points && scores === null && !(yield result.simulations)) {
    const toTheEnd = { ...usual, simulations: PLAYED_TO_THE_END, params: { ...params, rollout_depth: 0 }, first: best.action };
    const played = yield* within(searching(state, toTheEnd), (end - performance.now()) / 1_000);
    scores = played.moves[0]?.scores ?? null;
  }
  const { seat } = result;
  const tried = others.filter(({ visits }) => visits > 0).slice(0, MOST_OTHERS);
  const parts = partsOf(state);
  return {
    seat,
    sides: new Set(facts.teams).size,
    best: advised(state, seat, { ...best, scores }, parts),
    others: tried.map((move) => advised(state, seat, move, parts)),
  };
}

type Parts = Readonly<Record<string, string>>;

/** Returns the parts of all legal moves by text. */
function partsOf(state: State): Map<string, Parts> {
  const moves = state.moves() as { text: string; parts: Parts }[];
  return new Map(moves.map(({ text, parts }) => [text, parts]));
}

function advised(state: State, seat: number, { action, scores, values }: MoveStats, parts: Map<string, Parts>): AdvisedMove {
  const text = state.actionToText(action);
  return {
    text,
    value: rounded(values[seat] ?? 0, VALUE_DIGITS),
    ...(scores === null ? {} : { scores: scores.map((score) => rounded(score, SCORE_DIGITS)) }),
    parts: { ...parts.get(text) },
    message: state.eventMessage({ actions: [action] }, seat),
  };
}

/**
 * Returns a number rounded as Python's `round`: what is halfway, to the even digit.
 *
 * Halfway are odd multiples of `1 / 2 ** (digits + 1)` alone, which are exact in binary, as is their product with
 * `10 ** digits`. Example: `rounded(0.0625, 3)` is `0.062`.
 */
export function rounded(value: number, digits: number): number {
  const halves = value * 2 ** (digits + 1);
  if (value === 0) return value; // also -0
  if (!Number.isInteger(halves) || halves % 2 === 0) return Number(value.toFixed(digits));
  const scale = 10 ** digits;
  const below = Math.floor(value * scale);
  return (below % 2 === 0 ? below : below + 1) / scale;
}
