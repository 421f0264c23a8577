/** Preferences of this browser. */
import { localStore } from "./storage.ts";

export function readPreference(key: string): string | null {
  return localStore.getItem(`empile.${key}`);
}

/** Returns whether boards are shown in the plan view, or null if the user has not chosen. */
export function chosenPlan(): boolean | null {
  const kept = readPreference("plan");
  return kept === "on" ? true : kept === "off" ? false : null;
}

export function savePreference(key: string, value: string): void {
  localStore.setItem(`empile.${key}`, value);
}
