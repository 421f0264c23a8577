/** Small settings that this browser remembers; forgotten where storage is forbidden. */

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
    // The setting holds until the page is closed.
  }
}
