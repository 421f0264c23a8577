/** Options of a game by their form, as `empile.engine.options`; own boards and lists are checked by the rules. */
import { OptionError, shown } from "./errors.ts";

export type Options = Readonly<Record<string, unknown>>;

/** An option that a game offers. */
export interface Offered {
  name: string;
  /** `data` is `"house"` or an object. */
  kind: "choice" | "number" | "flag" | "list" | "data";
  /** Of a choice all, of a number the least and the greatest. */
  values: readonly unknown[];
  /** Further values, for games that begin from a position. */
  with_start: readonly unknown[];
  /** Null for a list, which the rules know. */
  default: unknown;
  /** Values of earlier options without which this one must have its default. */
  needs: Readonly<Record<string, readonly unknown[]>>;
  /** What the rules get for `"house"`; null: this text. */
  house: unknown;
}

/** Checks the last of the options so far; returns texts in the order in which its keys are kept. Throws `OptionError`. */
type CheckByRules = (soFar: Options) => readonly string[];

/** Returns all options but lists that are not given; throws `OptionError`. */
export function readOptions(game: string, offered: readonly Offered[], given: Options, checkByRules: CheckByRules): Options {
  const names = offered.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) {
      throw new OptionError(`${game} has no option '${name}'; it has ${names.sort().join(", ")}`);
    }
  }
  const chosen: Record<string, unknown> = {};
  for (const option of offered) {
    const { name } = option;
    const isGiven = Object.hasOwn(given, name);
    if (option.kind === "list" && !isGiven) continue;
    const value = isGiven ? given[name] : option.default;
    const isByRules = option.kind === "list" || (option.kind === "data" && value !== "house");
    if (isByRules) chosen[name] = ordered(value, checkByRules({ ...chosen, [name]: value }));
    else chosen[name] = checked(option, value);
    if (isByRules || value !== option.default) checkNeeds(option, chosen);
  }
  return chosen;
}

/** Returns options with the data of `"house"`. */
export function withBoards(offered: readonly Offered[], options: Options): Options {
  const boards = offered.filter(({ name, house }) => house !== null && options[name] === "house");
  return { ...options, ...Object.fromEntries(boards.map(({ name, house }) => [name, house])) };
}

function checked({ name, kind, values, with_start: more }: Offered, value: unknown): unknown {
  if (kind === "choice") {
    if (values.includes(value) || more.includes(value)) return value;
    throw new OptionError(`option '${name}' must be one of ${values.map(shown).join(", ")}, not ${shown(value)}`);
  }
  if (kind === "number") {
    const [least, greatest] = values as [number, number];
    if (Number.isInteger(value) && least <= (value as number) && (value as number) <= greatest) return value;
    throw new OptionError(`option '${name}' must be a whole number from ${least} to ${greatest}, not ${shown(value)}`);
  }
  if (kind === "flag" && typeof value !== "boolean") {
    throw new OptionError(`option '${name}' must be true or false, not ${shown(value)}`);
  }
  return value;
}

function checkNeeds({ name, needs }: Offered, chosen: Options): void {
  for (const [needed, possible] of Object.entries(needs)) {
    if (possible.includes(chosen[needed])) continue;
    const values = possible.map(shown).join(" or ");
    throw new OptionError(`option '${name}' needs '${needed}' to be ${values}, not ${shown(chosen[needed])}`);
  }
}

/** Returns a copy of a value with its keys in the order of `texts`. */
function ordered(value: unknown, texts: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, texts));
  if (typeof value !== "object" || value === null) return value;
  const placeOf = (key: string): number => (texts.includes(key) ? texts.indexOf(key) : texts.length);
  const members = Object.entries(value).sort(([key], [other]) => placeOf(key) - placeOf(other));
  return Object.fromEntries(members.map(([key, item]) => [key, ordered(item, texts)]));
}
