/** A browser whose tabs keep tables: one IndexedDB and one clock. */
import { IDBFactory, IDBKeyRange, IDBObjectStore } from "fake-indexeddb";
import type { Created, Entry } from "../src/local/flow/created.ts";
import type { ChannelLike, Notice } from "../src/local/keep/leases.ts";
import { type KeepEnvironment, TableStore } from "../src/local/keep/store.ts";

globalThis.IDBKeyRange = IDBKeyRange;

/** Waits for a state. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

export class FakeBrowser {
  readonly factory: IDBFactory = new IDBFactory();
  now = 1_000_000;
  /** Whether tabs hear each other. */
  hasChannel = true;
  /** Tabs that do not hear what the others tell. */
  readonly frozen = new Set<string>();
  #waits: { end: number; resolve: () => void }[] = [];
  readonly #channels = new Map<string, ChannelLike>();

  /** Opens the store of a tab. */
  tab(owner: string, overrides: Partial<KeepEnvironment> = {}): Promise<TableStore> {
    return TableStore.open({
      owner, clock: () => this.now, channel: this.hasChannel ? this.#channel(owner) : null,
      wait: (milliseconds) => new Promise((resolve) => this.#waits.push({ end: this.now + milliseconds, resolve })),
      indexedDB: () => this.factory, storage: undefined, ...overrides,
    });
  }

  /** Lets time pass, once so many wait. */
  async pass(milliseconds: number, waiting = 1): Promise<void> {
    await until(() => this.#waits.length >= waiting);
    this.jump(milliseconds);
    for (const { end, resolve } of this.#waits) if (end <= this.now) resolve();
    this.#waits = this.#waits.filter(({ end }) => end > this.now);
  }

  /** Moves the clock alone, as while tabs sleep. */
  jump(milliseconds: number): void {
    this.now += milliseconds;
  }

  /** Waits until the lease of a table has an end. */
  async renewed(id: string, end: number): Promise<void> {
    for (let found = 0; found !== end;) {
      await this.edit("leases", (leases) => {
        const request = leases.get(id);
        request.onsuccess = () => (found = (request.result as { until: number }).until);
      });
    }
  }

  /** Changes the database directly, as another program would. */
  async edit(store: string, change: (store: IDBObjectStore) => void): Promise<void> {
    const request = this.factory.open("empile.tables");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const transaction = request.result.transaction(store, "readwrite");
    change(transaction.objectStore(store));
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    request.result.close();
  }

  #channel(owner: string): ChannelLike {
    const channel: ChannelLike = {
      onmessage: null,
      postMessage: (notice) => {
        for (const [name, { onmessage }] of this.#channels) {
          const message = { data: structuredClone(notice) } as MessageEvent<Notice>;
          if (name !== owner && !this.frozen.has(name)) setImmediate(() => onmessage?.(message));
        }
      },
      close: () => void this.#channels.delete(owner),
    };
    this.#channels.set(owner, channel);
    return channel;
  }
}

type Put = typeof IDBObjectStore.prototype.put;

/** Lets writes fail as those of a browser do, until the returned function is called. */
export function failWrites(name: string, fails: (value: unknown) => boolean = () => true): () => void {
  const { prototype } = IDBObjectStore;
  const put: Put = prototype.put;
  prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const request = put.call(this, value, key);
    // The package offers no quota; this is how it aborts a transaction with an error.
    if (fails(value)) (this.transaction as unknown as { _abort(name: string): void })._abort(name);
    return request;
  } as Put;
  return () => void (prototype.put = put);
}

/** Returns how a table was created; each has its own seed. */
export function created(table: string, game = "blox"): Created {
  const seed = Number.parseInt(table.slice(1), 36) % 1000;
  return {
    table, game, rules: 3, options: { players: 2 }, places: [{ kind: "person", name: "Anne", level: null }], begins: null,
    start: null, hints: true, language: "en", at: 5, seed: [seed, 2],
  };
}

/** Returns entries whose texts are the given ones. */
export function moves(...texts: string[]): Entry[] {
  return texts.map((text, index) => ({ kind: "move", seq: index + 2, at: 6, seat: 0, text, lag: 0 }) as Entry);
}
