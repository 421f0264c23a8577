/** Marks over the picture: the last move, what can be chosen, what is chosen, and the previewed move. */
import type { SceneInput } from "../../stage/scene.ts";
import type { OpenSpot } from "./choices.ts";
import { type Picture, type Spot, previewOf, spotFor, spotsOf } from "./picture.ts";
import type { SvgNode } from "./svg-tree.ts";

/** If more than this part of the spots can be chosen, marking them all says nothing. */
const MOST = 0.6;

/** A piece that a previewed move takes from one spot to another. */
export interface Carried {
  from: Spot;
  to: Spot;
}

/** Returns the marks of the last move and of the choices, as elements in the order in which they are drawn. */
export function markNodes(input: SceneInput, picture: Picture, open: readonly OpenSpot[]): SvgNode[] {
  const { last, chosen, preview, legal } = input;
  const nodes: SvgNode[] = [];
  if (last && !preview) nodes.push(...unique(spotsOf(picture, last.parts)).flatMap((spot) => ring(spot, "last", 0.05)));
  if (legal.length === 0) return nodes;
  const taken = unique(spotsOf(picture, chosen));
  const offered = open.filter(({ next, spot }) => next && !taken.includes(spot));
  if (taken.length > 0 || offered.length <= picture.spots.length * MOST) {
    // First pieces, which a dot would hide, then mostly empty places.
    nodes.push(...offered.flatMap(({ spot }) => (taken.length > 0 ? [circle(spot, "open", 0.2)] : ring(spot, "movable", 0.06))));
  }
  nodes.push(...taken.flatMap((spot) => ring(spot, "chosen", 0.1)));
  return nodes;
}

/** Returns what a previewed move puts at its last spot, in the picture's words or as a neutral sign. */
export function previewNodes(input: SceneInput, picture: Picture): SvgNode[] {
  const { preview, toAct } = input;
  const at = preview && spotsOf(picture, preview.parts).at(-1);
  if (!preview || !at) return [];
  const id = previewOf(picture, preview, toAct ?? 0);
  if (id !== null) return [node("use", { href: `#${id}`, transform: `translate(${at.x} ${at.y})`, class: "generic-preview" })];
  return carriedBy(input, picture)?.to === at ? [] : [circle(at, "put", 0.5)];
}

/** Returns where the previewed move takes a piece; null if it takes none. */
export function carriedBy({ preview }: SceneInput, picture: Picture): Carried | null {
  const { from, to } = preview?.parts ?? {};
  if (from === undefined || to === undefined) return null;
  const spots = { from: spotFor(picture, "from", from), to: spotFor(picture, "to", to) };
  return spots.from && spots.to ? { from: spots.from, to: spots.to } : null;
}

function unique(spots: readonly Spot[]): Spot[] {
  return [...new Map(spots.map((spot) => [`${spot.x} ${spot.y}`, spot])).values()];
}

/** A line with a casing, so that it is seen on light and on dark ground. */
function ring(spot: Spot, kind: string, width: number): SvgNode[] {
  const drawn = (name: string, times: number) => circle(spot, name, 0.92, { "stroke-width": String(spot.r * width * times) });
  return [drawn("casing", 2.2), drawn(kind, 1)];
}

function circle({ x, y, r }: Spot, kind: string, size: number, more: Record<string, string> = {}): SvgNode {
  return node("circle", { cx: String(x), cy: String(y), r: String(r * size), class: `generic-${kind}`, ...more });
}

function node(name: string, attributes: Record<string, string>): SvgNode {
  return { name, attributes, children: [] };
}
