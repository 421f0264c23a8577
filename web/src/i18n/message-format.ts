/**
 * Formats messages of a catalogue: placeholders in braces, plural forms by the argument `count`.
 *
 * A placeholder `{cards:cards}` formats an argument of letters in words: each run of equal letters by the
 * message `cards.<letter>`, with the length of the run as `count` ("2 white, 1 mauve"). An argument that is
 * itself a message name, or contains spaces, is a list of names instead of letters: `kS y* y*`. Codes that are no
 * such lists are said by `spellers` of their games.
 *
 * A message about a player has a second form, `<key>.you`, which addresses the user: it is used if the argument `name` is
 * that of `asUser`.
 */

export type Message = string | Record<string, string>;
export type Catalogue = Record<string, Message>;
export type Args = Record<string, string | number>;

/** Begins the name of the user. It is invisible: such a name can also stand before a colon, or in a list. */
const USER = "\u2063";

/** Says a code of a game in words, with the game's messages. */
export type Speller = (code: string, t: (key: string, args?: Args) => string) => string;

/** Those that are known, by what follows the colon: `{place:rhombus}` is said by that of `rhombus`. */
export const spellers = new Map<string, Speller>();

/** Returns the name of a seat that the user plays, from the word "You". */
export function asUser(you: string): string {
  return USER + you;
}

const rules = new Map<string, Intl.PluralRules>();
const formats = new Map<string, Intl.NumberFormat>();

function remembered<T>(cache: Map<string, T>, language: string, make: () => T): T {
  let found = cache.get(language);
  if (found === undefined) cache.set(language, (found = make()));
  return found;
}

/** Returns a name as it is shown by itself. */
export function plainName(name: string): string {
  return name.replace(USER, "");
}

/** Returns the formatted message, or undefined if the catalogue has none for `key`. */
export function formatMessage(
  catalogue: Catalogue,
  language: string,
  key: string,
  args: Args = {},
): string | undefined {
  const addressed = String(args.name).startsWith(USER) ? catalogue[`${key}.you`] : undefined;
  const message = addressed ?? catalogue[key];
  if (message === undefined) return undefined;
  const text = typeof message === "string" ? message : pluralForm(message, language, args);
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (place, name: string, list?: string) => {
    const value = args[name];
    if (value === undefined) return place;
    if (list !== undefined) return formatRuns(catalogue, language, list, String(value));
    return typeof value === "number" ? formatNumber(language, value) : plainName(value);
  });
}

function formatRuns(catalogue: Catalogue, language: string, list: string, told: string): string {
  const speller = spellers.get(list);
  if (speller) return speller(told, (key, args) => formatMessage(catalogue, language, key, args) ?? key);
  const named = told.includes(" ") || `${list}.${told}` in catalogue;
  const equal: string[][] = [];
  for (const one of told.split(named ? " " : /(?:)/u)) {
    const run = equal.at(-1);
    if (run?.[0] === one) run.push(one);
    else equal.push([one]);
  }
  return equal
    .map((run) => {
      const key = `${list}.${run[0] ?? ""}`;
      return formatMessage(catalogue, language, key, { count: run.length }) ?? run.join(named ? " " : "");
    })
    .join(", ");
}

/**
 * Returns what a game says about an event, by a function that returns the key of a message that it does not find. A
 * game without the message has the event in its notation.
 */
export function eventWords(
  translate: (key: string, args?: Args) => string, { message, text }: { message?: { key: string; args: Args } | null; text: string },
): string {
  const told = message ? translate(message.key, message.args) : "";
  return told === "" || told === message?.key ? text : told;
}

function pluralForm(forms: Record<string, string>, language: string, args: Args): string {
  const plural = remembered(rules, language, () => new Intl.PluralRules(language));
  return forms[plural.select(Number(args.count ?? 0))] ?? forms.other ?? "";
}

/** Returns a number as it is written in a language, with a typographic minus sign. */
export function formatNumber(language: string, value: number, options: Intl.NumberFormatOptions = {}): string {
  const format = remembered(formats, language + JSON.stringify(options), () => new Intl.NumberFormat(language, options));
  return format.format(value).replace("-", "−");
}

/** Returns the first preferred language that has a catalogue, or `otherwise`. */
export function pickLanguage(
  wanted: readonly string[],
  known: readonly string[],
  otherwise: string,
): string {
  for (const language of wanted) {
    const plain = language.toLowerCase().split("-")[0] ?? "";
    if (known.includes(plain)) return plain;
  }
  return otherwise;
}
