/**
 * The contract between the board and a game's scene.
 *
 * The board knows no rules: it is told the position, the legal moves and what happened, and asks
 * the game's scene to show them. A scene lives in its game's folder (`games/<game>/scene/index.ts`)
 * and is found by the build; its default export is a `SceneFactory`.
 *
 * One interface for all hands: everything that can be pointed at is a `Target`. The board lays a
 * real, focusable, labelled DOM element over each target's place in the picture, so mouse, finger,
 * keyboard and screen reader use the same elements. The 3D picture itself takes no input but
 * turning the camera. Targets may overlap: a click or a tap chooses the one whose middle is nearest,
 * also where it misses all by a little.
 *
 * Choosing a move. Each legal move comes with its parts (for Block Ness `near`, `ring`, `far`,
 * `end`). Choosing a part's value keeps the moves that have it; parts with one value left are
 * chosen by themselves. When one move is left it is shown as a preview, and laid when confirmed. A
 * scene may name the usual one of several moves left (`preferred`): it is previewed while its
 * parts can still be chosen otherwise.
 */
import type { Group, Object3D } from "three";

/** A legal move as the server tells it: its text in notation, and its parts. */
export interface LegalMove {
  text: string;
  parts: Record<string, string>;
  /** What it would do beyond its parts, to be shown before it is made: the game's own object. */
  brings?: Record<string, unknown>;
}

/** What a scene shows. `setting` and `position` are the game's own objects. */
export interface SceneInput {
  setting: Record<string, unknown>;
  position: Record<string, unknown>;
  /** Names by seat. */
  names: string[];
  /** Seats played from this browser; empty for a spectator. */
  mine: number[];
  /** The seat to act, null at the end. */
  toAct: number | null;
  /** Legal moves, only where this browser is to act; else empty. */
  legal: LegalMove[];
  /** Parts chosen so far. */
  chosen: Record<string, string>;
  /** The one move left, shown before it is laid. */
  preview: LegalMove | null;
  /** How things lie that fell or were set down anyhow, where the position does not tell: the game's own object. */
  resting: Record<string, unknown>;
  /** The move that led to this position, to mark it; null at the start. */
  last: { seat: number; text: string; parts: Record<string, string> } | null;
}

/** Something that can be pointed at. Order in the list is tab order within the board. */
export interface Target {
  /** Stable between updates while it is the same thing: `near:d5`. */
  id: string;
  /** What choosing it chooses. */
  part: string;
  value: string;
  /** Accessible name in the reader's language: "hole d5". */
  label: string;
  /** Where it is, in the scene's coordinates (y up). */
  at: { x: number; y: number; z: number };
  /** Radius in scene units, for the size of the element. */
  radius: number;
  /** Column and row, so that arrow keys walk the board as it looks from above. */
  cell?: { column: number; row: number };
  /**
   * The part that it chooses when it is dragged: of the targets with this part, the one nearest to
   * where it is dragged to. (The camera is turned by dragging anything else.)
   */
  carries?: string;
}

/**
 * A choice that stays at hand while a move is shown before it is laid: turning what is to be laid. A
 * button between stepping back and laying, and a key while the board or its buttons have the focus.
 */
export interface Shortcut {
  part: string;
  value: string;
  label: string;
  /** As in `KeyboardEvent.key`, in lower case. */
  key: string;
  /** A small picture: an SVG document as text. */
  svg: string;
}

/** A choice that is made beside the board: the reserve's rings, head or tail. */
export interface PanelChoice {
  part: string;
  value: string;
  label: string;
  /** A small picture: an SVG document as text. */
  svg?: string;
  enabled: boolean;
  /** A thing that is shown as it is, also while it cannot be chosen: a card in hand. */
  plain?: boolean;
  /** It has just come: shown coming in. */
  fresh?: boolean;
  /** Written under the picture. */
  caption?: string;
  /** The part that it chooses when it is dragged onto the board, as a target's. */
  carries?: string;
}

/**
 * A group of which several things are taken together, as cards to exchange. The choices' own parts
 * are not chosen; what is taken together makes the value of one part.
 */
export interface PanelSet {
  /** The part that the taken things make, and a choice that goes before it. */
  part: string;
  first: { part: string; value: string };
  /** The part's value when the choices with these indices are taken. */
  value(taken: readonly number[]): string;
  /** The indices that make a value. */
  taken(value: string): number[];
}

/** A legal move that goes on at once: chosen and laid with one button. */
export interface QuickNext {
  move: LegalMove;
  label: string;
  /** A small picture: an SVG document as text. */
  svg: string;
}

/** Choices that belong together, or facts of the whole table where there are no choices. */
export interface PanelGroup {
  label: string;
  choices: PanelChoice[];
  /** Shown over the choices: an SVG document as text, and what it says in words. */
  picture?: { svg: string; text: string };
  /** A sentence or two under the label. */
  note?: string;
  /** The note asks for attention. */
  urgent?: boolean;
  set?: PanelSet;
}

/** Says a message of the game's catalogue in the reader's language. */
export type Translate = (key: string, args?: Record<string, string | number>) => string;

