/** Reloads an outdated page by itself, but not again and again. */
type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

const KEY = "empile.reloaded";

/** Reloads the page, unless that was done already and did not help. */
export function reloadOnce(storage: Storage, reload: () => void): void {
  try {
    if (storage.getItem(KEY) !== null) return;
    storage.setItem(KEY, "yes");
  } catch {
    return; // Without storage, the page could reload for ever: the user decides.
  }
  reload();
}

/** Lets `reloadOnce` reload again. */
export function reloadSucceeded(storage: Storage): void {
  try {
    storage.removeItem(KEY);
  } catch {
    // Nothing was stored either.
  }
}
