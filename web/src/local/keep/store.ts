/** Tables that are kept in this browser: how they were created, and all their entries as JSON. */
import type { Created, Entry } from "../flow/created.ts";
import { Database, type Transaction } from "./database.ts";
import { KeepError, reasonOf } from "./faults.ts";
import type { Exported, Files, Imported, KeepFacts, Kept, Listed, Origin, Saved } from "./kept.ts";
import { Leases, type LeaseEnvironment } from "./leases.ts";
import { newTableId, readCreated, readEntry, readHead, type Head } from "./records.ts";
import { exportText, mergeTables, readExport, type PortableTable } from "./transfer.ts";

/** What the store uses of the browser and of the page; tests replace it. */
export interface KeepEnvironment extends LeaseEnvironment {
  /** Returns where databases are; may throw. */
  indexedDB: () => IDBFactory | undefined;
  storage: Pick<StorageManager, "persisted"> | undefined;
  /** Whether the page has a game. */
  isKnown: (game: string) => boolean;
}

/** A change of a table that is written in one transaction. */
interface Change {
  /** Of a new table, else null. */
  head: Head | null;
  /** The number of entries before; null: any. */
  from: number | null;
  entries: readonly string[];
  /** Undefined: as before. */
  origin?: Origin | null;
  files: Files;
}

const NO_CHANGE: Change = { head: null, from: null, entries: [], files: {} };

export class TableStore {
  /** Null if the browser keeps nothing: `#fault` says why, and all changes stay unsaved. */
  readonly #database: Database | null;
  readonly #fault: KeepError | null;
  readonly #environment: KeepEnvironment;
  readonly #leases: Leases;
  /** By table: changes that are in memory only. */
  readonly #unsaved = new Map<string, Change>();
  #last: Promise<unknown> = Promise.resolve();

  private constructor(environment: KeepEnvironment, database: Database | null, fault: KeepError | null) {
    this.#environment = environment;
    this.#database = database;
    this.#fault = fault;
    this.#leases = new Leases(async (work) => this.#present().run("relaxed", work), environment);
  }

  /**
   * Opens the store. If the browser keeps nothing, tables are in memory; `facts` says so. Throws `KeepError` `newer` or
   * `blocked` if this page or another tab must be loaded again first.
   */
  static async open(overrides: Partial<KeepEnvironment> = {}): Promise<TableStore> {
    const environment = { ...browserEnvironment(overrides), ...overrides };
    try {
      const factory = environment.indexedDB();
      if (!factory) throw new Error("there is no IndexedDB");
      const database = new Database(factory);
      await database.run("read", async () => undefined);
      return new TableStore(environment, database, null);
    } catch (error) {
      const isKnown = error instanceof KeepError && error.code !== "not_read";
      const fault = isKnown ? error : new KeepError("nothing_kept", String(error));
      if (fault.code === "newer" || fault.code === "blocked") throw fault;
      return new TableStore(environment, null, fault);
    }
  }

