/**
 * Marks that a user draws on a board: circles around places, and arrows between them. Each colour has its own
 * line, so that colour is never the only sign: green is solid, red dashed, blue dotted, yellow double.
 */
import { nothing, svg, type TemplateResult } from "lit";
import { arrowPath } from "./arrows.ts";

interface Point {
  x: number;
  y: number;
  z: number;
}

export interface DrawnMark {
  kind: "circle" | "arrow";
  colour: "green" | "red" | "blue" | "yellow";
  /** In scene coordinates. */
  from: Point;
  /** Of an arrow. */
  to?: Point;
  /** Radius of a circle in scene units; default: half a unit. */
  radius?: number;
}

type Project = (point: Point) => { x: number; y: number; scale: number };

/** Least radius of a circle, in CSS pixels. */
const LEAST_RADIUS = 12;

/** Renders marks in the coordinates of the picture. */
export function markShapes(marks: readonly DrawnMark[], project: Project): TemplateResult {
  return svg`${marks.map((mark) => shape(mark, project))}` as TemplateResult;
}

function shape({ kind, colour, from, to, radius = 0.5 }: DrawnMark, project: Project): TemplateResult | typeof nothing {
  const begin = project(from);
  if (kind === "circle") {
    const r = Math.max(LEAST_RADIUS, radius * begin.scale);
    const circle = (name: string) =>
      svg`<circle class=${name} cx=${round(begin.x)} cy=${round(begin.y)} r=${round(r)} />`;
    return group(kind, colour, circle);
  }
  const drawn = to && arrowPath(begin, project(to));
  if (!drawn) return nothing;
  return group(kind, colour, (name) => svg`<path class=${name} d=${drawn.line} />${
    name === "core" ? nothing : svg`<polygon class=${name} points=${drawn.points} />`}`);
}

/** Draws a line three times, from wide to narrow: its edge, its colour, and the core of a double line. */
function group(kind: string, colour: string, line: (name: string) => unknown): TemplateResult {
  return svg`<g class="drawn-mark ${kind} ${colour}" data-mark=${kind} data-colour=${colour}>
    ${["edge", "line", "core"].map(line)}
  </g>` as TemplateResult;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
