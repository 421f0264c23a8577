/** What a puzzle asks for, and what a move reaches, in words. */
import type { PuzzleInfo, WholePuzzle } from "../net/protocol.ts";
import { ownName, t, translator } from "../i18n/i18n.ts";

/** A return of a place: 1 for the first, -1 for the last. */
function placeOf(value: number, players: number): number {
  return Math.round(1 + ((1 - value) / 2) * (players - 1));
}

/** Returns the task, such as "Find the only move that wins." */
export function taskText({ goal, best, info, steps }: WholePuzzle): string {
  if (goal === "points") return t("puzzle.task.points");
  if (!Number.isInteger(best * (info.players - 1)) && best < 1) return t("puzzle.task.chance");
  const line = steps.length > 1 ? "line" : "move";
  if (best === 1) return t(`puzzle.task.win.${line}`);
  if (info.players === 2 && best === 0) return t(`puzzle.task.draw.${line}`);
  return t(`puzzle.task.place.${line}`, { place: placeOf(best, info.players) });
}

/** Returns what the task takes for granted, one sentence each. */
export function assumptions({ info, open_hands, every_block_stands }: WholePuzzle): string[] {
  return [
    ...(open_hands ? [t("puzzle.open_hands")] : []),
    ...(every_block_stands ? [translator(info.game)("puzzle.stands")] : []),
  ];
}

/** Returns what a wrong move reaches, compared with the right one. */
export function reachedText({ goal, best, info }: WholePuzzle, value: number | null): string {
  if (value === null) return t("puzzle.wrong");
  if (goal === "points") return t("puzzle.wrong.points", { count: Math.round(value), best: Math.round(best) });
  if (info.players === 2 && Number.isInteger(value)) {
    return t(value === 0 ? "puzzle.wrong.draw" : value < 0 ? "puzzle.wrong.loss" : "puzzle.wrong");
  }
  return t("puzzle.wrong");
}

/** Returns the variant of a puzzle's rules, to follow the name of the game. */
export function variantText({ game, variant }: PuzzleInfo): string {
  return variant ? ` · ${translator(game)(`option.variant.${variant}`)}` : "";
}

/** Returns the names of the seats of a puzzle. */
export function seatNames({ info, seat }: WholePuzzle): string[] {
  return Array.from({ length: info.players }, (_, at) =>
    at === seat ? ownName() : t("keeper.player", { number: at + 1 }));
}

/** Returns the name of a theme of a game. */
export function themeName(game: string, theme: string): string {
  return translator(game)(`puzzle.theme.${theme}`);
}
