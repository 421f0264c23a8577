/**
 * Exchanges the studies of this browser with the account of whoever plays.
 *
 * Each change names the version that it is of. If two devices changed the same version, the account's study stays,
 * and the edits of this browser become a copy: nothing is lost. Studies of guests stay in the browser.
 */
import { findMe } from "../account/account-state.ts";
import { ApiError, ask } from "../net/api.ts";
import type { NewStudy, StoredStudy, StudyInfo, StudyList } from "../net/protocol.ts";
import { newStudyId, studyFrom } from "./study-file.ts";
import type { StudyEntry, StudyStore } from "./study-store.ts";
import type { Study } from "./study.ts";

/** The studies of a member in the account. */
export interface StudyAccount {
  list(): Promise<StudyInfo[]>;
  get(id: string): Promise<StoredStudy>;
  put(id: string, wanted: NewStudy): Promise<StudyInfo>;
  remove(id: string, version: number): Promise<void>;
}

/** Studies that the account does not take, with the reason. */
export type Refused = ReadonlyMap<string, ApiError>;

/** How often to begin anew when another device is at work at the same time. */
const TRIES = 3;
/** Codes that concern one study alone. */
const OF_ONE: readonly string[] = ["not_allowed", "too_large", "bad_request"];
/** Milliseconds between a change or a failure and the exchange, and between two exchanges without changes. */
const REST = 3000;
const PERIOD = 60_000;
const LOCK = "empile-studies";

export function studyAccount(member: string): StudyAccount {
  const path = `/members/${encodeURIComponent(member)}/studies`;
  const of = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    list: async () => (await ask<StudyList>(path)).studies,
    get: (id) => ask<StoredStudy>(of(id)),
    put: (id, wanted) => ask<StudyInfo>(of(id), null, wanted, "PUT"),
    remove: (id, version) => ask(`${of(id)}?version=${version}`, null, undefined, "DELETE"),
  };
}

/** Returns the studies in the account of the store's owner, or null for guests and after signing out. */
export async function accountOf(store: StudyStore): Promise<StudyAccount | null> {
  const member = store.owner.slice(1);
  if (!member) return null;
  const me = await findMe();
  return me?.members.some(({ id }) => id === member) ? studyAccount(member) : null;
}

/**
 * Exchanges all studies. `copyName` returns the name of a copy. Returns what the account did not take. Throws an
 * `ApiError` if the server cannot be reached; what was exchanged until then stays.
 */
export async function syncStudies(
  store: StudyStore, account: StudyAccount, copyName: (name: string) => string,
): Promise<Refused> {
  const exchange = new Exchange(store, account, copyName);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await exchange.run()) break;
  }
  return exchange.refused;
}

class Exchange {
  readonly refused = new Map<string, ApiError>();
  private readonly store: StudyStore;
  private readonly account: StudyAccount;
  private readonly copyName: (name: string) => string;

  constructor(store: StudyStore, account: StudyAccount, copyName: (name: string) => string) {
    this.store = store;
    this.account = account;
    this.copyName = copyName;
  }

  /** Returns whether it is done; otherwise another device was faster. */
  async run(): Promise<boolean> {
    const { store } = this;
    const infos = new Map((await this.account.list()).map((info) => [info.id, info]));
    let done = await this.removeThere(infos);
    for (const id of new Set([...store.ids(), ...infos.keys()])) {
      if (!(await this.exchange(id, infos.get(id)))) done = false;
    }
    return done;
  }

  /** Removes what was removed here, unless another device has changed it since. */
  private async removeThere(infos: Map<string, StudyInfo>): Promise<boolean> {
    let done = true;
    for (const [id, version] of Object.entries(this.store.removed())) {
      if (infos.get(id)?.version === version) {
        if (await this.unlessStale(() => this.account.remove(id, version))) infos.delete(id);
        else done = false;
      }
      this.store.forgetRemoved(id);
    }
    return done;
  }

  private async exchange(id: string, info: StudyInfo | undefined): Promise<boolean> {
    const { store } = this;
    const entry = store.entry(id);
    if (!entry) return info ? this.pull(id) : true;
    if (!info) {
      if (isChanged(entry)) return this.push({ ...entry, version: 0 });
      store.dropEntry(id);
      store.announce({ id });
      return true;
    }
    if (info.edit === entry.edit) {
      if (isChanged(entry) || info.version !== entry.version) settle(store, id, info);
      return true;
    }
    // What this browser sent last was stored, although the answer was lost.
    const isOurs = info.version === entry.version || [entry.sent, entry.base].includes(info.edit);
    if (isOurs) return isChanged(entry) ? this.push({ ...entry, version: info.version }) : true;
    return this.pull(id);
  }

