/** Preferences of this browser, in `localStorage` if it is available. */

export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(`empile.${key}`);
  } catch {
    return null;
  }
}

export function savePreference(key: string, value: string): void {
  try {
    localStorage.setItem(`empile.${key}`, value);
  } catch {
    // The boardSetup lasts until the page is closed.
  }
}