/** What the board gives to a scene. */
export interface SceneHost {
  t: Translate;
  /** Ask for another frame; call it until a motion is over. Nothing is drawn otherwise. */
  invalidate(): void;
  /** False where the system asks for less motion: show the end at once. */
  motion: boolean;
  /**
   * The point at height `y`, in scene units, that is seen under a point of the page; null where none
   * is, as over the horizon.
   */
  under(clientX: number, clientY: number, y: number): { x: number; z: number } | null;
  /** Play one of the board's sounds; silent when the switch is off. */
  sound(name: "pick" | "lay" | "win" | "undo"): void;
}

/**
 * Where a body is: its centre of mass in millimetres, the table's centre being the origin and z up, and
 * its turn as a unit quaternion w, x, y, z.
 */
export type BodyPose = readonly [
  x: number, y: number, z: number, w: number, i: number, j: number, k: number,
];

/**
 * The bodies of a game in which a hand places what the rules cannot answer for. The scene shows them
 * where it is told, whatever its position says, until they rest again.
 */
export interface Bodies {
  /** Show bodies there, by name; those that are not named stay where they were shown last. */
  pose(poses: Readonly<Record<string, BodyPose>>): void;
  /** Show the position as it is again. */
  rest(): void;
  /**
   * What the hand of somebody here holds, where it is to be shown: this counts for more than `pose`.
   * Null where nothing is held; without a pose the body is marked as held where it is.
   */
  hold(name: string | null, pose?: BodyPose): void;
  /** The point of the table's plane at height `z` that lies under a point of the page, in millimetres. */
  under(clientX: number, clientY: number, z: number): { x: number; y: number } | null;
  /** How high the bodies stand that are not held, in millimetres. */
  top(): number;
  /** A body with the face of a grip down, turned by no degrees: an SVG document as text. */
  grips?(body: string, grip: string): string;
}

export interface Scene {
  /** Everything there is to see. */
  root: Object3D | Group;
  /**
   * Half sizes of what both cameras must show, in scene units, centred on the origin. It may change
   * while the scene moves. `low`: where it begins, if not at 0; `column`: half width of what rises to
   * the height from a round base, where that is not all of a box.
   */
  extent: { x: number; z: number; height: number; low?: number; column?: number };
  /** How far from straight above it is looked at first and at most, in radians, if not as usual. */
  tilts?: { home: number; most: number };
  /** Height of the table's top, in scene units; 0 where it is not given. */
  ground?: number;
  /** Show `next`; move things calmly from `before` where that is a short step. */
  update(next: SceneInput, before: SceneInput | null): void;
  /** Called for each drawn frame; return true while a motion goes on. */
  frame(seconds: number): boolean;
  /** What can be pointed at now. */
  targets(input: SceneInput): Target[];
  /** Choices beside the board for the seat shown, in groups with a label. */
  panel(input: SceneInput): PanelGroup[];
  /**
   * Of the moves that what a person chose has left, the usual one, where they differ in nothing
   * but the price; null where the person is to choose.
   */
  preferred?(left: readonly LegalMove[]): LegalMove | null;
  /** What most would do next where they would sooner go on than choose, as after a mishap. */
  quickNext?(input: SceneInput): QuickNext | null;
  /** Choices at hand while a move is shown: another click on what lies there, without aiming. */
  shortcuts?(input: SceneInput): Shortcut[];
  /**
   * What changed between two positions that people forget to do or to see, in sentences: shown
   * calmly over the board and announced.
   */
  remarks?(before: SceneInput, next: SceneInput): string[];
  /** One or two sentences on the position for a screen reader. */
  describe(input: SceneInput): string;
  /** What each seat shows beside its name: rings left, height of the head. */
  seatFacts(input: SceneInput): { label: string; value: string; svg?: string }[][];
  /** Colour and mark of each seat (colour is never alone). */
  seatMarks(input: SceneInput): { colour: string; mark: string; name: string }[];
  /** The camera changed between perspective and the plan from above. */
  planView?(plan: boolean): void;
  /** How many CSS pixels a scene unit is, about: what must stay legible can grow in small pictures. */
  pixelsPerUnit?(pixels: number): void;
  /**
   * The plan as an SVG document, for browsers without WebGL. Its view box is the extent seen from
   * above: x from -extent.x to extent.x, y (the scene's z) from -extent.z to extent.z.
   */
  svg?(input: SceneInput): string;
  /**
   * Where the flat picture is not seen from straight above: how much lower a point is drawn for each
   * unit that it is nearer, and how much higher for each unit above the ground. The view box then holds
   * all of the extent, with the middle of its height in the middle; y is negative upwards from the origin.
   */
  lean?: { deep: number; high: number };
  /** Where a hand places things: what it moves. */
  bodies?: Bodies;
  /** What the last move has people place on their own table: an SVG document as text. */
  placing?(input: SceneInput): string;
  dispose(): void;
}

export type SceneFactory = (host: SceneHost, setting: Record<string, unknown>) => Scene;