  /** Adds a table, with the files of its rules and its first entries. */
  create(created: Created, origin: Origin | null = null, files: Files = {}, entries: readonly Entry[] = []): Promise<Saved> {
    const head = { created: JSON.stringify(created), length: 0, changed: this.#environment.clock(), origin };
    return this.#save(created.table, { head, from: 0, entries: textsOf(entries), origin, files });
  }

  /**
   * Adds entries after the first `from`, and takes or renews the lease: all or nothing. Throws `KeepError`: `elsewhere`
   * if another tab has the table open, `behind` if the log has another length, `absent`.
   */
  append(id: string, from: number, entries: readonly Entry[]): Promise<Saved> {
    return this.#save(id, { ...NO_CHANGE, from, entries: textsOf(entries) });
  }

  /** Notes where the rules of the running game came from; null when it ends. Files that no table needs are deleted. */
  setOrigin(id: string, origin: Origin | null, files: Files = {}): Promise<Saved> {
    return this.#save(id, { ...NO_CHANGE, origin, files });
  }

  /** Throws `KeepError`: `absent`, `damaged` or `unknown_game`. */
  async read(id: string): Promise<Kept> {
    const table = await this.#read(id);
    const { game } = table.created;
    if (this.#environment.isKnown(game)) return table;
    throw new KeepError("unknown_game", `the page has no game ${game}`, { game });
  }

  /** Returns all tables, the last changed first. */
  async list(): Promise<Listed[]> {
    const [heads, leases] = await this.#look((transaction) =>
      Promise.all([transaction.rows("tables"), transaction.rows("leases")])) ?? [new Map<string, unknown>(), new Map()];
    for (const [id, { head }] of this.#unsaved) if (head) heads.set(id, head);
    const listed = Array.from(heads, ([id, row]) => this.#listed(id, row, leases.get(id)));
    return listed.sort((one, other) => other.changed - one.changed);
  }

  /** Removes a table, damaged or not. Throws `KeepError` `elsewhere`. */
  forget(id: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#database?.run("strict", async (transaction) => {
        await this.#leases.claim(transaction, id);
        for (const store of ["tables", "entries", "leases"] as const) transaction.delete(store, id);
        await keepFiles(transaction, {});
      });
      this.#unsaved.delete(id);
      await this.#leases.release([id]);
    });
  }

  /**
   * Keeps a table for this tab until it is released; calls `onLost` if another tab takes it over. Throws `KeepError`
   * `elsewhere` if another tab has it open.
   */
  hold(id: string, onLost: () => void): Promise<void> {
    return this.#leases.hold(id, onLost, false);
  }

  /** The same, even if another tab has it open. */
  takeOver(id: string, onLost: () => void): Promise<void> {
    return this.#leases.hold(id, onLost, true);
  }

  /** Lets other tabs have tables, all unless said otherwise: when the page is hidden or closed. */
  release(ids?: readonly string[]): Promise<void> {
    return this.#inTurn(() => this.#leases.release(ids));
  }

  /** Calls `listener` with the ID of a table that another tab changed or took. Returns a function that ends it. */
  onChange(listener: (id: string) => void): () => void {
    return this.#leases.listen(({ id, what }) => {
      if (what === "changed" || what === "taken") listener(id);
    });
  }

  /** Returns a file of rules that was kept, or null. */
  async file(address: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const unsaved = Array.from(this.#unsaved.values(), ({ files }) => files[address]).find(Boolean);
    const bytes = unsaved ?? (await this.#look((transaction) => transaction.get("files", address)));
    return bytes instanceof Uint8Array ? (bytes as Uint8Array<ArrayBuffer>) : null;
  }

  async facts(): Promise<KeepFacts> {
    const persistent = await this.#environment.storage?.persisted().catch(() => null) ?? null;
    return { reason: this.#fault?.reason ?? null, persistent, unsaved: [...this.#unsaved.keys()] };
  }

  /** Exports all tables that can be read, or some. */
  async exportAll(ids?: readonly string[]): Promise<Exported> {
    const tables: PortableTable[] = [];
    const left: Exported["left"] = [];
    for (const id of ids ?? (await this.list()).map((listed) => listed.id)) {
      try {
        const { created, entries, changed } = await this.#read(id);
        tables.push({ created, entries, changed });
      } catch (error) {
        left.push({ id, fault: faultOf(error).reason });
      }
    }
    return { text: exportText(tables), tables: tables.length, left };
  }

  /**
   * Adds the tables of an export to those here; a second time does nothing. Throws `KeepError` and changes nothing:
   * `bad_file`, `newer`, `full`, or `elsewhere` if a table that would grow is open.
   */
  async importAll(text: string): Promise<Imported> {
    const tables = readExport(text);
    for (const id of [...this.#unsaved.keys()]) await this.#save(id, NO_CHANGE).catch(faultOf);
    return this.#inTurn(() => this.#present().run("strict", (transaction) =>
      mergeTables(transaction, tables, (lease) => this.#leases.isHeld(lease))));
  }

  close(): void {
    this.#leases.close();
    this.#database?.close();
  }

  #present(): Database {
    if (this.#database) return this.#database;
    throw this.#fault;
  }

  async #look<T>(work: (transaction: Transaction) => Promise<T>): Promise<T | undefined> {
    return this.#database?.run("read", work);
  }

  /** Runs changes one after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Writes a change, and those of its table that are unsaved; they stay unsaved if the browser cannot write. */
  #save(id: string, next: Change): Promise<Saved> {
    return this.#inTurn(async () => {
      const change = joined(id, this.#unsaved.get(id), next);
      try {
        await this.#write(id, change).catch((error: unknown) => {
          if (faultOf(error).code !== "full" || Object.keys(change.files).length === 0) throw error;
          return this.#write(id, { ...change, files: {} }); // the table is worth more than its files
        });
      } catch (error) {
        const { code, reason } = faultOf(error);
        if (error !== this.#fault && code !== "full" && code !== "not_saved") throw error;
        const head = change.head && { ...change.head, changed: this.#environment.clock() };
        this.#unsaved.set(id, { ...change, head });
        return { kept: false, reason };
      }
      this.#unsaved.delete(id);
      this.#leases.tell(id, "changed");
      return { kept: true };
    });
  }

  async #write(id: string, { head: added, from, entries, origin, files }: Change): Promise<void> {
    if (!this.#database && !added) throw new KeepError("absent", `there is no table ${id}`);
    await this.#present().run("strict", async (transaction) => {
      await this.#leases.claim(transaction, id);
      const row = await transaction.get("tables", id);
      if (added && row !== undefined) throw new KeepError("behind", `there is a table ${id}`);
      const head = added ?? readHead(row, id);
      if (from !== null && from !== head.length) {
        throw new KeepError("behind", `table ${id} has ${head.length} entries instead of ${from}`);
      }
      transaction.putEntries(id, head.length, entries);
      transaction.put("tables", id, {
        ...head, length: head.length + entries.length, changed: this.#environment.clock(),
        ...(origin !== undefined && { origin }),
      });
      if (origin !== undefined) await keepFiles(transaction, files);
    });
  }

  /** Returns a table, even if its game is unknown. */
  async #read(id: string): Promise<Kept> {
    const [row, texts = []] = await this.#look((transaction) =>
      Promise.all([transaction.get("tables", id), transaction.entries(id)])) ?? [];
    const unsaved = this.#unsaved.get(id);
    const head = readHead(row ?? unsaved?.head ?? undefined, id);
    if (texts.length !== head.length) {
      throw new KeepError("damaged", `table ${id} has ${texts.length} entries instead of ${head.length}`);
    }
    const continues = unsaved !== undefined && (unsaved.from ?? head.length) === head.length;
    if (!continues) this.#unsaved.delete(id); // another tab played on
    const { entries: more, origin = head.origin } = continues ? unsaved : NO_CHANGE;
    const entries = [...texts, ...more].map((text) => readEntry(text, id));
    return { created: readCreated(head.created, id), entries, changed: head.changed, origin };
  }

  #listed(id: string, row: unknown, lease: unknown): Listed {
    const elsewhere = this.#leases.isElsewhere(lease);
    try {
      const head = readHead(row, id);
      const created = readCreated(head.created, id);
      const { game } = created;
      const fault = this.#environment.isKnown(game) ? null : reasonOf("unknown_game", { game });
      const length = head.length + (this.#unsaved.get(id)?.entries.length ?? 0);
      return { id, created, length, changed: head.changed, fault, elsewhere };
    } catch (error) {
      return { id, created: null, length: 0, changed: 0, fault: faultOf(error).reason, elsewhere };
    }
  }
}

