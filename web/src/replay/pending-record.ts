/** The record to replay, kept in session storage. */
import { sessionStore } from "../ui/storage.ts";

const KEY = "empile.record";
let given: unknown = null;

/** Stores a record. Throws a `SyntaxError` if the text is not a JSON object. */
export function setPendingRecord(text: string): void {
  const record: unknown = JSON.parse(text);
  if (record === null || typeof record !== "object") throw new SyntaxError("not an object");
  given = record;
  sessionStore.setItem(KEY, text);
}

/** Returns the last stored record, or null. */
export function pendingRecord(): unknown {
  if (given === null) {
    try {
      given = JSON.parse(sessionStore.getItem(KEY) ?? "null");
    } catch {
      given = null;
    }
  }
  return given;
}
