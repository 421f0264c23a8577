/**
 * The contract between the page on which people enter a board of their own and a game's editor.
 *
 * An option of kind `data` or `list` may have an editor: a folder `games/<game>/editor/<option>`
 * whose `index.ts` has an `EditorMaker` as its default export. It is found by the build and loaded
 * when the page `/make/<game>/<option>` is opened. The page around it undoes, saves, reads and writes
 * files, makes links, and lets the server tell what is wrong; the editor shows a value and lets
 * people change it, by mouse, finger, keys and screen reader alike.
 *
 * A value may be unfinished: what is still missing is the editor's to write in a way that the
 * server's check tells as missing. Values are plain data and never changed in place.
 *
 * A value may lie on something that another option says (triangles on a board): the option tells
 * so (`depends`), and `base` is the setting of a game with those options as they were chosen.
 *
 * The page says `boards.<key>` of its own catalogue, or, where the game has it,
 * `editor.<option>.page.<key>`: not everything that is entered is a board.
 */
import type { Message } from "../net/protocol.ts";
import type { Say } from "./scene.ts";

export interface EditorMaker {
  /** The value with nothing entered. */
  empty(): unknown;
  /** What is played unless one chooses, read from the setting of a game with this option left out. */
  house(base: Record<string, unknown>): unknown;
  /** `data` as a value that the editor can show on `base`, or null where it is of another form. */
  read(data: unknown, base: Record<string, unknown>): unknown;
  make(): Editor;
}

/** An element that shows a value; fires `edit` (detail: the new value) once a stroke is done. */
export interface Editor extends HTMLElement {
  value: unknown;
  /** Says messages of the game's catalogue; another one when the language changes. */
  say: Say;
  /** What the server finds wrong with the value; `args.cells` names places. */
  faults: readonly Message[];
  /** The setting of a game with this option left out. */
  base?: Record<string, unknown>;
  /** The setting of a game by the value as it is now; null while it is asked for, or has faults. */
  setting?: Record<string, unknown> | null;
}
