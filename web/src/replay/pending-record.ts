/** The record that a person gave to watch, kept while the tab is open. */

const KEY = "empile.record";
let given: unknown = null;

/** Take a record's text; throws a SyntaxError where it is not an object in JSON. */
export function setPendingRecord(text: string): void {
  const record: unknown = JSON.parse(text);
  if (record === null || typeof record !== "object") throw new SyntaxError("not an object");
  given = record;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // It is watched all the same; a reload will ask for it again.
  }
}

/** The record given last, or null. */
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
