/** Boards saved in this browser, by game, option and name. */
import { sharedBoard, type SharedBoard } from "./share-board.ts";

export interface SavedBoard extends SharedBoard {
  /** When it was saved, in milliseconds since 1970. */
  at: number;
}

const KEY = "empile.boards";
const DRAFT = "empile.draft";
/** Maximum length of a board's name. */
export const LONGEST_NAME = 40;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;
type Kept = Record<string, SavedBoard[]>;

/** Returns a name without line breaks or surrounding spaces, shortened if necessary. */
export function tidyName(name: string): string {
  return name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME).trim();
}

export class SavedBoards {
  private readonly storage: Storage;
  private readonly of: string;

  constructor(storage: Storage, game: string, option: string) {
    this.storage = storage;
    this.of = `${game}/${option}`;
  }

  /** Returns all boards, most recently saved first. */
  all(): SavedBoard[] {
    return [...(this.read()[this.of] ?? [])].sort((a, b) => b.at - a.at);
  }

  find(name: string): SavedBoard | null {
    return this.all().find((board) => board.name === name) ?? null;
  }

  /** Saves a board, replacing one of the same name. Returns false if storage fails. */
  keep(board: SharedBoard): boolean {
    const others = this.all().filter(({ name }) => name !== board.name);
    return this.write([{ ...board, at: Date.now() }, ...others]);
  }

  forget(name: string): boolean {
    return this.write(this.all().filter((board) => board.name !== name));
  }

  /** Returns the unfinished board from the last visit, or null. */
  draft(): SharedBoard | null {
    const found = this.parsed(`${DRAFT}.${this.of}`) as Partial<Record<keyof SharedBoard, unknown>> | null;
    if (found === null || typeof found !== "object" || found.value === undefined) return null;
    return sharedBoard(typeof found.name === "string" ? found.name : "", found.value, found.others);
  }

  keepDraft(draft: SharedBoard): void {
    this.put(`${DRAFT}.${this.of}`, draft);
  }

  private read(): Kept {
    const found = this.parsed(KEY);
    if (found === null || typeof found !== "object" || Array.isArray(found)) return {};
    const kept: Kept = {};
    for (const [of, boards] of Object.entries(found)) {
      if (Array.isArray(boards)) kept[of] = boards.filter(isBoard);
    }
    return kept;
  }

  private write(boards: SavedBoard[]): boolean {
    return this.put(KEY, { ...this.read(), [this.of]: boards });
  }

  private parsed(key: string): unknown {
    try {
      return JSON.parse(this.storage.getItem(key) ?? "null");
    } catch {
      return null;
    }
  }

  private put(key: string, value: unknown): boolean {
    try {
      this.storage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
}

function isBoard(found: unknown): found is SavedBoard {
  const board = found as Partial<SavedBoard> | null;
  return (
    board !== null && typeof board === "object" && typeof board.name === "string" &&
    typeof board.at === "number" && board.value !== undefined
  );
}
