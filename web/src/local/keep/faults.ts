/** Why a table cannot be read, kept or imported. What is kept stays as it is. */
import type { Reason } from "../../engine/index.ts";

export type FaultCode =
  | "absent" // there is no such table
  | "behind" // the log here has another length: it was continued elsewhere
  | "elsewhere" // another tab has the table open
  | "damaged" // a record that does not hold together
  | "unknown_game" // a game that the page does not have; argument `game`
  | "newer" // written by a newer version of the page
  | "blocked" // another tab with an older version of the page has to be closed first
  | "full" // the browser has no room for more
  | "not_saved" // the browser could not write, for another reason
  | "not_read" // the browser could not read what it has kept
  | "nothing_kept" // the browser keeps nothing, as in some private windows
  | "bad_file"; // a text that is no export of tables

/** A fault of the store; `message` is for programmers, `reason` has the key of a text for people (`refused.kept...`). */
export class KeepError extends Error {
  override name = "KeepError";
  readonly code: FaultCode;
  readonly reason: Reason;

  constructor(code: FaultCode, detail: string, args: Reason["args"] = {}) {
    super(detail);
    this.code = code;
    this.reason = reasonOf(code, args);
  }
}

/** Returns the message for a fault. */
export function reasonOf(code: FaultCode, args: Reason["args"] = {}): Reason {
  return { key: `kept.${code}`, args };
}
