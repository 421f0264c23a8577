/**
 * What the SVG document of a game says about its board.
 *
 * - An element with `data-part="from to"`, `data-value="a1"` and `data-x`, `data-y`, `data-r` in units of the view box
 *   is a spot: it chooses one of these parts. Its `<title>` is its label; without one that is the value and what is there.
 * - An element whose ID begins with `piece-` is a piece: the same thing has the same ID in all positions. `data-at` is
 *   the value of its spot, `data-seat` its owner, `data-kind` what it is, `data-level` its height.
 * - A definition with the ID `preview-<move or verb>-<seat>` shows what a previewed move puts at its last spot. It is
 *   drawn around the origin.
 * - On the root, `data-page-box` is the part that the page shows, as a view box: without what the page says itself.
 *   `data-seat-colours` and `data-seat-marks` list how the seats look.
 */
import type { LegalMove } from "../../stage/scene.ts";
import { type SvgNode, childText, elementsOf, readSvg } from "./svg-tree.ts";

export interface Spot {
  parts: readonly string[];
  value: string;
  /** Its title, or an empty string. */
  label: string;
  /** Middle and radius, in units of the view box. */
  x: number;
  y: number;
  r: number;
}

export interface Piece {
  at: string;
  seat: number | null;
  kind: string;
  level: number;
}

export interface Picture {
  root: SvgNode;
  box: { x: number; y: number; width: number; height: number };
  title: string;
  spots: readonly Spot[];
  /** By ID without the prefix. */
  pieces: ReadonlyMap<string, Piece>;
  /** The radius of the smallest spot; without spots a part of the picture. */
  unit: number;
  /** The seats' colours and marks, if the picture says which it uses. */
  seats: readonly { colour: string; mark: string }[];
  /** IDs of the definitions of previews. */
  previews: ReadonlySet<string>;
  /** Put before each ID of the document. */
  prefix: string;
}

const PIECE = "piece-";
const PREVIEW = "preview-";
/** The radius of a spot by the smaller side of a picture without spots. */
const SMALL = 1 / 24;

let count = 0;

/** Returns the picture of an SVG document. Raises an `Error` if it cannot be read. */
export function readPicture(text: string): Picture {
  const prefix = `board${(count += 1)}-`;
  const root = readSvg(text, prefix);
  const box = boxOf(root);
  const spots: Spot[] = [];
  const previews = new Set<string>();
  const pieces = new Map<string, Piece>();
  for (const node of elementsOf(root)) {
    const id = node.attributes["id"]?.slice(prefix.length) ?? "";
    if (id.startsWith(PREVIEW)) previews.add(id);
    if (id.startsWith(PIECE)) pieces.set(id, pieceOf(node));
    const spot = spotOf(node);
    if (spot) spots.push(spot);
  }
  return {
    root, box, spots, pieces, previews, prefix,
    title: childText(root, "title"),
    unit: Math.min(...spots.map(({ r }) => r), Math.min(box.width, box.height) * (spots.length > 0 ? 1 : SMALL)),
    seats: seatsOf(root),
  };
}

/** Returns the ID of a piece, without the picture's prefix; null for other elements. */
export function pieceId(node: SvgNode, { prefix }: Picture): string | null {
  const id = node.attributes["id"]?.slice(prefix.length) ?? "";
  return id.startsWith(PIECE) ? id : null;
}

function pieceOf({ attributes }: SvgNode): Piece {
  const { "data-at": at = "", "data-seat": seat = "", "data-kind": kind = "", "data-level": level } = attributes;
  return { at, kind, seat: /^\d$/.test(seat) ? Number(seat) : null, level: Math.min(Math.max(Number(level) || 0, 0), 12) };
}

/** Returns the spot that chooses `value` of `part`. */
export function spotFor({ spots }: Picture, part: string, value: string): Spot | undefined {
  return spots.find((spot) => spot.value === value && spot.parts.includes(part));
}

/** Returns the spots that a move names, in the order of its parts. */
export function spotsOf(picture: Picture, parts: LegalMove["parts"]): Spot[] {
  return Object.entries(parts).flatMap(([part, value]) => spotFor(picture, part, value) ?? []);
}

/** Returns the ID of the definition of what a move puts at its last spot; null if there is none. */
export function previewOf(picture: Picture, { text, parts }: LegalMove, seat: number): string | null {
  const { previews, prefix } = picture;
  const verbs = [text, parts["verb"], text.split(" ")[0], "move"];
  const found = verbs.map((verb) => `${PREVIEW}${verb}-${seat}`).find((id) => previews.has(id));
  // Of a game with one kind of placing move it is the only one.
  const only = spotsOf(picture, parts).length === 1 ? [...previews].filter((id) => id.endsWith(`-${seat}`)) : [];
  const id = found ?? (only.length === 1 ? only[0] : undefined);
  return id === undefined ? null : prefix + id;
}

function boxOf({ attributes }: SvgNode): Picture["box"] {
  for (const text of [attributes["data-page-box"], attributes["viewBox"]]) {
    const [x = NaN, y = NaN, width = NaN, height = NaN] = (text ?? "").split(/[\s,]+/).map(Number);
    if (width > 0 && height > 0 && Number.isFinite(x + y + width + height)) return { x, y, width, height };
  }
  const sides = [attributes["width"], attributes["height"]].map((side) => parseFloat(side ?? ""));
  if (sides.every((side) => side > 0)) return { x: 0, y: 0, width: sides[0]!, height: sides[1]! };
  throw new Error("the picture has no viewBox");
}

function spotOf(node: SvgNode): Spot | null {
  const { "data-part": part = "", "data-value": value, "data-x": x, "data-y": y, "data-r": r } = node.attributes;
  const parts = part.split(/\s+/).filter(Boolean);
  const [cx = NaN, cy = NaN, radius = NaN] = [x, y, r].map(Number);
  if (parts.length === 0 || value === undefined || !Number.isFinite(cx + cy) || !(radius > 0)) return null;
  return { parts, value, label: childText(node, "title"), x: cx, y: cy, r: radius };
}

function seatsOf({ attributes }: SvgNode): Picture["seats"] {
  const colours = (attributes["data-seat-colours"] ?? "").split(" ").filter((colour) => /^#[0-9a-f]{3,8}$/i.test(colour));
  const marks = [...(attributes["data-seat-marks"] ?? "").replaceAll(" ", "")];
  return colours.map((colour, seat) => ({ colour, mark: marks[seat] ?? String(seat + 1) }));
}
