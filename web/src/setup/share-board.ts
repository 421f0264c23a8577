/** Boards on their way from one person to another: in a link's fragment, or in a file. */

export interface SharedBoard {
  name: string;
  /** Null on the way to the editor: it is to begin with what is played unless one chooses. */
  value: unknown;
  /** Options that say what the value means, where they are not at their defaults. */
  others?: Record<string, unknown>;
}

/** A board with the options that it is meant for, if there are any. */
export function sharedBoard(name: string, value: unknown, others?: unknown): SharedBoard {
  const some = others !== null && typeof others === "object" && Object.keys(others).length > 0;
  return { name, value, ...(some ? { others: others as Record<string, unknown> } : {}) };
}

/** Whether two boards are meant for the same other options. */
export function sameOthers(one: SharedBoard["others"], two: SharedBoard["others"]): boolean {
  const sorted = (others: SharedBoard["others"]) => JSON.stringify(Object.entries(others ?? {}).sort());
  return sorted(one) === sorted(two);
}

/** A board as a link's fragment, `#board=...`: servers are never sent it. */
export function boardFragment({ name, value, others }: SharedBoard): string {
  const bytes = new TextEncoder().encode(JSON.stringify(others ? [name, value, others] : [name, value]));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#board=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Whether an address's fragment is meant to carry a board. */
export function hasBoard(fragment: string): boolean {
  return fragment.startsWith("#board=");
}

/** The board in an address's fragment; null where it holds none. */
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

/** What a file's text holds for `option`: the value itself, or a record played by it. */
export function valueFromFile(text: string, option: string): unknown {
  const found = JSON.parse(text) as unknown;
  const options = optionsOf(found);
  return option in options ? options[option] : found;
}

/** The options of the record in a file's text, by name; none where it holds something else. */
export function optionsOf(found: unknown): Record<string, unknown> {
  if (found === null || typeof found !== "object" || !("format" in found)) return {};
  const { options } = found as { options?: unknown };
  return options !== null && typeof options === "object" ? (options as Record<string, unknown>) : {};
}

/** The text of a file that holds a value; short lists of texts stand below each other. */
export function fileText(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/** A file's name made of a board's: letters and digits of any script, dashes between. */
export function fileName(game: string, board: string): string {
  const plain = board.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${[game, plain].filter(Boolean).join("-")}.json`;
}
