/** Progress in lessons and solo levels of the member who plays here, kept by the account too. */
import type { ProgressEntry } from "../net/protocol.ts";
import { ask } from "../net/api.ts";
import { localStore } from "../ui/storage.ts";
import { currentMember, findMe } from "./account-state.ts";

export type Reached = Pick<ProgressEntry, "kind" | "game" | "item" | "value">;

/** Moves that are told apart in a solo level. */
const MOST_MOVES = 999;
/** Entries of one request. */
const AT_ONCE = 200;

/** Returns the value of a solved level: the stars, then fewer moves. A higher value is better. */
export function soloValue(stars: number, moves: number): number {
  return stars * (MOST_MOVES + 1) + MOST_MOVES - Math.min(moves, MOST_MOVES);
}

export function starsOfValue(value: number): number {
  return Math.floor(value / (MOST_MOVES + 1));
}

export function movesOfValue(value: number): number {
  return MOST_MOVES - (value % (MOST_MOVES + 1));
}

/** Keeps what was reached, if somebody is signed in. A failure costs nothing: the next visit keeps it. */
export function keepProgress(entries: readonly Reached[]): void {
  void findMe().then(async (me) => {
    const member = currentMember(me);
    if (member) await store(member.id, entries);
  }).catch(() => undefined);
}

/** Keeps what this browser knows of the member who plays here, and returns what the account knows. */
export async function syncProgress(entries: readonly Reached[]): Promise<readonly ProgressEntry[]> {
  const member = currentMember(await findMe());
  if (!member) return [];
  const { entries: known } = await ask<{ entries: ProgressEntry[] }>(`/members/${member.id}/progress`);
  const best = new Map(known.map((entry) => [keyOf(entry), entry.value]));
  const better = entries.filter((entry) => entry.value > (best.get(keyOf(entry)) ?? -1));
  if (better.length > 0) await store(member.id, better);
  return known;
}

/** Returns the lessons that guests have completed in this browser. */
export function guestProgress(): Reached[] {
  return localStore.keys().flatMap((key) => {
    const game = /^empile\.learnt\.([a-z-]+)$/.exec(key)?.[1];
    const lessons = game ? (localStore.getItem(key) ?? "").split(" ").filter(Boolean) : [];
    return lessons.map((item) => ({ kind: "lesson" as const, game: game!, item, value: 1 }));
  });
}

export async function store(member: string, entries: readonly Reached[]): Promise<void> {
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    await ask(`/members/${member}/progress`, null, { entries: entries.slice(at, at + AT_ONCE) }, "PUT");
  }
}

function keyOf({ kind, game, item }: Reached): string {
  return `${kind} ${game} ${item}`;
}
