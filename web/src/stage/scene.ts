/**
 * Contract between the board and a game.
 *
 * The board knows no rules: it gets the position, the legal moves and the events, and the game shows them. A
 * game has two parts, which the build finds:
 *
 * - its `BoardModel`: what can be chosen, texts, and the picture as SVG. Its factory is the default export of
 *   `games/<game>/web/model/index.ts`, which must not import Three.js: a table is usable as soon as the model
 *   is loaded.
 *   Games without a model get the generic one, `board/generic/model.ts`.
 * - its `Scene`, the picture in 3D, which is loaded after that. Its factory is the default export of
 *   `games/<game>/web/scene/index.ts`.
 *
 * A game in a package of its own has them as prebuilt ES modules, `web/dist/model.js` and `web/dist/scene.js`, which
 * import only each other. Its scene gets three.js from the page: it is a `PackagedSceneFactory`. Servers have this
 * contract as one file for TypeScript, `/types/contract.d.ts`.
 *
 * Input works the same for all devices: everything that can be pointed at is a `Target`. The board puts a
 * focusable, labelled DOM element over each target, so that mouse, touch, keyboard and screen reader use the
 * same elements. The 3D picture itself only handles turning the camera. Targets may overlap: a click chooses
 * the one with the nearest centre, even if it misses slightly.
 *
 * Each legal move has parts (in draughts they would be `from` and `to`). Choosing a part's value keeps the
 * moves that have it; parts with one value left are chosen automatically. When one move is left it is
 * previewed, and played when confirmed. A scene may name the usual one of several moves left (`preferred`):
 * it is previewed while its parts can still be changed.
 */
import type { Group, Object3D, Vector3 } from "three";
import type { Three } from "./three-classes.ts";

/** A legal move: its text in notation, and its parts. */
export interface LegalMove {
  text: string;
  parts: Record<string, string>;
  /** Effects beyond its parts, to be previewed; an object of the game. */
  effects?: Record<string, unknown>;
}

/** Input of a scene. `boardSetup` and `position` are objects of the game. */
export interface SceneInput {
  boardSetup: Record<string, unknown>;
  position: Record<string, unknown>;
  names: string[];
  /** Seats played in this browser; empty for a spectator. */
  mine: number[];
  /** The seat to act; null at the end. */
  toAct: number | null;
  /** Legal moves if this browser is to act, or else an empty list. */
  legal: LegalMove[];
  chosen: Record<string, string>;
  /** The one move left, previewed before it is played. */
  preview: LegalMove | null;
  /**
   * Poses of things that fell or were placed by hand, if the position does not contain them; an object of the
   * game.
   */
  restPoses: Record<string, unknown>;
  /** The move that led to this position, for marking it; null at the start. */
  last: { seat: number; text: string; parts: Record<string, string> } | null;
}

/** A thing that can be pointed at. The order of targets is their Tab order. */
export interface Target {
  /** Identifies the same thing across updates: `near:d5`. */
  id: string;
  /** The part that it chooses, and the value. */
  part: string;
  value: string;
  /** Accessible name in the user's language: "hole d5". */
  label: string;
  /** Position in scene coordinates (y up). */
  at: { x: number; y: number; z: number };
  /** Radius in scene units, for the size of the element. */
  radius: number;
  /** Column and row, for arrow keys in the view from above. */
  cell?: { column: number; row: number };
  /**
   * The part that dragging it chooses: the nearest target of this part is taken. (Dragging anything else
   * turns the camera.)
   */
  carries?: string;
}

/**
 * Changes the previewed move, for example by turning a piece: a button next to those that undo and play, and a
 * key while the board has focus.
 */
export interface Shortcut {
  part: string;
  value: string;
  label: string;
  /** As in `KeyboardEvent.key`, in lower case. */
  key: string;
  /** Icon: an SVG document as text. */
  svg: string;
}

/** A choice next to the board: a piece of the reserve, or a verb. */
export interface PanelChoice {
  part: string;
  value: string;
  label: string;
  /** Icon: an SVG document as text. */
  svg?: string;
  enabled: boolean;
  /** Shown at full strength even if it cannot be chosen: a card in hand. */
  plain?: boolean;
  /** New since the last position: animated. */
  fresh?: boolean;
  /** Text below the picture. */
  caption?: string;
  /** The part that dragging it onto the board chooses. */
  carries?: string;
}

