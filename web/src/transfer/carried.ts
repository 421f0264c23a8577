/** What a transfer carries: seats, games, progress in lessons and solo, and boards of this browser. */
import { isObject } from "../net/fragment.ts";
import type { Store } from "../ui/storage.ts";
import { isBetter, progressData, readProgress } from "../solo/progress.ts";

/** Objects by name; of two entries with a name the later one stays. */
const BY_TIME = ["empile.tables", "empile.games"];
const SOLO = "empile.solo";
const LESSONS = /^empile\.learnt\.[a-z-]+$/;
const BOARDS = "empile.boards";

/** The values of the browser's storage, by their keys. */
export type Carried = Record<string, string>;

/** A storage whose keys can be listed. */
export interface ListedStore extends Store {
  keys(): string[];
}

function isCarried(key: string): boolean {
  return BY_TIME.includes(key) || key === SOLO || key === BOARDS || LESSONS.test(key);
}

/** Returns what this browser keeps. */
export function collect(store: ListedStore): Carried {
  const found: Carried = {};
  for (const key of store.keys().filter(isCarried)) {
    const value = store.getItem(key);
    if (value !== null) found[key] = value;
  }
  return found;
}

/** Returns how many games there are; of tables that no list of games knows, one each at least. */
export function countOf(carried: Carried): number {
  return Math.max(...BY_TIME.map((key) => Object.keys(parsed(carried[key])).length));
}

/** Whether a value is something that `collect` returned. */
export function isCarriedData(value: unknown): value is Carried {
  return isObject(value) && Object.entries(value).every(([key, text]) => isCarried(key) && typeof text === "string");
}

/** Adds what came from another browser. Nothing that is here is lost: of two versions the later or better stays. */
export function merge(store: Store, carried: Carried): void {
  for (const [key, text] of Object.entries(carried)) {
    const before = store.getItem(key);
    store.setItem(key, before === null ? text : merged(key, before, text));
  }
}

function merged(key: string, here: string, there: string): string {
  if (BY_TIME.includes(key)) return JSON.stringify(laterOf(parsed(here), parsed(there)));
  if (key === SOLO) return mergedProgress(here, there);
  if (key === BOARDS) return JSON.stringify(mergedBoards(parsed(here), parsed(there)));
  return [...new Set([...here.split(" "), ...there.split(" ")].filter(Boolean))].join(" ");
}

function laterOf(here: Record<string, unknown>, there: Record<string, unknown>): Record<string, unknown> {
  const all = { ...here };
  for (const [name, entry] of Object.entries(there)) {
    if (!Object.hasOwn(all, name) || timeOf(entry) > timeOf(all[name])) all[name] = entry;
  }
  return all;
}

function mergedProgress(here: string, there: string): string {
  const all = readProgress(here);
  for (const [level, { stars, best }] of Object.entries(readProgress(there))) {
    const old = all[level];
    all[level] = {
      stars: Math.max(stars, old?.stars ?? 0),
      best: old && !isBetter(best, old.best) ? old.best : best,
    };
  }
  return progressData(all);
}

/** Boards are listed by game and option, each list without two of a name. */
function mergedBoards(here: Record<string, unknown>, there: Record<string, unknown>): Record<string, unknown> {
  const all = { ...here };
  for (const [of, boards] of Object.entries(there)) {
    const byName: Record<string, unknown> = {};
    for (const board of [...list(all[of]), ...list(boards)]) {
      const name = isObject(board) && typeof board["name"] === "string" ? board["name"] : "";
      if (!Object.hasOwn(byName, name) || timeOf(board) > timeOf(byName[name])) byName[name] = board;
    }
    all[of] = Object.values(byName);
  }
  return all;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function timeOf(entry: unknown): number {
  const at = isObject(entry) ? entry["at"] : 0;
  return typeof at === "number" ? at : 0;
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    return isObject(found) ? found : {};
  } catch {
    return {};
  }
}
