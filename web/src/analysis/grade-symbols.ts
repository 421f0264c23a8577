/** Symbols of grades. */
import type { Grade, MoveAnalysed } from "./analysis-api.ts";

/** A grade, or the only good move, which was found. */
export type BadgeKind = Grade | "only";

const SYMBOLS: Record<BadgeKind, string> = {
  only: "!", best: "✓", good: "=", inaccuracy: "?!", mistake: "?", blunder: "??", forced: "·",
};

/** In the order in which they are counted. */
export const COUNTED: readonly BadgeKind[] = ["only", "best", "good", "inaccuracy", "mistake", "blunder"];

export function badgeKind({ grade, is_only_move }: Pick<MoveAnalysed, "grade" | "is_only_move">): BadgeKind {
  return is_only_move && grade === "best" ? "only" : grade;
}

export function gradeSymbol(kind: BadgeKind): string {
  return SYMBOLS[kind];
}

/** Returns the key of a grade's name. */
export function gradeKey(kind: BadgeKind): string {
  return `analysis.grade.${kind}`;
}
