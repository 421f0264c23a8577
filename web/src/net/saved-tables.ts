/** The tables at which this browser has a place, with their secret tokens. */

export interface SavedTable {
  id: string;
  token: string;
  game: string;
  /** When it was last opened, in milliseconds since 1970. */
  at: number;
  /** Whether its game had ended then. */
  over?: boolean;
}

const KEY = "empile.tables";
const MOST = 1000;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export class SavedTables {
  private readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** Returns all tables, most recently opened first. */
  all(): SavedTable[] {
    return Object.values(this.read()).sort((a, b) => b.at - a.at);
  }

  token(id: string): string | null {
    return this.read()[id]?.token ?? null;
  }

  keep(id: string, token: string, game: string, over = false): void {
    const tables = this.read();
    tables[id] = { id, token, game: game || tables[id]?.game || "", at: Date.now(), ...(over && { over }) };
    this.write(tables);
  }

  forget(id: string): void {
    const tables = this.read();
    delete tables[id];
    this.write(tables);
  }

  private read(): Record<string, SavedTable> {
    try {
      const kept: unknown = JSON.parse(this.storage.getItem(KEY) ?? "{}");
      return kept !== null && typeof kept === "object" ? (kept as Record<string, SavedTable>) : {};
    } catch {
      return {};
    }
  }

  private write(tables: Record<string, SavedTable>): void {
    const latest = Object.values(tables)
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST);
    try {
      this.storage.setItem(KEY, JSON.stringify(Object.fromEntries(latest.map((table) => [table.id, table]))));
    } catch {
      // Storage is full or forbidden: the place is kept only in the private link.
    }
  }
}

/** Returns the token in a URL fragment (`#seat=TOKEN`), or null. */
export function tokenOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("seat") || null;
}
