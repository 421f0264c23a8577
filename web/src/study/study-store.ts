/**
 * Studies kept in this browser, each under a key of its own in `localStorage`.
 *
 * Each member has their own studies on a shared device, and guests share theirs. `study-sync.ts` exchanges those of a
 * member with the account.
 */
import { progressName } from "../account/account-state.ts";
import { localStore, type SafeStore } from "../ui/storage.ts";
import { newStudyId, STUDY_ID } from "./study-file.ts";
import { STUDY_FORMAT, type Study } from "./study.ts";

export interface StudyMeta {
  id: string;
  name: string;
  folder: string;
  /** Names of the games of its chapters, each once. */
  games: string[];
  /** Number of chapters. */
  chapters: number;
  /** When it was last saved, in milliseconds since 1970. */
  changed: number;
  /** Version in the account that this copy is based on; 0 if the account does not have it. */
  version: number;
}

/**
 * Whether a study outlives the page. If not, the browser has no room, or stores nothing at all (`blocked`); the study
 * lasts until the page is closed, so offer to export it.
 */
export type SaveResult = { kept: true } | { kept: false; reason: "full" | "blocked" };

/** A change that was not made by the listener's own `save` or `remove`: in another tab, or by the account. */
export interface StudyChange {
  /** The study; null if all may have changed. */
  id: string | null;
  /** The edits of this browser that met newer ones of the account were moved to this study. */
  copy?: string;
}

/** What is stored of a study. */
export interface StudyEntry {
  study: Study;
  /** When it was last saved. */
  changed: number;
  version: number;
  /** Random, different after each change of the content. */
  edit: string;
  /** `edit` of the content that the account has; empty: none. */
  base: string;
  /** `edit` of what was last sent to the account; it may have been stored even if the answer was lost. */
  sent: string;
  /** Until it is saved again: the study whose conflicting edits these are. */
  copyOf?: string;
}

type Listener = (change: StudyChange) => void;
type StorageEvents = Pick<EventTarget, "addEventListener" | "removeEventListener">;
/** Versions in the account of studies that were removed here, by ID. */
type Removed = Record<string, number>;

const LIST = "study";
const REMOVED = "studies.removed";

/** Returns the studies of whoever plays here now. Another person needs another store. */
export function studyStore(): StudyStore {
  return new StudyStore(progressName(""));
}

export class StudyStore {
  /** Of the keys: empty for guests, `@` and the ID for a member. */
  readonly owner: string;
  private readonly storage: SafeStore;
  private readonly events: StorageEvents | null;
  private static readonly listeners = new Map<string, Set<Listener>>();
  private static readonly savers = new Set<() => void>();

  constructor(owner: string, storage: SafeStore = localStore, events: StorageEvents | null = globalThis.window ?? null) {
    this.owner = owner;
    this.storage = storage;
    this.events = events;
  }

  /** Returns all studies, the last changed first. */
  list(): Promise<StudyMeta[]> {
    const found = this.ids().flatMap((id) => {
      const entry = this.entry(id);
      return entry ? [metaOf(entry)] : [];
    });
    return Promise.resolve(found.sort((one, other) => other.changed - one.changed));
  }

  /** Returns a study, or null if there is none or it is damaged. */
  load(id: string): Promise<Study | null> {
    return Promise.resolve(this.entry(id)?.study ?? null);
  }

  save(study: Study): Promise<SaveResult> {
    const { version = 0, base = "", sent = "" } = this.entry(study.id) ?? {};
    const found = this.putEntry({ study, changed: Date.now(), version, edit: newStudyId(), base, sent });
    this.noteSaved();
    return Promise.resolve(found);
  }

  /** Removes a study. Returns a function that puts it back. */
  remove(id: string): Promise<() => Promise<SaveResult>> {
    const entry = this.entry(id);
    this.dropEntry(id);
    if (entry && entry.version > 0) this.noteRemoved(id, entry.version);
    this.noteSaved();
    return Promise.resolve(() => {
      this.forgetRemoved(id);
      const found: SaveResult = entry ? this.putEntry({ ...entry, version: 0 }) : { kept: true };
      this.noteSaved();
      return Promise.resolve(found);
    });
  }

