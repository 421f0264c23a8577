/** The database of tables: its versions, and transactions that are complete or did nothing. */
import { KeepError } from "./faults.ts";

/** Heads of tables, entries by table and number, leases of tables, and files of rules by address. */
const STORES = ["tables", "entries", "leases", "files"] as const;
type StoreName = (typeof STORES)[number];

/** Changes a database of one version to the next. */
export type Migration = (database: IDBDatabase, transaction: IDBTransaction) => void;

/** The first one makes version 1 of an empty database; the last one makes the version of this page. */
export const MIGRATIONS: readonly Migration[] = [
  (database) => ["tables", "entries", "leases", "files"].forEach((name) => database.createObjectStore(name)),
];

export const DATABASE = "empile.tables";

/** What a transaction may do. `strict` ones are on the disk when they end; a crash may lose those that are `relaxed`. */
export type Mode = "read" | "relaxed" | "strict";

export class Database {
  readonly #factory: IDBFactory;
  readonly #migrations: readonly Migration[];
  #connection: Promise<IDBDatabase> | null = null;

  constructor(factory: IDBFactory, migrations = MIGRATIONS) {
    this.#factory = factory;
    this.#migrations = migrations;
  }

  /**
   * Runs `work`, which awaits only what the transaction returns; returns its result once the transaction is complete.
   * If it throws, nothing is written. Throws `KeepError`: `newer`, `blocked`, `damaged`, `full`, `not_saved`, `not_read`.
   */
  async run<T>(mode: Mode, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    try {
      return await complete(await this.#begin(mode), work);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      const failed = mode === "read" ? "not_read" : "not_saved";
      const code = ({ QuotaExceededError: "full", NotFoundError: "damaged" } as const)[error.name] ?? failed;
      throw new KeepError(code, String(error));
    }
  }

  close(): void {
    void this.#connection?.then((connection) => connection.close(), () => undefined);
    this.#connection = null;
  }

  async #begin(mode: Mode, isSecond = false): Promise<IDBTransaction> {
    try {
      this.#connection ??= connect(this.#factory, this.#migrations, () => (this.#connection = null));
      const connection = await this.#connection;
      if (mode === "read") return connection.transaction(STORES, "readonly");
      return connection.transaction(STORES, "readwrite", { durability: mode });
    } catch (error) {
      this.#connection = null;
      // Browsers close connections of pages that sleep.
      const isClosed = error instanceof DOMException && error.name === "InvalidStateError";
      if (!isClosed || isSecond) throw error;
      return this.#begin(mode, true);
    }
  }
}

/** Opens the database, after bringing it to the version of this page. */
function connect(factory: IDBFactory, migrations: readonly Migration[], onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, migrations.length);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const migrate of migrations.slice(oldVersion)) migrate(request.result, request.transaction!);
    };
    request.onblocked = () => reject(new KeepError("blocked", "a tab with an older version of the page is open"));
    request.onerror = () => {
      const isNewer = request.error?.name === "VersionError";
      reject(isNewer ? new KeepError("newer", "a newer version of the page changed the database") : request.error);
    };
    request.onsuccess = () => {
      const connection = request.result;
      connection.onclose = onClose;
      connection.onversionchange = () => {
        connection.close();
        onClose();
      };
      resolve(connection);
    };
  });
}

async function complete<T>(inner: IDBTransaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const end = new Promise<void>((resolve, reject) => {
    inner.oncomplete = () => resolve();
    inner.onabort = () => reject(inner.error ?? new DOMException("the browser gave up", "AbortError"));
  });
  end.catch(() => undefined); // may come before it is awaited
  let result: T;
  try {
    result = await work(new Transaction(inner));
  } catch (error) {
    try {
      inner.abort();
    } catch {
      // a request that failed has done it
    }
    await end.catch(() => undefined);
    throw inner.error ?? error;
  }
  await end;
  return result;
}

export class Transaction {
  readonly #inner: IDBTransaction;

  constructor(inner: IDBTransaction) {
    this.#inner = inner;
  }

  get(store: StoreName, key: string): Promise<unknown> {
    return answer(this.#inner.objectStore(store).get(key));
  }

  async keys(store: StoreName): Promise<string[]> {
    return (await answer(this.#inner.objectStore(store).getAllKeys())).map(String);
  }

  /** Returns what is in a store, by key. */
  async rows(store: StoreName): Promise<Map<string, unknown>> {
    const all = answer<unknown[]>(this.#inner.objectStore(store).getAll());
    const [keys, values] = await Promise.all([this.keys(store), all]);
    return new Map(keys.map((key, index) => [key, values[index]]));
  }

  /** Returns the entries of a table, in order. */
  entries(id: string): Promise<unknown[]> {
    return answer(this.#inner.objectStore("entries").getAll(entriesOf(id)));
  }

  put(store: StoreName, key: string, value: unknown): void {
    this.#inner.objectStore(store).put(value, key);
  }

  putEntries(id: string, from: number, entries: readonly string[]): void {
    entries.forEach((text, index) => this.#inner.objectStore("entries").put(text, [id, from + index]));
  }

  delete(store: StoreName, key: string): void {
    this.#inner.objectStore(store).delete(store === "entries" ? entriesOf(key) : key);
  }
}

/** The range of the keys of a table's entries. */
const entriesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
