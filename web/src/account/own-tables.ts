/** The running tables of the account that is signed in, on whatever device they were begun. */
import { ask } from "../net/api.ts";
import type { TableOfMine, TablesOfMine } from "../net/protocol.ts";
import { findMe } from "./account-state.ts";

/** Returns the newest of them, none if nobody is signed in or the server cannot be asked. */
export async function ownTables(): Promise<TableOfMine[]> {
  if (!(await findMe())) return [];
  return ask<TablesOfMine>("/me/tables").then(({ tables }) => tables, () => []);
}