  /** Copies edits of this browser to a new study. Returns null if there is no room for it. */
  private copy(entry: StudyEntry): StudyEntry | null {
    const { store } = this;
    const id = newStudyId();
    const study = { ...entry.study, id, name: this.copyName(entry.study.name) };
    const copy = { ...entry, study, version: 0, base: "", sent: "", copyOf: entry.study.id };
    if (store.putEntry(copy).kept) {
      store.announce({ id: entry.study.id, copy: id });
      return copy;
    }
    store.dropEntry(id);
    return null;
  }

  /** Takes the account's study, unless this browser changed its own in the same moment; keeps its edits as a copy. */
  private async pull(id: string): Promise<boolean> {
    const { store } = this;
    const mine = store.entry(id);
    let found: StoredStudy;
    try {
      found = await this.account.get(id);
    } catch (error) {
      if (error instanceof ApiError && error.code === "no_table") return false;
      throw error;
    }
    if (store.entry(id)?.edit !== mine?.edit || id in store.removed()) return false;
    const copy = mine && isChanged(mine) ? this.copy(mine) : undefined;
    if (copy === null) return true; // the own edits stay
    const { version, edit, changed } = found.info;
    const study = studyFrom(JSON.parse(found.study));
    store.putEntry({ study, changed, version, edit, base: edit, sent: "" });
    store.announce({ id });
    return copy ? this.push(copy) : true;
  }

  private async push(entry: StudyEntry): Promise<boolean> {
    const { store } = this;
    const { study, edit, version } = entry;
    store.putEntry({ ...entry, sent: edit });
    try {
      const wanted = { version, edit, study: JSON.stringify(study) };
      let info: StudyInfo | undefined;
      const stored = await this.unlessStale(async () => {
        info = await this.account.put(study.id, wanted);
      });
      if (stored && info) settle(store, study.id, info);
      this.refused.delete(study.id);
      return stored;
    } catch (error) {
      if (!(error instanceof ApiError) || !OF_ONE.includes(error.code)) throw error;
      this.refused.set(study.id, error);
      return true;
    }
  }

  /** Returns whether a change was of the newest version. */
  private async unlessStale(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "stale") return false;
      throw error;
    }
  }
}

/** Whether the account does not have the content. */
function isChanged({ edit, base, version }: StudyEntry): boolean {
  return edit !== base || version === 0;
}

/** Notes what the account has; the study may have been changed or removed since it was sent. */
function settle(store: StudyStore, id: string, info: StudyInfo): void {
  const entry = store.entry(id);
  if (!entry) {
    store.noteRemoved(id, info.version);
    return;
  }
  const { copyOf: _, ...now } = entry;
  store.putEntry({ ...now, version: info.version, base: info.edit, sent: "" });
}

/**
 * Exchanges the studies of a store now, after changes, and when the page is seen again. Calls `done` after each
 * exchange. Returns a function that ends it; it does nothing for guests.
 */
export function followAccount(
  store: StudyStore, copyName: (name: string) => string, done: (refused: Refused) => void = () => undefined,
): () => void {
  let timer = 0;
  let ended = false;
  const later = (rest: number) => {
    clearTimeout(timer);
    if (!ended) timer = window.setTimeout(() => void run(), rest);
  };
  let failures = 0;
  const run = async () => {
    if (!store.owner) return;
    failures += 1;
    try {
      const account = await accountOf(store);
      if (account) {
        const refused = await alone(() => syncStudies(store, account, copyName));
        failures = 0;
        if (!ended) done(refused);
      }
    } catch {
      // The next exchange sends it.
    }
    if (document.visibilityState === "visible") later(failures ? Math.min(REST * 2 ** failures, PERIOD) : PERIOD);
  };
  const onSeen = () => document.visibilityState === "visible" && later(0);
  const end = store.onSave(() => later(REST));
  document.addEventListener("visibilitychange", onSeen);
  window.addEventListener("online", onSeen);
  void run();
  return () => {
    ended = true;
    clearTimeout(timer);
    end();
    document.removeEventListener("visibilitychange", onSeen);
    window.removeEventListener("online", onSeen);
  };
}

let running: Promise<unknown> = Promise.resolve();

/** Runs an exchange after those of this tab and, if the browser has locks, of other tabs. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  const next = running.then(() => navigator.locks ? navigator.locks.request(LOCK, work) : work());
  running = next.catch(() => undefined);
  return next;
}

/** Returns a study of the browser, or of the account if this browser does not have it yet; or null. */
export async function loadStudy(
  store: StudyStore, id: string, copyName: (name: string) => string,
): Promise<Study | null> {
  const found = await store.load(id);
  if (found) return found;
  const account = await accountOf(store).catch(() => null);
  if (!account) return null;
  await alone(() => syncStudies(store, account, copyName)).catch(() => undefined);
  return store.load(id);
}
