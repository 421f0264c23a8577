/** Pictures of games without a board of their own: drawings of the bundle, made by `empile.engine.pictures`. */
import { type Ending, resultOf } from "./result.ts";

/** A key, an index, or an argument that is a key. */
type Step = string | number | Argument;

/** An item of the row that is drawn. */
interface Argument {
  argument: number;
}

/** One of several drawings, by the JSON of the value at a path. */
interface Chosen {
  choose: readonly Step[];
  of: Readonly<Record<string, Drawing>>;
  else: Drawing;
}

/** The first drawings, as many as the number at a path says. */
interface Counted {
  count: readonly Step[];
  of: readonly Drawing[];
}

/** The value at a path as text. */
interface Shown {
  show: readonly Step[];
  between: string;
  /** Instead of null and of empty lists. */
  empty: string;
}

/** A drawing for each of several rows. */
interface Each {
  each: readonly Row[];
  draw: Drawing;
  between: string;
  empty: string;
}

type Row = readonly string[];

/** SVG with parts that depend on facts. */
export type Drawing = string | readonly Drawing[] | Argument | Chosen | Counted | Shown | Each;

/** What drawings show. */
export interface Facts {
  view: unknown;
  points: readonly number[];
  /** By seat; null before the end. */
  ranks: readonly number[] | null;
  /** From 1; null before the end. */
  winners: readonly number[] | null;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Returns a view, as UTF-8, with the picture of what it shows; unchanged without a drawing. */
export function withPicture(drawing: Drawing | null, state: Ending, view: Uint8Array): Uint8Array {
  if (drawing === null) return view;
  const json = new TextDecoder().decode(view);
  const { ranks = null, winners = null } = resultOf(state) ?? {};
  const numbers = winners && winners.map((seat) => seat + 1);
  const picture = drawn(drawing, { view: JSON.parse(json), points: state.scores(), ranks, winners: numbers });
  return new TextEncoder().encode(`${json.slice(0, -1)},"picture":${JSON.stringify(picture)}}`);
}

/** Returns a drawing as SVG. Example: `drawn({ show: ["points", 0], between: "", empty: "" }, facts)`. */
export function drawn(drawing: Drawing, facts: Facts, row: Row = []): string {
  if (typeof drawing === "string") return drawing;
  if (isList(drawing)) return drawing.map((part) => drawn(part, facts, row)).join("");
  if ("argument" in drawing) return row[drawing.argument] ?? "";
  if ("choose" in drawing) {
    return drawn(drawing.of[JSON.stringify(at(drawing.choose, facts, row))] ?? drawing.else, facts, row);
  }
  if ("count" in drawing) {
    const count = at(drawing.count, facts, row);
    return Number.isInteger(count) ? drawn(drawing.of.slice(0, Math.max(0, count as number)), facts, row) : "";
  }
  if ("show" in drawing) return written(at(drawing.show, facts, row), drawing.between, drawing.empty);
  const parts = drawing.each.map((each) => drawn(drawing.draw, facts, each));
  return parts.filter((part) => part !== "").join(drawing.between) || drawing.empty;
}

/** Returns the value at a path; null if there is none. */
function at(path: readonly Step[], facts: Facts, row: Row): unknown {
  let value: unknown = facts;
  for (const step of path) {
    const key = typeof step === "object" ? row[step.argument] : step;
    if (typeof value !== "object" || value === null || key === undefined) return null;
    if (Array.isArray(value) !== (typeof key === "number") || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}

function written(value: unknown, between: string, empty: string): string {
  if (typeof value === "string") return escaped(value);
  if (typeof value !== "object") return JSON.stringify(value);
  const parts = isList(value)
    ? value.map((item) => inner(item, empty))
    : Object.entries(value ?? {}).sort(byName).map(([name, item]) => `${escaped(name)} ${inner(item, empty)}`);
  return parts.join(between) || empty;
}

function inner(value: unknown, empty: string): string {
  return isList(value) ? `[${written(value, " ", "")}]` : written(value, " ", empty);
}

/** Compares as `sort` does. */
function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** `Array.isArray` for lists that cannot be changed. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
