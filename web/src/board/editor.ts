/**
 * The contract between the page on which people enter a board of their own and a game's editor.
 *
 * An option of kind `data` may have an editor: a folder `games/<game>/editor/<option>` whose
 * `index.ts` has an `EditorMaker` as its default export. It is found by the build and loaded when
 * the page `/make/<game>/<option>` is opened. The page around it undoes, saves, reads and writes
 * files, makes links, and lets the server tell what is wrong; the editor shows a value and lets
 * people change it, by mouse, finger, keys and screen reader alike.
 *
 * A value may be unfinished: what is still missing is the editor's to write in a way that the
 * server's check tells as missing. Values are plain data and never changed in place.
 */
import type { Words } from "../net/protocol.ts";
import type { Say } from "./scene.ts";

export interface EditorMaker {
  /** The value with nothing entered. */
  empty(): unknown;
  /** The house data, read from the `setting` of a game with all options at their defaults. */
  house(setting: Record<string, unknown>): unknown;
  /** `data` as a value that the editor can show, or null where it is of another form. */
  read(data: unknown): unknown;
  make(): Editor;
}

/** An element that shows a value; fires `edit` (detail: the new value) once a stroke is done. */
export interface Editor extends HTMLElement {
  value: unknown;
  /** Says messages of the game's catalogue; another one when the language changes. */
  say: Say;
  /** What the server finds wrong with the value; `args.cells` names places. */
  faults: readonly Words[];
}