/**
 * A group of which several things are chosen together, such as cards to exchange. The chosen things make the
 * value of one part; the choices' own parts are not used.
 */
export interface PanelSet {
  /** The part whose value they make, and a choice that must come first. */
  part: string;
  first: { part: string; value: string };
  /** Returns the part's value if the choices with these indices are taken. */
  value(taken: readonly number[]): string;
  /** Returns the indices that make a value. */
  taken(value: string): number[];
}

/** A legal move that can be played at once by a button. */
export interface QuickNext {
  move: LegalMove;
  label: string;
  /** Icon: an SVG document as text. */
  svg: string;
}

/** A group of choices, or of facts about the table. */
export interface PanelGroup {
  label: string;
  choices: PanelChoice[];
  /** Shown above the choices: an SVG document as text, and its text alternative. */
  picture?: { svg: string; text: string };
  /** A short text below the label. */
  note?: string;
  /** Whether the note is highlighted. */
  urgent?: boolean;
  set?: PanelSet;
}

/** Translates a message of the game. */
export type Translate = (key: string, args?: Record<string, string | number>) => string;

/** What the board provides to a scene. */
export interface SceneHost {
  t: Translate;
  /** Requests a frame. Call it until a motion is over; nothing is drawn otherwise. */
  invalidate(): void;
  /** Whether to animate; false if the user prefers reduced motion. */
  motion: boolean;
  /**
   * Returns the point at height `y`, in scene units, under a point of the page, or null if there is none, as
   * above the horizon.
   */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } | null;
  /** Plays a sound unless sounds are off. */
  sound(name: "pick" | "move" | "win" | "undo"): void;
}

/**
 * Pose of a body: its centre of mass in millimetres, with the origin at the table's centre and z up, and its
 * orientation as a unit quaternion w, x, y, z.
 */
export type BodyPose = readonly [
  x: number, y: number, z: number, w: number, i: number, j: number, k: number,
];

/**
 * The bodies of a game in which a hand places pieces under simulated physics. They follow the given poses,
 * not the position, until `rest` is called.
 */
export interface Bodies {
  /** Shows bodies at poses, by name; the others stay. */
  pose(poses: Readonly<Record<string, BodyPose>>): void;
  /** Shows the position again. */
  rest(): void;
  /**
   * Marks the body that a hand of this browser holds, or null. With a pose, it overrides the one of `pose`.
   */
  hold(name: string | null, pose?: BodyPose): void;
  /** Returns the point at height `z` under a point of the page, in millimetres. */
  under(clientX: number, clientY: number, z: number): { x: number; y: number } | null;
  /** Returns the height of the bodies that are not held, in millimetres. */
  top(): number;
  /** Returns a picture of a body with a grip's face down, as an SVG document. */
  grips?(body: string, grip: string): string;
}

/** Half sizes of a picture in scene units, centred on the origin. */
export interface Extent {
  x: number;
  z: number;
  height: number;
  /** Lower end; 0 by default. */
  low?: number;
  /** Half width of the part that reaches the full height, if it rises from a round base. */
  column?: number;
  /** Points on the ground within which everything stands, if it leaves the corners of the rectangle free. */
  spots?: readonly { x: number; z: number }[];
}

/** A picture as SVG. */
export interface FlatPicture {
  /** What the picture shows. It may change with each call of `svg`. */
  extent: Extent;
  /**
   * Returns the position as an SVG document. Its view box is the extent seen from above: x from -extent.x to
   * extent.x, y (the scene's z) from -extent.z to extent.z.
   */
  svg(input: SceneInput): string;
  /**
   * Returns the picture as an element, always the same one, for pictures whose pieces move. Default: what `svg`
   * returns.
   */
  element?(input: SceneInput): SVGSVGElement;
  /**
   * Projection of `svg` if it is not seen from straight above: how much lower a point is drawn per unit
   * towards the viewer, and how much higher per unit above the ground. The view box then holds the whole
   * extent, vertically centred; y is negative upwards from the origin.
   */
  lean?: { deep: number; high: number };
  /** The bodies that it shows, if a hand places them. */
  bodies?: Bodies;
}

/** What is shown next to a seat's name, as a text or a picture with a label. */
export interface SeatFact {
  label: string;
  value: string;
  svg?: string;
}

/** How a seat looks; colour is never the only sign. */
export interface SeatMark {
  colour: string;
  mark: string;
  /** The colour in words. */
  name: string;
}

