/** What the store answers about tables. All of it can be sent between workers. */
import type { Reason } from "../../engine/index.ts";
import type { Created, Entry } from "../flow/created.ts";

/** Where the rules of a game that runs came from, so that it keeps them when the page is updated. */
export interface Origin {
  /** The version of the rules. */
  rules: number;
  /** The addresses of the module and of the two files of the bundle; each has a hash of the content. */
  module: string;
  facts: string;
  data: string;
}

/** A file of rules, by its address. */
export type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** A table as it was kept. */
export interface Kept {
  created: Created;
  entries: Entry[];
  /** When it last changed, in milliseconds since 1970. */
  changed: number;
  /** Of the running game; null if none runs or if the caller did not say. */
  origin: Origin | null;
}

/** A table in the list. */
export interface Listed {
  id: string;
  /** Null if it cannot be read; `fault` says why. */
  created: Created | null;
  /** The number of entries. */
  length: number;
  changed: number;
  fault: Reason | null;
  /** Whether it is open in another tab. */
  elsewhere: boolean;
}

/**
 * Whether a change outlives the page. If not, the browser has no room or keeps nothing at all, as `reason` says; the
 * table goes on in the memory of its worker.
 */
export type Saved = { kept: true } | { kept: false; reason: Reason };

/** What an import did, in tables. */
export interface Imported {
  added: number;
  /** Whose log here was a beginning of the imported one. */
  extended: number;
  /** That were here already, or were longer here. */
  same: number;
  /** Whose log here was another one: added under a new ID. */
  copied: number;
}

/** What was exported. */
export interface Exported {
  /** JSON. */
  text: string;
  /** The number of tables in it. */
  tables: number;
  /** Tables that cannot be read. */
  left: { id: string; fault: Reason }[];
}

/** How safe tables are in this browser. */
export interface KeepFacts {
  /** Why tables do not outlive the page; null if they do. */
  reason: Reason | null;
  /**
   * Whether the browser promises not to delete them by itself; null if it does not say. Safari deletes what is not
   * persistent after seven days without a visit.
   */
  persistent: boolean | null;
  /** Tables with changes that are in memory only. */
  unsaved: string[];
}
