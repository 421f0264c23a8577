/** Saves the current sitting of each game in this browser. */
import { readPreference, savePreference } from "../ui/preferences.ts";
import type { Scorepad, Sitting } from "./tally.ts";

export function saveSitting(game: string, sitting: Sitting | null): void {
  savePreference(`keeper.${game}`, sitting ? JSON.stringify(sitting) : "");
}

/** Returns the saved sitting, or null if there is none or it does not fit the game. */
export function savedSitting(game: string, scorepad: Scorepad): Sitting | null {
  return readSitting(readPreference(`keeper.${game}`), scorepad);
}

export function readSitting(text: string | null, scorepad: Scorepad): Sitting | null {
  try {
    const kept = JSON.parse(text || "null") as Sitting | null;
    const fits = kept && scorepad.players.includes(kept.names.length) &&
      kept.names.every((name) => typeof name === "string") &&
      kept.first in kept.names && Array.isArray(kept.taps);
    return fits ? kept : null;
  } catch {
    return null;
  }
}
