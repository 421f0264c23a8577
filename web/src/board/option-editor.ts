/**
 * Contract between the editor page and a game's editor of an option.
 *
 * An option of kind `data` or `list` may have an editor: a folder `games/<game>/web/editor/<option>` whose
 * `index.ts` has an `EditorFactory` as its default export. The build finds it, and the page
 * `/editor/<game>/<option>` loads it. The page handles undo, saving, files, links and validation by the
 * server. The editor shows a value and lets users change it by mouse, touch, keyboard and screen reader
 * alike.
 *
 * A value may be incomplete. The editor writes it so that the server's validation reports what is missing.
 * Values are plain data and never changed in place.
 *
 * A value may depend on other options (a start depends on the board). The option declares them in `depends`,
 * and `base` is the board setup of a game with those options.
 *
 * The page shows the message `boards.<key>` of its own catalogue, or `editor.<option>.page.<key>` if the game
 * has it, since not every option is a board.
 */
import type { Message } from "../net/protocol.ts";
import type { Translate } from "../stage/scene.ts";

export interface EditorFactory {
  /** The value with nothing entered. */
  empty(): unknown;
  /** Returns the default value, read from the setup of a game without this option. */
  house(base: Record<string, unknown>): unknown;
  /** Returns `data` as a value that can be shown on `base`, or null if it has another form. */
  read(data: unknown, base: Record<string, unknown>): unknown;
  make(): OptionEditor;
}

/** An element that shows a value; fires `edit` (detail: the new value) after each stroke. */
export interface OptionEditor extends HTMLElement {
  value: unknown;
  /** Translates messages of the game; replaced when the language changes. */
  t: Translate;
  /** Faults that the server found; `args.cells` names the places. */
  faults: readonly Message[];
  /** Setup of a game without this option. */
  base?: Record<string, unknown>;
  /** Setup of a game with the current value; null while it is loading or if the value has faults. */
  boardSetup?: Record<string, unknown> | null;
}
