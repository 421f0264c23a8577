/** The best scores of rushes, kept in this browser for each member, and by the account too. */
import { progressName } from "../../account/account-state.ts";
import { keepProgress, syncProgress, type Reached } from "../../account/progress-sync.ts";
import { readPreference, savePreference } from "../../ui/preferences.ts";

export type Scores = Readonly<Record<string, number>>;

const KEY = "puzzles.rush";

/** Returns the name of a kind of rush; `game` is empty for all games. */
export function rushName(game: string, timed: boolean): string {
  return `${game || "all"} ${timed ? "timed" : "untimed"}`;
}

export function bestScores(): Scores {
  return readScores(readPreference(progressName(KEY)));
}

/** Keeps a score if it is the best; returns whether it is. */
export function keepScore(game: string, timed: boolean, score: number): boolean {
  const name = rushName(game, timed);
  const before = bestScores();
  if (score <= (before[name] ?? 0)) return false;
  save({ ...before, [name]: score });
  keepProgress([entryOf(name, score)]);
  return true;
}

/** Exchanges the best scores with the account; returns whether it knew better ones. */
export async function syncScores(): Promise<boolean> {
  const known = await syncProgress(Object.entries(bestScores()).map(([name, score]) => entryOf(name, score)));
  const before = bestScores();
  const after = withKnown(before, known);
  if (after === before) return false;
  save(after);
  return true;
}

/** Returns the better scores of both. */
export function withKnown(before: Scores, known: readonly Reached[]): Scores {
  const better = known.filter(({ kind, game, item, value }) => kind === "rush" && value > (before[`${game} ${item}`] ?? 0));
  if (better.length === 0) return before;
  return { ...before, ...Object.fromEntries(better.map(({ game, item, value }) => [`${game} ${item}`, value])) };
}

/** Leaves out what is damaged. */
export function readScores(text: string | null): Scores {
  try {
    const kept: unknown = JSON.parse(text ?? "{}");
    if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(Object.entries(kept).filter(([, score]) => Number.isInteger(score)));
  } catch {
    return {};
  }
}

function entryOf(name: string, value: number): Reached {
  const [game = "", item = ""] = name.split(" ");
  return { kind: "rush", game, item, value };
}

function save(scores: Scores): void {
  savePreference(progressName(KEY), JSON.stringify(scores));
}
