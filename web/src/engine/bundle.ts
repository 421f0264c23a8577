/** What a page has beside the module of a game, for some of its options: made by `empile.engine.wasm.bundle`. */
import { EngineError } from "./errors.ts";
import type { Offered } from "./options.ts";
import type { Drawing } from "./picture.ts";

/** Parameters of a search, by the names of `empile.SearchParams`. */
export interface SearchParams {
  exploration: number;
  fpu_reduction: number;
  amaf_weight: number;
  progressive_widening: number;
  rollout_depth: number;
  solver: boolean;
  prior_weight: number;
}

/** A level of the bots. */
export interface Level {
  /** From 1, the weakest. */
  number: number;
  /** Key of the message with its name. */
  key: string;
  simulations: number;
  /** Probability of a move of the rollout policy instead of a search. */
  random_move_probability: number;
  params: SearchParams;
}

/** What a solver of levels for one person needs. */
export interface SoloFacts {
  /** States that are searched unless the caller says otherwise. */
  nodes: number;
  /** Solutions that are counted unless the caller says otherwise. */
  most: number;
  /** Bytes of the struct of a search. */
  search: number;
  /** Numbers of 64 bits in the memory for so many states and solutions. */
  memory: number;
  /** The parts of a move in the order in which hints reveal them. */
  clue_parts: readonly string[];
}

/** Offsets of the fields of a struct in bytes, and its `size`. */
export type Layout = Readonly<Record<string, number>>;

/** Where a part is in the binary file: offset and length in bytes. */
export type Place = readonly [offset: number, length: number];

/** What the rules read of a JSON value, and how it is encoded for them. */
export interface SetupFacts {
  reads: readonly ("check_option" | "fill_params" | "read_position" | "write_setup")[];
  /** By token. */
  texts: readonly string[];
  offered: readonly Offered[];
  kinds: Readonly<Record<"null" | "false" | "true" | "other" | "int" | "string" | "list" | "object", number>>;
  /** Tokens with a meaning of their own. */
  codes: Readonly<Record<"message" | "end" | "zero" | "said" | "shown", number>>;
  /** Messages about options in English, and those that they name. */
  english: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** The JSON file of a bundle. */
export interface BundleFacts {
  game: string;
  rules_version: number;
  options: Readonly<Record<string, unknown>>;
  seats: number;
  teams: readonly number[];
  /** Whether games begin from a position only. */
  needs_start: boolean;
  /** Whether seats see only a part of the state. */
  hidden: boolean;
  /** Whether seats score points. */
  points: boolean;
  /** Whether outcomes from outside the rules may have a tail that rules do not read. */
  attachments: boolean;
  /** Options with which nobody outside the rules decides an outcome. */
  headless: Readonly<Record<string, unknown>>;
  reasons: readonly string[];
  /** What `currentPlayer` returns if no seat acts. */
  codes: { chance: number; external: number; terminal: number };
  sizes: {
    /** Of a state, in bytes. */
    state: number;
    legal: number;
    outcomes: number;
    seats: number;
    actions: number;
    nodes: number;
    edges: number;
    /** States on a path of an exact search. */
    depth: number;
    /** States that exact searches visit unless the caller says otherwise. */
    exact: number;
    /** Nodes take at most the memory of a tree divided by this. */
    share_of_nodes: number;
    /** Of the table of edges, for each edge. */
    bytes_of_slots: number;
  };
  structs: { edge: Layout; history: Layout; ends: Layout; level: Layout; node?: Layout; solved?: Layout };
  levels: readonly Level[];
  /** The names of the grades of moves, and the losses from which the worse ones are given. */
  grades: { names: readonly string[]; inaccuracy: number; mistake: number; blunder: number };
  /** Null in games without levels for one person. */
  solo: SoloFacts | null;
  /** Rows and bytes of a row of the texts of views; null if the rules do not write views. */
  texts: readonly [rows: number, bytes: number] | null;
  /** The same of messages. */
  messages: readonly [rows: number, bytes: number] | null;
  /** Static data of the board; null if the rules write it. */
  board_setup: Readonly<Record<string, unknown>> | null;
  /** Null if the rules read neither options nor positions. */
  setup: SetupFacts | null;
  /** The picture of views; null in games with a board of their own, and where only a server draws it. */
  picture: Drawing | null;
  /** Why the rules do not write all that pages show, so that these need a server; else empty. */
  server_reason: string;
  /** Why only a server draws the picture; else empty. */
  picture_reason: string;
  /** Without `params` and `start` if the rules compute them from `constants` and the options. */
  binary: Readonly<Partial<Record<Part, Place>>>;
}

/** A part of the binary file. */
export type Part = "params" | "start" | "constants" | "texts" | "messages";

/** Both files of a bundle. */
export interface Bundle {
  facts: BundleFacts;
  data: Uint8Array;
}

/** Returns the bytes of a part; throws `EngineError` if the files do not belong together. */
export function partOf({ facts, data }: Bundle, name: Part): Uint8Array {
  const place = facts.binary[name];
  if (place === undefined) throw new EngineError(`the bundle of ${facts.game} has no ${name}`);
  const [offset, length] = place;
  if (offset + length > data.length) throw new EngineError(`the binary file of ${facts.game} is too short`);
  return data.subarray(offset, offset + length);
}

/** Returns a bundle with parts added. */
export function withParts({ facts, data }: Bundle, parts: Readonly<Partial<Record<Part, Uint8Array>>>): Bundle {
  const binary = { ...facts.binary };
  const pieces = [data];
  let end = data.length;
  for (const [name, piece] of Object.entries(parts)) {
    binary[name as Part] = [end, piece.length];
    pieces.push(piece);
    end += piece.length;
  }
  const joined = new Uint8Array(end);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return { facts: { ...facts, binary }, data: joined };
}

/** Returns the offset of a field; throws `EngineError` if the struct has none. */
export function offsetOf(layout: Layout | undefined, field: string): number {
  const offset = layout?.[field];
  if (offset === undefined) throw new EngineError(`the bundle has no field ${field}`);
  return offset;
}