/** Pieces with sounds of their own: a cube of wood, a thin arch, a flat slab, or cardboard. */
export type PieceSound = "block" | "arch" | "slab" | "card";

/** A game on the page, without its picture in 3D. */
export interface BoardModel extends FlatPicture {
  /** Whether the pieces stand on one spot: then the plan hides most of them. */
  upright?: boolean;
  /** Whether the plan is the only view: there is no picture in 3D. */
  planOnly?: boolean;
  /** Whether a hand places pieces: then browsers without WebGL show the `flat` picture of the scene. */
  byHand?: boolean;
  /** How its pieces sound when they are picked up and put down; cubes of wood by default. */
  sound?: PieceSound;
  /** Prepares for `next`; called before all other methods. */
  update(next: SceneInput, before: SceneInput | null): void;
  /** Returns what can be pointed at now. */
  targets(input: SceneInput): Target[];
  /** Returns all places, chosen or not, for marks in studies. Default: those of the game's position editor. */
  places?(input: SceneInput): Target[];
  /** Returns where a move with a single target takes its piece, such as the top of a stack. */
  goal?(input: SceneInput): { x: number; y: number; z: number };
  /** Returns the choices next to the board for the shown seat. */
  panel(input: SceneInput): PanelGroup[];
  /**
   * Returns the usual one of the moves left, if they differ only in the price; null if the player must
   * choose.
   */
  preferred?(left: readonly LegalMove[]): LegalMove | null;
  /** Returns the move that most players would make next without choosing, as after a mishap. */
  quickNext?(input: SceneInput): QuickNext | null;
  /** Returns ways to change the previewed move without aiming at the board. */
  shortcuts?(input: SceneInput): Shortcut[];
  /**
   * Returns changes between two positions that players tend to miss, as sentences: shown briefly over the
   * board and announced.
   */
  remarks?(before: SceneInput, next: SceneInput): string[];
  /** Returns a short description of the position for screen readers. */
  describe(input: SceneInput): string;
  /** Returns what is shown next to each seat's name, such as pieces left. */
  seatFacts(input: SceneInput): SeatFact[][];
  /** Returns by seat, in words, what decides between equal scores at the end: "head at height 7". */
  tieBreaks?(input: SceneInput): string[];
  /** Returns the colour and mark of each seat. */
  seatMarks(input: Pick<SceneInput, "names">): SeatMark[];
  /** Returns a picture of what the last move places in the real world, as an SVG document. */
  placing?(input: SceneInput): string;
}

export type ModelFactory = (t: Translate, boardSetup: Record<string, unknown>) => BoardModel;

/** The picture of a game in 3D. */
export interface Scene {
  root: Object3D | Group;
  /** What both cameras must show. It may change during a motion. */
  extent: Extent;
  /** Initial and largest angle of the view from straight above, in radians, if not the defaults. */
  tilts?: { home: number; most: number };
  /** Height of the table's top in scene units; 0 by default. */
  ground?: number;
  /** Shows `next`, animated from `before` if that is a short step. */
  update(next: SceneInput, before: SceneInput | null): void;
  /** Called for each drawn frame; returns whether a motion is in progress. */
  frame(seconds: number): boolean;
  /**
   * Seconds until the piece of the move that was just shown touches the board, for its sound; 0 if nothing moves.
   * Default: 0.
   */
  contact?(): number;
  /** Called when the camera changes between perspective and plan view. */
  planView?(plan: boolean): void;
  /**
   * Called with the position of the camera when it has moved, null if it looks from straight above, so that
   * what hides a target can be faded.
   */
  see?(eye: Vector3 | null): void;
  /**
   * Called with the approximate CSS pixels per scene unit, so that text can stay legible in small pictures.
   */
  pixelsPerUnit?(pixels: number): void;
  /** The bodies, if a hand places them. */
  bodies?: Bodies;
  /** The picture as SVG with these bodies, for browsers without WebGL. */
  flat?: FlatPicture;
  dispose(): void;
}

export type SceneFactory = (host: SceneHost, boardSetup: Record<string, unknown>) => Scene;

/** What the board provides to a scene of a package. */
export interface PackagedSceneHost extends SceneHost {
  /** The classes of three.js that the page has. */
  readonly three: Three;
}

export type PackagedSceneFactory = (host: PackagedSceneHost, boardSetup: Record<string, unknown>) => Scene;
