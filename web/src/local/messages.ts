/** What a page and its worker of tables say to each other. Each connection of the page to a table is a line. */
import type { Reason } from "../engine/index.ts";
import type { CreateTable } from "../net/protocol.ts";

/** What a page asks the worker for, beside what goes over a line. */
export type Wish =
  /** Makes a table; the answer is its ID. */
  | { make: CreateTable }
  /** The text of a file with a table. */
  | { save: string }
  /** The record of its latest game, or of an earlier one by its number, as JSON. */
  | { record: string; number?: number };

/** What a page sends. */
export type ToWorker =
  /** A new line to a table, by its ID. */
  | { line: number; table: string }
  /** A message of the protocol, as JSON. */
  | { line: number; text: string }
  | { line: number; close: true }
  /** The computer is to move with what it has found so far. */
  | { line: number; hurry: true }
  /** The table is to be played here, not in the tab that holds it. */
  | { line: number; takeOver: true }
  | { wish: number; of: Wish };

/** What the table at the end of a line is about, beside its messages. */
export interface LineState {
  /** How much of its search the computer to move has done, from 0 to 1; null while none thinks. */
  thought: number | null;
  /** Whether another tab plays this table. */
  elsewhere: boolean;
  /** Why changes are lost when the page is closed; null if they are kept. */
  unsaved: Reason | null;
}

export const IDLE: LineState = { thought: null, elsewhere: false, unsaved: null };

/** What the worker sends. */
export type FromWorker =
  | { line: number; text: string }
  | { line: number; state: LineState }
  /** The line is at its end; the page may open another. */
  | { line: number; close: true }
  | { wish: number; answer: string }
  | { wish: number; refused: Refused };

/** Why a wish was not fulfilled: a code, and the faults for people. */
export interface Refused {
  code: "bad_options" | "no_game" | "no_table" | "not_now" | "failed";
  detail: string;
  reasons: readonly Reason[];
}
