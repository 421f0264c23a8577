/** Errors that are answered to the page; the table is unchanged. */
import type { Reason } from "../../engine/index.ts";
import type { ErrorCode } from "../../net/protocol.ts";

/** What a message may not do: `code` for programs, `message` in English. */
export class CommandError extends Error {
  override name = "CommandError";
  readonly code: ErrorCode;
  /** Why a move is illegal, for players; null if the rules do not say. */
  readonly reason: Reason | null;

  constructor(code: ErrorCode, detail: string, reason: Reason | null = null) {
    super(detail);
    this.code = code;
    this.reason = reason;
  }
}

/** Stored events that are no log of their table. */
export class DamagedError extends Error {
  override name = "DamagedError";
}