function textsOf(entries: readonly Entry[]): string[] {
  return entries.map((entry) => JSON.stringify(entry));
}

/** Returns two changes of a table as one. */
function joined(id: string, before: Change | undefined, next: Change): Change {
  if (!before) return next;
  const isBehind = before.from !== null && next.from !== null && before.from + before.entries.length !== next.from;
  if (next.head || isBehind) throw new KeepError("behind", `table ${id} has another length`);
  return {
    ...before, ...next, head: before.head, from: before.from ?? next.from,
    entries: [...before.entries, ...next.entries], files: { ...before.files, ...next.files },
  };
}

/** Adds files unless they are there, and deletes those that no table needs. */
async function keepFiles(transaction: Transaction, files: Files): Promise<void> {
  const [heads, addresses] = await Promise.all([transaction.rows("tables"), transaction.keys("files")]);
  for (const [address, bytes] of Object.entries(files)) {
    if (!addresses.includes(address)) transaction.put("files", address, bytes);
  }
  const origins = Array.from(heads.values(), (head) => (head as Head | null)?.origin);
  const needed = origins.flatMap((origin) => (origin ? [origin.module, origin.facts, origin.data] : []));
  for (const address of addresses) if (!needed.includes(address)) transaction.delete("files", address);
}

/** Returns an error of the store; throws any other. */
function faultOf(error: unknown): KeepError {
  if (error instanceof KeepError) return error;
  throw error;
}

function browserEnvironment({ channel }: Partial<KeepEnvironment>): KeepEnvironment {
  return {
    owner: newTableId(),
    clock: Date.now,
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    channel: channel === undefined && "BroadcastChannel" in globalThis ? new BroadcastChannel("empile.tables") : null,
    indexedDB: () => globalThis.indexedDB,
    storage: globalThis.navigator?.storage,
    isKnown: () => true,
  };
}
