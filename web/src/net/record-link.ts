/** Game records in links: `/r#g=...`. The link contains the whole game; the server stores nothing. */
import { isObject, packJson, unpackJson } from "./fragment.ts";

const PREFIX = "#g=";

/** Reads a record from the text of a file. Throws a `SyntaxError` if it is not a JSON object. */
export function readRecord(text: string): Record<string, unknown> {
  const record: unknown = JSON.parse(text);
  if (!isObject(record)) throw new SyntaxError("not an object");
  return record;
}

/** Returns the path of a record's replay. */
export async function replayPath(record: object): Promise<string> {
  return `/r${PREFIX}${await packJson(record)}`;
}

/** Returns the path of a study of a record, at the position after `at` events. */
export async function studyPath(record: { game: string }, at: number): Promise<string> {
  return `/study/${record.game}?at=${at}${PREFIX}${await packJson(record)}`;
}

/** Decodes the record in a URL fragment; returns null if there is none, or if it is damaged. */
export async function recordFromFragment(fragment: string): Promise<Record<string, unknown> | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  const record = await unpackJson(fragment.slice(PREFIX.length));
  return isObject(record) ? record : null;
}
