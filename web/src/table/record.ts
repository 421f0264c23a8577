/** Giving a game's record to the person: shared where the system can, else as a file. */
import { troubleText } from "../app/trouble.ts";
import { api } from "../net/api.ts";
import type { GameRecord } from "../net/record.ts";
import { say } from "../words/words.ts";

/** Fetch the record of a table and hand it over; returns what to tell the person. */
export async function shareRecord(
  table: string, game: string, token: string | null,
): Promise<string> {
  try {
    return await handOver(await api.record(table, token), game);
  } catch (error) {
    return troubleText(error, game);
  }
}

/** Hand a record over; returns what to tell the person. */
export async function handOver(record: GameRecord, game: string): Promise<string> {
  const text = JSON.stringify(record, null, 1);
  const name = `${game}-${new Date().toISOString().slice(0, 10)}.json`;
  const file = new File([text], name, { type: "application/json" });
  const touch = matchMedia("(pointer: coarse)").matches;
  if (touch && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return "";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "";
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return say("record.saved", { name });
}

export async function copyRecord(record: GameRecord): Promise<string> {
  try {
    await navigator.clipboard.writeText(JSON.stringify(record));
    return say("copied");
  } catch {
    return say("copy.failed");
  }
}
