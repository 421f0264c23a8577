/**
 * Contract between the pages of solo games and a game's own part in them.
 *
 * A game with solo levels has a folder `games/<game>/web/solo` whose `index.ts` has `SoloParts` as its default
 * export. The build finds it. The page handles levels, progress, links, undo and the verdict of the server; the
 * game describes and edits starts. A start is the position object from which a level begins, plain data that is
 * never changed in place. While it is edited it may be incomplete; the server then says what is missing.
 */
import { folderOf } from "../i18n/i18n.ts";
import type { Message } from "../net/protocol.ts";
import type { Translate } from "../stage/scene.ts";

export type Start = Record<string, unknown>;

export interface SoloParts {
  /** Values of the option `variant`. */
  variants: readonly string[];
  /** A start with nothing in it. */
  empty(): Start;
  /** Returns a start as a short text of letters, digits and `.,;_-`, for links. */
  encode(start: Start): string;
  /** Returns the start of a text, or null if it is none. */
  decode(text: string): Start | null;
  /** Returns the pieces of a position as a list in words. */
  describe(position: Record<string, unknown>, t: Translate): string[];
  /** Returns how many pieces are still in hand. */
  left(position: Record<string, unknown>): number;
  make(): LevelEditor;
}

/** An element that shows a start; fires `edit` (detail: the new start) after each change. */
export interface LevelEditor extends HTMLElement {
  value: Start;
  variant: string;
  /** Translates messages of the game; replaced when the language changes. */
  t: Translate;
  /** Faults that the server found; `args.cells` names the places. */
  faults: readonly Message[];
}

const games = import.meta.glob<{ default: SoloParts }>("../../../src/empile/games/*/web/solo/index.ts");

/** Loads a game's part; returns null if it has none. */
export async function loadSoloParts(game: string): Promise<SoloParts | null> {
  const path = Object.keys(games).find((known) => known.includes(`/games/${folderOf(game)}/`));
  const loader = path === undefined ? undefined : games[path];
  return loader === undefined ? null : (await loader()).default;
}
