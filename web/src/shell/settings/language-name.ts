/** Names of the page's languages: asking the browser for them takes 30 ms. */
const NAMES: Readonly<Record<string, string>> = { de: "Deutsch", en: "English", es: "Español", fr: "Français" };

/** Returns the language's own name, capitalised: "Français". */
export function languageName(code: string): string {
  return NAMES[code] ?? code;
}
