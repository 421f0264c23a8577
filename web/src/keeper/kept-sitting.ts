/** A sitting survives a reload: it is kept in this browser, one for each game. */
import { recall, remember } from "../app/kept.ts";
import type { Keeper, Sitting } from "./tally.ts";

export function keepSitting(game: string, sitting: Sitting | null): void {
  remember(`keeper.${game}`, sitting ? JSON.stringify(sitting) : "");
}

/** The sitting that was kept; null where there is none, or none that fits the game. */
export function keptSitting(game: string, keeper: Keeper): Sitting | null {
  return readSitting(recall(`keeper.${game}`), keeper);
}

export function readSitting(text: string | null, keeper: Keeper): Sitting | null {
  try {
    const kept = JSON.parse(text || "null") as Sitting | null;
    const fits = kept && keeper.players.includes(kept.names.length) &&
      kept.names.every((name) => typeof name === "string") &&
      kept.first in kept.names && Array.isArray(kept.taps);
    return fits ? kept : null;
  } catch {
    return null;
  }
}
