/** Asks the browser, once, not to delete tables by itself. Only pages can ask, not workers. */
import { localStore, type Store } from "../../ui/storage.ts";

const KEY = "empile.persistent";

/**
 * Asks unless it was done before; keeps and returns the answer. Returns null if the browser cannot be asked, as without
 * HTTPS. Firefox asks the person: call it after the first table was kept.
 */
export async function askToPersist(
  settings: Store = localStore, storage: Partial<StorageManager> | undefined = globalThis.navigator?.storage,
): Promise<boolean | null> {
  const before = settings.getItem(KEY);
  if (before !== null) return before === "yes";
  if (typeof storage?.persist !== "function") return null;
  const granted = await storage.persist().catch(() => false);
  settings.setItem(KEY, granted ? "yes" : "no");
  return granted;
}
