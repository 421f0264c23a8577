/** Rows of the database: what they hold, and how they are read. */
import { isObject } from "../../net/fragment.ts";
import type { Created, Entry } from "../flow/created.ts";
import { KeepError } from "./faults.ts";
import type { Origin } from "./kept.ts";

/** A table beside its entries, which are rows of their own: each an `Entry` as JSON. */
export interface Head {
  /** `Created` as JSON. */
  created: string;
  /** The number of entries. */
  length: number;
  changed: number;
  origin: Origin | null;
}

const TABLE_ID = /^~[\w-]{1,40}$/;
const ID_BYTES = 9;

/** Returns a random ID of a table in the page, as unlikely to be guessed as that of a table on a server. */
export function newTableId(): string {
  const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(ID_BYTES)));
  return `~${btoa(letters).replaceAll("+", "-").replaceAll("/", "_")}`;
}

/** Returns a part of a table, or throws `KeepError`. */
export function readHead(row: unknown, id: string): Head {
  if (row === undefined) throw new KeepError("absent", `there is no table ${id}`);
  const holds = isObject(row) && typeof row["created"] === "string" && isCount(row["length"]) &&
    isCount(row["changed"]) && (row["origin"] === null || isObject(row["origin"]));
  if (holds) return row as unknown as Head;
  throw new KeepError("damaged", `the head of table ${id} does not hold together`);
}

export function readCreated(text: string, id: string): Created {
  const created = parsed(text);
  if (isCreated(created) && created.table === id) return created;
  throw new KeepError("damaged", `table ${id} does not say how it was created`);
}

export function readEntry(text: unknown, id: string): Entry {
  const entry = parsed(text);
  if (isEntry(entry)) return entry;
  throw new KeepError("damaged", `an entry of table ${id} does not hold together`);
}

export const isCreated = (value: unknown): value is Created =>
  isObject(value) && typeof value["table"] === "string" && TABLE_ID.test(value["table"]) &&
  typeof value["game"] === "string" && isCount(value["rules"]);

export const isEntry = (value: unknown): value is Entry => isObject(value) && typeof value["kind"] === "string";

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Returns a value from JSON, or undefined. */
export function parsed(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}
