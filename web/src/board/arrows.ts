/** Arrows over the board: where a move went, and where another one would go. */
import { nothing, svg, type TemplateResult } from "lit";
import type { BoardModel, LegalMove, SceneInput } from "../stage/scene.ts";

interface Point {
  x: number;
  y: number;
  z: number;
}

export interface BoardArrow {
  /** The played move is dashed, the best move is solid. */
  kind: "played" | "best";
  /** Names the colour, as in `grade-mistake`. */
  tone: string;
  symbol: string;
  /** In scene coordinates; a move with one point comes from above. */
  path: Point[];
}

/** A point of the picture, in CSS pixels. */
interface Pixel {
  x: number;
  y: number;
}

type Project = (point: Point) => Pixel;

/** Length of an arrow from above, of a head, and the gap before the middle of the target, in CSS pixels. */
const DROP = 64;
const HEAD = 15;
const GAP = 9;
/** Arrows that begin or end at the same points are drawn so far apart. */
const APART = 9;

/** Returns the points of a move in the position `before` it, in the order in which its parts are chosen. */
export function movePath(model: BoardModel, before: SceneInput, seat: number, move: LegalMove): Point[] {
  const input = { ...before, toAct: seat, mine: [seat], legal: [move], preview: null };
  const entries = Object.entries(move.parts);
  const points = entries.flatMap(([part, value], index): Point[] => {
    const chosen = Object.fromEntries(entries.slice(0, index));
    const target = model.targets({ ...input, chosen })
      .find((one) => one.part === part && one.value === value);
    return target ? [target.at] : [];
  });
  const goal = points.length === 1 ? model.goal?.(input) : null;
  return goal ? [...points, goal] : points;
}

/** Renders arrows in the coordinates of the picture. */
export function arrowShapes(arrows: readonly BoardArrow[], project: Project): TemplateResult {
  return svg`${arrows.map((arrow, index) => shape(arrow, index, arrows.length, project))}` as TemplateResult;
}

function shape(arrow: BoardArrow, index: number, count: number, project: Project): TemplateResult | typeof nothing {
  const [first, ...rest] = arrow.path.map(project);
  const end = rest.at(-1) ?? first;
  if (!first || !end) return nothing;
  const dropped = rest.length === 0;
  const side = count > 1 ? (index === 0 ? -APART : APART) : 0;
  const begin = dropped ? { x: end.x + side, y: end.y - DROP } : first;
  // Moved sideways, so that the played move and the best one never hide each other.
  const drawn = arrowPath(begin, end, dropped ? { x: side } : { across: side * 0.6 });
  if (!drawn) return nothing;
  const { from, line, points } = drawn;
  return svg`<g class="board-arrow ${arrow.kind} grade-${arrow.tone}" data-arrow=${arrow.kind}>
    <path class="casing" d=${line} /><polygon class="casing" points=${points} />
    <path class="shaft" d=${line} /><polygon class="tip" points=${points} />
    <circle cx=${from.x} cy=${from.y} r="11" />
    <text x=${from.x} y=${from.y} dy="0.36em">${arrow.symbol}</text>
  </g>` as TemplateResult;
}

interface ArrowPath {
  from: Pixel;
  /** Path data of the shaft. */
  line: string;
  /** Corners of the head. */
  points: string;
}

/**
 * Returns an arrow that ends shortly before `end`, or null if the two points are one. It is moved `across` its
 * direction, or its tip is moved along `x`.
 */
export function arrowPath(
  begin: Pixel, end: Pixel, { across = 0, x = 0 }: { across?: number; x?: number } = {},
): ArrowPath | null {
  const length = Math.hypot(end.x - begin.x, end.y - begin.y);
  if (length < 1) return null;
  const [ux, uy] = [(end.x - begin.x) / length, (end.y - begin.y) / length];
  const [sx, sy] = [-uy * across, ux * across];
  const gap = Math.min(GAP, length / 4);
  const tip = { x: end.x - ux * gap + sx + x, y: end.y - uy * gap + sy };
  const from = { x: round(begin.x + sx), y: round(begin.y + sy) };
  const head = Math.min(HEAD, length / 2);
  const neck = { x: tip.x - ux * head, y: tip.y - uy * head };
  const wing = (sign: number) =>
    `${round(neck.x - sign * uy * head * 0.6)},${round(neck.y + sign * ux * head * 0.6)}`;
  return {
    from,
    line: `M${from.x} ${from.y}L${round(neck.x)} ${round(neck.y)}`,
    points: `${round(tip.x)},${round(tip.y)} ${wing(1)} ${wing(-1)}`,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
