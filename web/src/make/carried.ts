/** Boards on their way from one person to another: in a link's fragment, or in a file. */

export interface Carried {
  name: string;
  value: unknown;
}

/** A board as a link's fragment, `#board=...`: servers are never sent it. */
export function fragmentOf(board: Carried): string {
  const bytes = new TextEncoder().encode(JSON.stringify([board.name, board.value]));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#board=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Whether an address's fragment is meant to carry a board. */
export function carriesBoard(fragment: string): boolean {
  return fragment.startsWith("#board=");
}

/** The board in an address's fragment; null where it holds none. */
export function ofFragment(fragment: string): Carried | null {
  if (!carriesBoard(fragment)) return null;
  try {
    const text = fragment.slice("#board=".length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(found) || found.length !== 2 || typeof found[0] !== "string") return null;
    return { name: found[0], value: found[1] };
  } catch {
    return null;
  }
}

/** What a file's text holds for `option`: the value itself, or a record played by it. */
export function ofFile(text: string, option: string): unknown {
  const found = JSON.parse(text) as unknown;
  if (found !== null && typeof found === "object" && "format" in found && "options" in found) {
    const { options } = found as { options: unknown };
    if (options !== null && typeof options === "object" && option in options) {
      return (options as Record<string, unknown>)[option];
    }
  }
  return found;
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
