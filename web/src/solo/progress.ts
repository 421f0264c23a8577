/** Stars and best tries of solo levels, kept in this browser and by the account of whoever plays. */
import { progressName } from "../account/account-state.ts";
import { keepProgress, movesOfValue, soloValue, starsOfValue, syncProgress, type Reached } from "../account/progress-sync.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";

/** One try at a level. */
export interface Try {
  /** Pieces left in hand; 0 if solved. */
  left: number;
  /** Moves made, those taken back included. */
  moves: number;
  /** Steps of hints that were shown; a shown solution counts as many. */
  hints: number;
  /** Whether a move was taken back. */
  undone: boolean;
}

export interface Progress {
  stars: number;
  best: Try;
}

const KEY = "solo";
export const MOST_STARS = 3;

/** The last known progress of whoever plays: storage may be blocked, and then lasts until the page is closed. */
let known: { name: string; all: Record<string, Progress> } | null = null;

/** Returns 3 stars without hints or moves taken back, 2 without hints, 1 if solved, else 0. */
export function starsOf({ left, hints, undone }: Try): number {
  if (left > 0) return 0;
  if (hints > 0) return 1;
  return undone ? 2 : MOST_STARS;
}

/** Whether a try is better: fewer pieces left, then fewer hints, then fewer moves. */
export function isBetter(one: Try, other: Try | undefined): boolean {
  if (!other) return true;
  return (one.left - other.left || one.hints - other.hints || one.moves - other.moves) < 0;
}

/** Returns the progress in all levels, by their names. */
export function progress(): Readonly<Record<string, Progress>> {
  const name = progressName(KEY);
  if (known?.name !== name) known = { name, all: readProgress(readPreference(name)) };
  return known.all;
}

/** Returns what is stored, without what was damaged. */
export function readProgress(text: string | null): Record<string, Progress> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) return {};
  return Object.fromEntries(Object.entries(found as Record<string, unknown>).flatMap(([level, data]) => {
    const progress = fromData(data);
    return progress ? [[level, progress]] : [];
  }));
}

/** Stored as stars, left, moves, hints, undone: a few letters for each level. */
function toData({ stars, best }: Progress): number[] {
  return [stars, best.left, best.moves, best.hints, Number(best.undone)];
}

function fromData(data: unknown): Progress | null {
  if (!Array.isArray(data) || data.length !== 5) return null;
  if (!data.every((value) => Number.isInteger(value) && (value as number) >= 0)) return null;
  const [stars, left, moves, hints, undone] = data as [number, number, number, number, number];
  if (stars > MOST_STARS) return null;
  return { stars, best: { left, moves, hints, undone: undone > 0 } };
}

/** Adds a try at a level and returns its progress. */
export function keepTry(level: string, one: Try): Progress {
  const next = add(level, starsOf(one), one);
  if (next.stars > 0) keepProgress([entryOf(level, next)]);
  return next;
}

/** Exchanges progress with the account of whoever plays, if there is one. */
export async function syncSolo(): Promise<void> {
  const solved = Object.entries(progress()).filter(([, { stars }]) => stars > 0);
  for (const { kind, item, value } of await syncProgress(solved.map(([level, reached]) => entryOf(level, reached)))) {
    const stars = starsOfValue(value);
    if (kind !== "solo" || stars === 0) continue;
    add(item, stars, { left: 0, moves: movesOfValue(value), hints: stars > 1 ? 0 : 1, undone: stars < MOST_STARS });
  }
}

function entryOf(item: string, { stars, best }: Progress): Reached {
  return { kind: "solo", game: "block-ness", item, value: soloValue(stars, best.moves) };
}

function add(level: string, stars: number, one: Try): Progress {
  const name = progressName(KEY);
  // Another tab may have stored more since.
  const before = { ...progress(), ...readProgress(readPreference(name)) };
  const old = before[level];
  const next = {
    stars: Math.max(old?.stars ?? 0, stars),
    best: old && !isBetter(one, old.best) ? old.best : one,
  };
  known = { name, all: { ...before, [level]: next } };
  savePreference(name, progressData(known.all));
  return next;
}

/** Returns progress as it is stored. */
export function progressData(all: Readonly<Record<string, Progress>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(all).map(([name, data]) => [name, toData(data)])));
}
