/**
 * Leases: one owner at a time may append to a table, until an end that it moves on while it is there.
 *
 * Only what transactions compare makes this safe. The channel tells other tabs sooner, and finds out whether an owner
 * is still there: it may be gone without a word, as when the page is loaded again.
 */
import { isObject } from "../../net/fragment.ts";
import type { Transaction } from "./database.ts";
import { KeepError } from "./faults.ts";

/** Milliseconds of a lease, between two renewals, and in which an owner answers. */
export const TERM = 30_000;
export const RENEWAL = 10_000;
export const ANSWER = 1000;

/** What is told to other tabs about a table. */
export interface Notice {
  id: string;
  what: "changed" | "taken" | "whose" | "mine";
}

/** What is used of a `BroadcastChannel`. */
export interface ChannelLike {
  onmessage: ((message: MessageEvent<Notice>) => unknown) | null;
  postMessage(notice: Notice): void;
  close(): void;
}

export interface LeaseEnvironment {
  owner: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  wait: (milliseconds: number) => Promise<void>;
  channel: ChannelLike | null;
}

/** Runs a transaction that need not be on the disk when it ends. */
type Write = (work: (transaction: Transaction) => Promise<void>) => Promise<void>;

export class Leases {
  readonly #write: Write;
  readonly #environment: LeaseEnvironment;
  /** By table: what to call when the lease is lost. */
  readonly #held = new Map<string, () => void>();
  readonly #listeners = new Set<(notice: Notice) => void>();
  #renews = false;

  constructor(write: Write, environment: LeaseEnvironment) {
    this.#write = write;
    this.#environment = environment;
    if (environment.channel) environment.channel.onmessage = ({ data }) => this.#hear(data);
  }

  /** Takes or renews a lease; throws `KeepError` `elsewhere` if another owner has it, unless it is forced. */
  async claim(transaction: Transaction, id: string, isForced = false): Promise<void> {
    const { owner, clock } = this.#environment;
    if (!isForced && this.isElsewhere(await transaction.get("leases", id))) {
      throw new KeepError("elsewhere", `another tab has table ${id} open`);
    }
    transaction.put("leases", id, { owner, until: clock() + TERM });
  }

  isElsewhere(lease: unknown): boolean {
    return this.isHeld(lease) && (lease as { owner: unknown }).owner !== this.#environment.owner;
  }

  /** Whether any owner has a lease. One that ends too late was written by another clock. */
  isHeld(lease: unknown): boolean {
    const left = isObject(lease) && typeof lease["until"] === "number" ? lease["until"] - this.#environment.clock() : 0;
    return left > 0 && left <= TERM;
  }

  /**
   * Takes a lease and renews it until it is released; calls `onLost` if another tab takes it. Throws `KeepError`
   * `elsewhere` if the tab that has it answers or tabs cannot ask, unless it is forced.
   */
  async hold(id: string, onLost: () => void, isForced: boolean): Promise<void> {
    try {
      await this.#write((transaction) => this.claim(transaction, id, isForced));
    } catch (error) {
      if (isElsewhere(error)) {
        if (await this.#isAnswered(id)) throw error;
        return this.hold(id, onLost, true);
      }
      if (!(error instanceof KeepError)) throw error; // without room for a lease nobody can append
    }
    if (isForced) this.tell(id, "taken");
    this.#held.set(id, onLost);
    if (!this.#renews) void this.#renewAll();
  }

  /** Gives leases up, all unless said otherwise. */
  async release(ids: readonly string[] = [...this.#held.keys()]): Promise<void> {
    for (const id of ids) this.#held.delete(id);
    const work = async (transaction: Transaction) => {
      const leases = await transaction.rows("leases");
      for (const id of ids) if (!this.isElsewhere(leases.get(id))) transaction.delete("leases", id);
    };
    await this.#write(work).catch(() => undefined); // they end by themselves
    for (const id of ids) this.tell(id, "changed");
  }

  tell(id: string, what: Notice["what"]): void {
    this.#environment.channel?.postMessage({ id, what });
  }

  /** Calls `listener` with what other tabs tell. Returns a function that ends it. */
  listen(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#held.clear();
    this.#environment.channel?.close();
  }

  async #renewAll(): Promise<void> {
    this.#renews = true;
    while (this.#held.size > 0) {
      await this.#environment.wait(RENEWAL);
      for (const id of [...this.#held.keys()]) await this.#renew(id);
    }
    this.#renews = false;
  }

  async #renew(id: string): Promise<void> {
    try {
      await this.#write(async (transaction) => {
        if (this.#held.has(id)) await this.claim(transaction, id);
      });
    } catch (error) {
      if (!isElsewhere(error)) return;
      const onLost = this.#held.get(id);
      this.#held.delete(id);
      onLost?.();
    }
  }

  #hear(notice: Notice): void {
    const { id, what } = notice;
    if (this.#held.has(id)) {
      if (what === "whose") this.tell(id, "mine");
      if (what === "taken") void this.#renew(id); // the transaction says whose it is
    }
    for (const listener of this.#listeners) listener(notice);
  }

  /** Whether the owner of a lease is there, or may be. */
  async #isAnswered(id: string): Promise<boolean> {
    if (this.#environment.channel === null) return true;
    let stop = (): void => undefined;
    const answered = new Promise<boolean>((resolve) => {
      stop = this.listen((notice) => notice.id === id && notice.what === "mine" && resolve(true));
    });
    this.tell(id, "whose");
    const isThere = await Promise.race([answered, this.#environment.wait(ANSWER).then(() => false)]);
    stop();
    return isThere;
  }
}

function isElsewhere(error: unknown): boolean {
  return error instanceof KeepError && error.code === "elsewhere";
}