  /** Calls `listener` after each save or removal in this tab. Returns a function that ends it. */
  onSave(listener: () => void): () => void {
    StudyStore.savers.add(listener);
    return () => void StudyStore.savers.delete(listener);
  }

  private noteSaved(): void {
    for (const listener of StudyStore.savers) listener();
  }

  /** Calls `listener` at changes made elsewhere. Returns a function that ends it. */
  onChange(listener: Listener): () => void {
    const onStorage = (event: Event) => {
      const { key, oldValue, newValue } = event as StorageEvent;
      const id = key === null ? null : this.idOf(key);
      if (id === undefined) return;
      const entry = readEntry(newValue);
      if (entry && entry.edit === readEntry(oldValue)?.edit) return; // it was sent to the account
      const copyOf = entry?.copyOf;
      listener(copyOf === undefined ? { id } : { id: copyOf, copy: id! });
    };
    const { listeners } = StudyStore;
    const here = listeners.get(this.owner) ?? new Set();
    listeners.set(this.owner, here.add(listener));
    this.events?.addEventListener("storage", onStorage);
    return () => {
      here.delete(listener);
      this.events?.removeEventListener("storage", onStorage);
    };
  }

  /** Tells the listeners of this tab about a change that the account made. */
  announce(change: StudyChange): void {
    for (const listener of StudyStore.listeners.get(this.owner) ?? []) listener(change);
  }

  ids(): string[] {
    return this.storage.keys().flatMap((key) => this.idOf(key) ?? []);
  }

  entry(id: string): StudyEntry | null {
    return readEntry(this.storage.getItem(this.keyOf(id)));
  }

  putEntry(entry: StudyEntry): SaveResult {
    if (this.storage.setItem(this.keyOf(entry.study.id), JSON.stringify(entry))) return { kept: true };
    return { kept: false, reason: this.storage.isBlocked ? "blocked" : "full" };
  }

  dropEntry(id: string): void {
    this.storage.removeItem(this.keyOf(id));
  }

  /** Returns what is to be removed from the account. */
  removed(): Removed {
    try {
      const found = JSON.parse(this.storage.getItem(this.removedKey) ?? "{}") as Record<string, unknown> | null;
      const entries = Object.entries(found ?? {});
      return Object.fromEntries(entries.filter((one): one is [string, number] => Number.isInteger(one[1])));
    } catch {
      return {};
    }
  }

  /** Notes that a version of a study is to be removed from the account. */
  noteRemoved(id: string, version: number): void {
    this.putRemoved({ ...this.removed(), [id]: version });
  }

  forgetRemoved(id: string): void {
    const { [id]: found, ...others } = this.removed();
    if (found !== undefined) this.putRemoved(others);
  }

  private putRemoved(removed: Removed): void {
    if (Object.keys(removed).length === 0) this.storage.removeItem(this.removedKey);
    else this.storage.setItem(this.removedKey, JSON.stringify(removed));
  }

  private get removedKey(): string {
    return `empile.${REMOVED}${this.owner}`;
  }

  private keyOf(id: string): string {
    return `empile.${LIST}.${id}${this.owner}`;
  }

  /** Returns the study that a key is for, if it is one of this owner. */
  private idOf(key: string): string | undefined {
    const start = `empile.${LIST}.`;
    if (!key.startsWith(start) || !key.endsWith(this.owner)) return undefined;
    const id = key.slice(start.length, key.length - this.owner.length);
    return STUDY_ID.test(id) ? id : undefined;
  }
}

function metaOf({ study, changed, version }: StudyEntry): StudyMeta {
  const { id, name, folder, chapters } = study;
  const games = [...new Set(chapters.map(({ game }) => game))];
  return { id, name, folder, games, chapters: chapters.length, changed, version };
}

/** Returns an entry, or null if it is damaged. */
function readEntry(text: string | null): StudyEntry | null {
  try {
    const found = JSON.parse(text ?? "null") as Partial<StudyEntry> | null;
    const study = found?.study;
    if (!found || study?.format !== STUDY_FORMAT || !STUDY_ID.test(study.id) || !Array.isArray(study.chapters)) return null;
    const { changed = 0, version = 0, edit = "", base = "", sent = "", copyOf } = found;
    return { study, changed, version, edit, base, sent, ...(typeof copyOf === "string" && { copyOf }) };
  } catch {
    return null;
  }
}
