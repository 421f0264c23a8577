/** Boards in links and files. */

export interface SharedBoard {
  name: string;
  /** Null in a link to the editor that should start with the default. */
  value: unknown;
  /** The options that the value depends on, if they are not at their defaults. */
  others?: Record<string, unknown>;
}

export function sharedBoard(name: string, value: unknown, others?: unknown): SharedBoard {
  const some = others !== null && typeof others === "object" && Object.keys(others).length > 0;
  return { name, value, ...(some ? { others: others as Record<string, unknown> } : {}) };
}

/** Whether two boards depend on the same other options. */
export function sameOthers(one: SharedBoard["others"], two: SharedBoard["others"]): boolean {
  const sorted = (others: SharedBoard["others"]) => JSON.stringify(Object.entries(others ?? {}).sort());
  return sorted(one) === sorted(two);
}

/** Encodes a board as a URL fragment, `#board=...`, which is never sent to a server. */
export function boardFragment({ name, value, others }: SharedBoard): string {
  const bytes = new TextEncoder().encode(JSON.stringify(others ? [name, value, others] : [name, value]));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#board=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

export function hasBoard(fragment: string): boolean {
  return fragment.startsWith("#board=");
}

/** Decodes the board in a URL fragment; returns null if there is none. */
export function boardFromFragment(fragment: string): SharedBoard | null {
  if (!hasBoard(fragment)) return null;
  try {
    const text = fragment.slice("#board=".length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(found) || found.length < 2 || typeof found[0] !== "string") return null;
    return sharedBoard(found[0], found[1], found[2]);
  } catch {
    return null;
  }
}

/** Returns the value of `option` in a file's text: the value itself, or that of a record's options. */
export function valueFromFile(text: string, option: string): unknown {
  const found = JSON.parse(text) as unknown;
  const options = optionsOf(found);
  return option in options ? options[option] : found;
}

/** Returns the options of a record; empty if it is not a record. */
export function optionsOf(found: unknown): Record<string, unknown> {
  if (found === null || typeof found !== "object" || !("format" in found)) return {};
  const { options } = found as { options?: unknown };
  return options !== null && typeof options === "object" ? (options as Record<string, unknown>) : {};
}

/** Returns the file text of a value, with short lists of strings below each other. */
export function fileText(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** Returns a file name made of a board's name: letters and digits of any script, and dashes. */
export function fileName(game: string, board: string): string {
  const plain = board.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${[game, plain].filter(Boolean).join("-")}.json`;
}
