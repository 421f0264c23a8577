/** Where the study of an address comes from: the store, a link with a copy, a record, a position, or nothing. */
import { api } from "../net/api.ts";
import type { GameInfo } from "../net/protocol.ts";
import { positionFromFragment } from "../net/position-link.ts";
import { recordFromFragment } from "../net/record-link.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { localStore } from "../ui/storage.ts";
import { newStudyId, studyFrom, studyFromFragment } from "./study-file.ts";
import { openChapter, openStudy, type OpenChapter, type StudyState } from "./study-state.ts";
import type { StudyStore } from "./study-store.ts";

/** A study, and whether the store has it. */
export interface Opened {
  state: StudyState;
  isKept: boolean;
}

/** Why an address leads to no study, as a catalogue key. */
export class NoStudyError extends Error {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/**
 * Returns the study that an address leads to. Throws a `NoStudyError` if there is none, a `StudyFileError` for a
 * record that cannot be read, and an `ApiError` if the server refuses it.
 */
export async function studyOfAddress(
  game: GameInfo, { search, hash }: Pick<Location, "search" | "hash">, store: Pick<StudyStore, "load">,
): Promise<Opened> {
  const query = new URLSearchParams(search);
  const id = query.get("id");
  if (id !== null) {
    const study = await store.load(id);
    if (study?.chapters[0]?.game !== game.name) throw new NoStudyError("study.gone");
    return { state: openStudy(study), isKept: true };
  }
  const table = query.get("table");
  if (table !== null) {
    const number = Number(query.get("game")) || undefined;
    const record = await api.record(table, new SavedTables(localStore).token(table), number);
    return { state: openStudy(studyFrom(record)), isKept: false };
  }
  if (hash.length < 2) return { state: newStudy([await newChapter(game, {})]), isKept: false };
  const state = await fromFragment(hash);
  if (state?.chapters[0]?.record.game !== game.name) throw new NoStudyError("study.damaged");
  const path = Array.from({ length: Number(query.get("at")) || 0 }, () => 0);
  return { state: { ...state, path }, isKept: false };
}

async function fromFragment(hash: string): Promise<StudyState | null> {
  const study = await studyFromFragment(hash);
  if (study) return openStudy(study);
  const record = await recordFromFragment(hash);
  if (record) {
    const { record: checked } = await api.checkRecord(record);
    return openStudy(studyFrom({ ...record, ...checked }));
  }
  const linked = await positionFromFragment(hash);
  if (!linked) return null;
  const { game, rules, options, start } = linked;
  return newStudy([emptyChapter({ game, rules, options, start })]);
}

function newStudy(chapters: readonly OpenChapter[]): StudyState {
  return { id: newStudyId(), name: "", folder: "", chapters, chapter: 0, path: [] };
}

/** Returns a chapter without moves, with the options that the server completes. Throws an `ApiError`. */
export async function newChapter(game: GameInfo, wanted: Record<string, unknown>): Promise<OpenChapter> {
  const { options } = await api.checkOptions(game.name, wanted);
  return emptyChapter({ game: game.name, rules: game.rules, options });
}

interface Begun {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  start?: Record<string, unknown>;
}

export function emptyChapter({ game, rules, options, start }: Begun): OpenChapter {
  const seats = Array.from({ length: Number(options.players) || 1 }, (_, seat) => String(seat + 1));
  return openChapter({
    name: "", format: "empile/1", game, rules, options, seats, ...(start && { start }), events: [], result: null,
  });
}
