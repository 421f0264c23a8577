/** All tables as one text, and such texts added to the tables here. */
import { isObject } from "../../net/fragment.ts";
import type { Created, Entry } from "../flow/created.ts";
import type { Transaction } from "./database.ts";
import { KeepError } from "./faults.ts";
import type { Imported } from "./kept.ts";
import { isCount, isCreated, isEntry, newTableId, parsed, readCreated, readHead } from "./records.ts";

const FORMAT = "empile-tables";
const VERSION = 1;

/** A table in an export; where its rules came from stays here. */
export interface PortableTable {
  created: Created;
  entries: readonly Entry[];
  changed: number;
}

export function exportText(tables: readonly PortableTable[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, tables });
}

/** Returns the tables of an export, all checked. Throws `KeepError` `bad_file` or `newer`. */
export function readExport(text: string): PortableTable[] {
  const file = parsed(text);
  if (!isObject(file) || file["format"] !== FORMAT || !isCount(file["version"])) {
    throw new KeepError("bad_file", `the text is not of format ${FORMAT}`);
  }
  if (file["version"] > VERSION) throw new KeepError("newer", `the text has version ${file["version"]}`);
  const tables = file["tables"];
  if (!Array.isArray(tables)) throw new KeepError("bad_file", "the text has no tables");
  const bad = tables.findIndex((table) => !isPortable(table));
  if (bad >= 0) throw new KeepError("bad_file", `table ${bad} of the text does not hold together`);
  return tables as PortableTable[];
}

function isPortable(value: unknown): value is PortableTable {
  return isObject(value) && isCreated(value["created"]) && isCount(value["changed"]) &&
    Array.isArray(value["entries"]) && value["entries"].every(isEntry);
}

/**
 * Adds tables in a transaction. A table that was created as one here, under whatever ID, is the same if its log is a
 * beginning of the log here; it extends the one here in the opposite case. Any other table is added, under a new ID if
 * its own one is taken.
 */
export async function mergeTables(
  transaction: Transaction, tables: readonly PortableTable[], isHeld: (lease: unknown) => boolean,
): Promise<Imported> {
  const done: Imported = { added: 0, extended: 0, same: 0, copied: 0 };
  const heads = await transaction.rows("tables");
  const ids = new Set(heads.keys());
  const twins = byCreation(heads);
  for (const { created, entries, changed } of tables) {
    const texts = entries.map((entry) => JSON.stringify(entry));
    const creation = creationOf(created);
    const put = (id: string, from: number) => {
      transaction.putEntries(id, from, texts.slice(from));
      const head = { created: JSON.stringify({ ...created, table: id }), length: texts.length, changed, origin: null };
      transaction.put("tables", id, head);
      ids.add(id);
      twins.set(creation, [...(twins.get(creation) ?? []), id]);
    };
    const logs = new Map<string, unknown[]>();
    for (const id of twins.get(creation) ?? []) logs.set(id, await transaction.entries(id));
    if ([...logs.values()].some((log) => begins(texts, log))) {
      done.same += 1;
      continue;
    }
    const shorter = [...logs].find(([, log]) => begins(log, texts));
    if (shorter) {
      const [id, log] = shorter;
      if (isHeld(await transaction.get("leases", id))) throw new KeepError("elsewhere", `table ${id} is open`);
      put(id, log.length);
      done.extended += 1;
    } else if (ids.has(created.table)) {
      put(newTableId(), 0);
      done.copied += 1;
    } else {
      put(created.table, 0);
      done.added += 1;
    }
  }
  return done;
}

/** Returns the IDs of the tables that can be read, by how they were created. */
function byCreation(heads: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const twins = new Map<string, string[]>();
  for (const [id, row] of heads) {
    try {
      const creation = creationOf(readCreated(readHead(row, id).created, id));
      twins.set(creation, [...(twins.get(creation) ?? []), id]);
    } catch (error) {
      if (!(error instanceof KeepError)) throw error;
    }
  }
  return twins;
}

/** Returns how a table was created, whatever its ID. */
function creationOf(created: Created): string {
  return JSON.stringify({ ...created, table: "" });
}

/** Whether a log begins as another one does that is as long or longer. */
function begins(log: readonly unknown[], other: readonly unknown[]): boolean {
  return log.length <= other.length && log.every((text, index) => text === other[index]);
}
