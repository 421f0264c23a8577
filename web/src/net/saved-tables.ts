/** The tables that this browser has a place at, with the secrets that prove it. */

export interface SavedTable {
  id: string;
  token: string;
  game: string;
  /** When it was last looked at, in milliseconds since 1970. */
  at: number;
}

const KEY = "empile.tables";
const MOST = 50;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

export class SavedTables {
  private readonly storage: Storage;

  constructor(storage: Storage) {
    this.storage = storage;
  }

  /** All tables, the one looked at last first. */
  all(): SavedTable[] {
    return Object.values(this.read()).sort((a, b) => b.at - a.at);
  }

  token(id: string): string | null {
    return this.read()[id]?.token ?? null;
  }

  keep(id: string, token: string, game: string): void {
    const tables = this.read();
    tables[id] = { id, token, game: game || tables[id]?.game || "", at: Date.now() };
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
      // A full or forbidden storage: the place lasts as long as the private link is kept.
    }
  }
}

/** The token in an address's fragment (`#seat=TOKEN`), or null. */
export function tokenOfFragment(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("seat") || null;
}
