/** Why a table cannot be read, kept or imported. What is kept stays as it is. */
import type { Reason } from "../../engine/index.ts";

export type FaultCode =
  /** There is no such table. */
  | "absent"
  /** There is a table with this ID. */
  | "exists"
  /** Another tab has it open. */
  | "elsewhere"
  /** The log here has another length: it was continued elsewhere. */
  | "behind"
  /** A record that does not hold together. */
  | "damaged"
  /** Written by a newer version of the page. */
  | "newer"
  /** A game that this page does not have; argument `game`. */
  | "unknown_game"
  /** Another tab with an older version of the page has to be closed first. */
  | "blocked"
  /** The browser has no room for more. */
  | "full"
  /** The browser could not write, for another reason. */
  | "not_saved"
  /** The browser could not read what it has kept. */
  | "not_read"
  /** The browser keeps nothing, as private windows do. */
  | "nothing_kept"
  /** A text that is no export of tables. */
  | "bad_file";

/** A fault of the store; `message` is for programmers, `reason` has the key of a text for people. */
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
