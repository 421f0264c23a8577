/**
 * Puzzles from one's own games, kept in this browser. Each comes again after a day, a week, three weeks and two months
 * (spaced repetition by boxes, Leitner 1972); one that is missed begins again.
 */
import { progressName } from "../account/account-state.ts";
import type { WholePuzzle } from "../net/protocol.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";

export interface OwnPuzzle {
  whole: WholePuzzle;
  /** How often it was solved in turn. */
  box: number;
  /** When it is due, in milliseconds since 1970. */
  due: number;
}

const KEY = "puzzles.own";
/** The most that are kept; the first ones are forgotten. */
const MOST = 30;
const DAY_MS = 86_400_000;
/** Days until a puzzle comes again, by box; after the last one it is done. */
const DAYS: readonly number[] = [1, 7, 21, 60];

export function ownPuzzles(): readonly OwnPuzzle[] {
  return readOwn(readPreference(progressName(KEY)));
}

/** Keeps puzzles of a game that was just played; they are due at once. */
export function keepOwn(puzzles: readonly WholePuzzle[], now: number): void {
  save(withNew(ownPuzzles(), puzzles, now));
}

/** Notes how a puzzle went, which decides when it comes again. */
export function noteOwn(id: string, right: boolean, now: number): void {
  save(withResult(ownPuzzles(), id, right, now));
}

export function withNew(known: readonly OwnPuzzle[], puzzles: readonly WholePuzzle[], now: number): OwnPuzzle[] {
  const ids = new Set(known.map(({ whole }) => whole.info.id));
  const fresh = puzzles.filter(({ info }) => !ids.has(info.id)).map((whole) => ({ whole, box: 0, due: now }));
  return [...known, ...fresh].slice(-MOST);
}

export function withResult(known: readonly OwnPuzzle[], id: string, right: boolean, now: number): OwnPuzzle[] {
  return known.flatMap((one) => {
    if (one.whole.info.id !== id || one.due > now) return [one];
    const box = right ? one.box + 1 : 0;
    const days = DAYS[box];
    return days === undefined ? [] : [{ ...one, box, due: now + days * DAY_MS }];
  });
}

/** Returns the puzzles that are due, those that have waited longest first. */
export function dueOf(known: readonly OwnPuzzle[], now: number): OwnPuzzle[] {
  return known.filter(({ due }) => due <= now).sort((one, other) => one.due - other.due);
}

/** Leaves out what is damaged. */
export function readOwn(text: string | null): OwnPuzzle[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(kept)) return [];
    return (kept as Partial<OwnPuzzle>[]).filter((one): one is OwnPuzzle =>
      typeof one?.whole?.info?.id === "string" && Number.isInteger(one.box) && Number.isFinite(one.due));
  } catch {
    return [];
  }
}

function save(puzzles: readonly OwnPuzzle[]): void {
  savePreference(progressName(KEY), JSON.stringify(puzzles));
}
