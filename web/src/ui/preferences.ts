/** Preferences of this browser. */
import { localStore } from "./storage.ts";

export function readPreference(key: string): string | null {
  return localStore.getItem(`empile.${key}`);
}

export function savePreference(key: string, value: string): void {
  localStore.setItem(`empile.${key}`, value);
}
