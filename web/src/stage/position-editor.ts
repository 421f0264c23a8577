/**
 * Contract between the position editor and a game.
 *
 * A game's factory is the default export of `games/<game>/web/position/index.ts`, which must not import Three.js.
 * All functions are pure: they take a position object of the game and return another one. They need not check the
 * rules: the server does after each change, and says what does not hold together.
 */
import type { PanelGroup, SceneInput, Target, Translate } from "./scene.ts";

export type Position = Record<string, unknown>;

/** A field of the form next to the board, such as the seat to act. Its label is in the user's language. */
export type PositionField =
  | { kind: "choice"; id: string; label: string; value: string; options: { value: string; label: string }[] }
  | { kind: "number"; id: string; label: string; value: number; min: number; max: number };

export interface PositionEditor {
  /** Returns a position without pieces, from which others are built. */
  empty(): Position;
  /**
   * Returns a position of a game as one that can be edited, from which a game can begin: without what only follows
   * from moves, and with a piece in hand if that is drawn next. Default: the position itself.
   */
  adopt?(position: Position): Position;
  /**
   * Returns what can be put on the board or into hands: the choices' `part` is `piece`, their `value` names the
   * piece. Choices that are used up are not enabled.
   */
  tray(position: Position): PanelGroup[];
  /**
   * Returns where a piece can go next if some places are already chosen for it: a bridge has two feet. For null, returns
   * all places of the board, to take pieces away and to draw on. The targets' `part` is `place`.
   */
  places(input: SceneInput, piece: string | null, chosen: readonly string[]): Target[];
  /**
   * Returns the places that are not on the board, such as hands: choices next to the board whose `part` is `place`.
   * They are used as the board's places: with a piece, where it can go next; for null, all of them, which `take`
   * empties. Those that cannot be used now are not enabled. Default: there are none.
   */
  beside?(position: Position, piece: string | null, chosen: readonly string[]): PanelGroup[];
  /** Returns the position with a piece at the chosen places, or null if it needs another place. */
  put(position: Position, piece: string, chosen: readonly string[]): Position | null;
  /** Returns the position without the piece at a place; the same position if there is none. */
  take(position: Position, place: string): Position;
  /** Returns the position with the piece at a place turned, or null if there is nothing to turn. */
  turn?(position: Position, place: string): Position | null;
  fields(position: Position): PositionField[];
  /** Returns the position with another value of a field. */
  set(position: Position, id: string, value: string): Position;
}

export type PositionEditorFactory = (
  t: Translate, boardSetup: Record<string, unknown>, options: Record<string, unknown>,
) => PositionEditor;
