/** Errors of the engine, by the names of the Python interface. */

/** What the engine throws; `message` is for programmers. */
export class EngineError extends Error {
  override name = "EngineError";
}

/** An argument that has a wrong type or is out of its range. */
export class ArgumentError extends EngineError {
  override name = "ArgumentError";
}

/** A message of the rules: its key in the catalogues, and its arguments. */
export interface Reason {
  key: string;
  args: Readonly<Record<string, string | number>>;
}

/** An action that is illegal in its state, which is unchanged. */
export class IllegalActionError extends EngineError {
  override name = "IllegalActionError";
  /** Why, for players; null if the rules do not say. */
  readonly reason: Reason | null;

  constructor(message: string, reason: Reason | null = null) {
    super(message);
    this.reason = reason;
  }
}

/** An unknown option, a wrong type or inconsistent data. */
export class OptionError extends EngineError {
  override name = "OptionError";
  /** The faults, for players. */
  readonly reasons: readonly Reason[];

  constructor(message: string, reasons: readonly Reason[] = []) {
    super(oneLine(message));
    this.reasons = reasons;
  }
}

/** A position object that does not hold together, or from which no game can begin. */
export class PositionError extends EngineError {
  override name = "PositionError";
  /** Why, for players; null if the rules do not say. */
  readonly reason: Reason | null;

  constructor(message: string, reason: Reason | null = null) {
    super(oneLine(message));
    this.reason = reason;
  }
}

/** A text that has no form of a move or of a chance event of the game. */
export class NotationError extends EngineError {
  override name = "NotationError";
}

/** The memory that the rules may use is full. */
export class MemoryError extends EngineError {
  override name = "MemoryError";
}

/** A tree has more states than a search may visit. */
export class TooLargeError extends EngineError {
  override name = "TooLargeError";
}

/** Returns a value as JSON with spaces, as Python writes it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${shown(item)}`).join(", ")}}`;
}

const LONGEST_MESSAGE = 600;
const HIDDEN = /[\p{C}\p{Z}]/u;
const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns a text as one line that can be printed, without its middle if it is long. */
function oneLine(text: string): string {
  let letters = Array.from(text);
  const half = LONGEST_MESSAGE / 2;
  if (letters.length > LONGEST_MESSAGE) letters = [...letters.slice(0, half), ..." ... ", ...letters.slice(-half)];
  return letters.map((letter) => (letter !== " " && HIDDEN.test(letter) ? escaped(letter) : letter)).join("");
}

function escaped(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  const [mark, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return ESCAPES[letter] ?? `\\${mark}${code.toString(16).padStart(digits, "0")}`;
}
