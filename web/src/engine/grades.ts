/** Grades of moves by the expected return that they cost, as `empile.engine.contracts.grades`. */
import { ArgumentError } from "./errors.ts";
import type { Game } from "./game.ts";

const LONG = 8;

/** Expected returns of a seat after its best move, and after its own. */
export type Pair = readonly [best: number, own: number];

/** What a move cost, and how good it was. */
export interface Graded {
  /** The expected return that it cost, to four digits. */
  loss: number;
  /** The standard error of the loss. */
  error: number;
  /** One of `game.facts.grades.names`. */
  grade: string;
  /** In percent: 100 for the best move. */
  accuracy: number;
}

/**
 * Grades a move with a choice by two or more pairs of expected returns; throws `ArgumentError` for fewer.
 *
 * Example: `graded(game, [[0.5, 0.1], [0.4, 0.1]]).grade`.
 */
export function graded(game: Game, pairs: readonly Pair[]): Graded {
  if (pairs.length < 2) throw new ArgumentError("a grade needs two or more pairs of expected returns");
  const { rules } = game;
  const { names, inaccuracy, mistake, blunder } = game.facts.grades;
  const [loss, error] = rules.borrow(() => {
    const [differences, out] = [rules.reserve(LONG * pairs.length), rules.place(2 * LONG)];
    new Float64Array(rules.memory.buffer, differences, pairs.length).set(pairs.map(([best, own]) => best - own));
    game.call("grades.loss", differences, pairs.length, out, 2);
    return [rules.view.getFloat64(out, true), rules.view.getFloat64(out + LONG, true)];
  });
  const grade = names[game.call("grades.grade", loss, inaccuracy, mistake, blunder)] ?? "";
  return { loss, error, grade, accuracy: game.call("grades.accuracy", loss, mistake) };
}
