/** The simple relief of a picture: the rim of the board and its edge, and pieces that cast a shadow. */
import type { Picture } from "./picture.ts";
import { type SvgNode, looksOf } from "./svg-tree.ts";

/** The rim and the visible edge below it, by the smaller side of the picture. */
const RIM = 0.03;
const EDGE = 0.018;
/** The roundness of the picture's corners. */
const CORNER = 0.015;
/** Free space around the rim. */
const MARGIN = 0.02;
/** How far the shadow of a piece falls, by the radius of a spot, and how much farther for each level. */
const SHADOW = { low: 0.035, each: 0.03, blur: 0.8 };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the view box of a picture with the rim and the edge. */
export function framed({ box }: Picture): Box {
  const side = Math.min(box.width, box.height);
  const { x, y, width, height } = around(box, side * (RIM + MARGIN));
  return { x, y, width, height: height + side * EDGE };
}

function around({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

export function viewBox(picture: Picture): string {
  const { x, y, width, height } = framed(picture);
  return [x, y, width, height].join(" ");
}

/** Returns what is drawn below the picture, and the shape to which the picture is cut: see `contentLooks`. */
export function frameNodes(picture: Picture): SvgNode[] {
  const { box, prefix } = picture;
  const side = Math.min(box.width, box.height);
  const rim = { ...around(box, side * RIM), rx: side * RIM };
  return [
    { name: "clipPath", attributes: { id: `${prefix}box` }, children: [rect({ ...box, rx: side * CORNER })] },
    rect({ ...rim, y: rim.y + side * EDGE }, "generic-edge"),
    rect(rim, "generic-rim"),
    rect({ ...box, rx: side * CORNER }, "generic-ground"),
  ];
}

/** Returns the attributes of the group around the picture: its root's, and the shape to which it is cut. */
export function contentLooks({ root, prefix }: Picture): Record<string, string> {
  return { ...looksOf(root), "clip-path": `url(#${prefix}box)` };
}

/** Returns the attributes of the group around a piece of some height, which make its shadow. */
export function reliefOf(level: number, { unit }: Picture): Record<string, string> {
  const fall = unit * (SHADOW.low + SHADOW.each * level);
  return { class: "generic-piece", style: `--fall: ${fall}px; --blur: ${fall * SHADOW.blur}px` };
}

function rect(place: Readonly<Record<string, number>>, className?: string): SvgNode {
  const attributes = Object.fromEntries(Object.entries(place).map(([key, value]) => [key, String(value)]));
  return { name: "rect", attributes: className === undefined ? attributes : { ...attributes, class: className }, children: [] };
}
