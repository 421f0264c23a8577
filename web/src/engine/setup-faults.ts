/** JSON values as words, which compiled rules read, and what they say of them: as `empile.engine.contracts.setup`. */
import type { SetupFacts } from "./bundle.ts";
import { EngineError, type Reason, shown } from "./errors.ts";

const DEEPEST = 16;
const PLACE = "{}";
const MOST_LETTERS = 20;

const isInt = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;

/** A value as words: its nodes in order, each with its kind and its number of words. */
export class Encoded {
  readonly words: number[] = [];
  /** By node. */
  readonly values = new Map<number, unknown>();
  readonly #kinds: SetupFacts["kinds"];
  readonly #tokens: ReadonlyMap<string, number>;

  constructor(value: unknown, { kinds, texts }: SetupFacts) {
    this.#kinds = kinds;
    this.#tokens = new Map(texts.map((text, token) => [text, token]));
    this.#append(value, DEEPEST);
  }

  #append(value: unknown, depth: number): void {
    const { words } = this;
    const kinds = this.#kinds;
    const node = words.length;
    this.values.set(node, value);
    if (typeof value === "string") {
      const letters = Array.from(value, (letter) => letter.codePointAt(0) ?? 0);
      words.push(kinds.string, 0, letters.length, this.#tokens.get(value) ?? -1);
      for (const letter of letters) words.push(letter);
    } else if (isInt(value)) {
      words.push(kinds.int, 0, value);
    } else if (Array.isArray(value) && depth > 0) {
      words.push(kinds.list, 0, value.length);
      for (const item of value) this.#append(item, depth - 1);
    } else if (typeof value === "object" && value !== null && depth > 0) {
      const members = Object.entries(value);
      words.push(kinds.object, 0, members.length);
      for (const [key, item] of members) {
        this.#append(key, depth - 1);
        this.#append(item, depth - 1);
      }
    } else {
      const { null: none, false: no, true: yes, other } = kinds;
      words.push(value === null ? none : value === false ? no : value === true ? yes : other, 0);
    }
    words[node + 1] = words.length - node;
  }
}

/** What the rules say of a value. If they refuse it, the text is a sentence in English, and the reasons are messages of the game. */
export interface Said {
  text: string;
  reasons: Reason[];
}

/** Returns what the rules have written as tokens. */
export function saidOf(tokens: ArrayLike<number>, facts: SetupFacts, encoded: Encoded): Said {
  const { texts, codes } = facts;
  const reasons: Reason[] = [];
  let at = 0;
  const said = (token: number, isQuoted: boolean): string => {
    if (token < 0) return String(-1 - codes.zero - token);
    if (token === codes.said) return reasons.map((reason) => english(facts.english, reason)).join("; ");
    if (token < codes.shown) return texts[token] ?? "";
    const value = encoded.values.get((token - codes.shown) >> 1);
    const isBare = ((token - codes.shown) & 1) === 1;
    const text = isBare && typeof value === "string" ? value : shown(value);
    return isQuoted ? shown(cut(text)).slice(1, -1) : text;
  };
  // A text takes a value for each of its places from the tokens that follow it.
  const sentence = (): string => {
    if (at >= tokens.length) throw new EngineError("what the rules say is cut off");
    const token = tokens[at++] ?? 0;
    const [first = "", ...others] = token >= 0 && token < codes.said ? (texts[token] ?? "").split(PLACE) : [said(token, false)];
    return others.reduce((text, part) => text + sentence() + part, first);
  };
  while (tokens[at] === codes.message) {
    let message = "";
    let token: number;
    do {
      token = tokens[at++] ?? codes.end;
      message += said(token, true);
    } while (token !== codes.end);
    reasons.push(JSON.parse(message) as Reason);
  }
  let text = "";
  while (at < tokens.length) text += sentence();
  return { text, reasons };
}

/** Returns a text, as much of it as a message has of a value of the input. */
function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length <= MOST_LETTERS ? text : `${letters.slice(0, MOST_LETTERS - 1).join("")}…`;
}

/** Returns a message in English, as `empile.engine.i18n` formats it. */
function english(messages: SetupFacts["english"], { key, args }: Reason): string {
  const message = messages[key];
  if (message === undefined) return key;
  const one = Number(args.count ?? 0) === 1 ? "one" : "other";
  const text = typeof message === "string" ? message : (message[one] ?? message.other ?? key);
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (place, name: string, list?: string) => {
    const value = args[name];
    if (value === undefined) return place;
    return list === undefined ? String(value) : runs(messages, list, String(value));
  });
}

/** Returns runs of equal letters, or of names with spaces, in words. */
function runs(messages: SetupFacts["english"], list: string, text: string): string {
  const isNamed = text.includes(" ") || `${list}.${text}` in messages;
  const equal: string[][] = [];
  for (const name of isNamed ? text.split(" ") : Array.from(text)) {
    const run = equal.at(-1);
    if (run?.[0] === name) run.push(name);
    else equal.push([name]);
  }
  const said = equal.map((run) => {
    const key = `${list}.${run[0] ?? ""}`;
    return key in messages ? english(messages, { key, args: { count: run.length } }) : run.join(isNamed ? " " : "");
  });
  return said.join(", ");
}
