/**
 * Storage that never fails: what the browser refuses to keep lasts until the page is closed.
 *
 * With site data blocked, `localStorage` throws when it is read, or is null.
 */

export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class SafeStore implements Store {
  private readonly unsaved = new Map<string, string>();
  private readonly find: () => Store | null;

  /** `find` returns the browser's storage; it may throw. */
  constructor(find: () => Store | null) {
    this.find = find;
  }

  /** Whether values outlive the page. */
  get persists(): boolean {
    return this.unsaved.size === 0 && this.use((store) => store.getItem("empile"), undefined) !== undefined;
  }

  /** Whether the browser stores nothing at all. */
  get isBlocked(): boolean {
    return this.use(() => false, true);
  }

  /** Returns the keys of all values. */
  keys(): string[] {
    const kept = this.use((store) => Object.keys(store), []);
    return [...new Set([...kept, ...this.unsaved.keys()])];
  }

  getItem(key: string): string | null {
    return this.unsaved.get(key) ?? this.use((store) => store.getItem(key), null);
  }

  /** Returns whether the value outlives the page. */
  setItem(key: string, value: string): boolean {
    const kept = this.use((store) => {
      store.setItem(key, value);
      return true;
    }, false);
    if (kept) this.unsaved.delete(key);
    else this.unsaved.set(key, value);
    return kept;
  }

  removeItem(key: string): void {
    this.unsaved.delete(key);
    this.use((store) => store.removeItem(key), undefined);
  }

  private use<Found>(what: (store: Store) => Found, otherwise: Found): Found {
    try {
      const store = this.find();
      return store ? what(store) : otherwise;
    } catch {
      return otherwise;
    }
  }
}

export const localStore = new SafeStore(() => globalThis.localStorage);
export const sessionStore = new SafeStore(() => globalThis.sessionStorage);
