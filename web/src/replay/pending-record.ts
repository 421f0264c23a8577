/** The record to replay, kept in session storage. */

const KEY = "empile.record";
let given: unknown = null;

/** Stores a record. Throws a `SyntaxError` if the text is not a JSON object. */
export function setPendingRecord(text: string): void {
  const record: unknown = JSON.parse(text);
  if (record === null || typeof record !== "object") throw new SyntaxError("not an object");
  given = record;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // It can be watched, but not after a reload.
  }
}

/** Returns the last stored record, or null. */
export function pendingRecord(): unknown {
  if (given === null) {
    try {
      given = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    } catch {
      given = null;
    }
  }
  return given;
}
