/** Blocks as SVG: for the fallback view, cards and grips. */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import {
  type Point, cross, dot, heightAbove, lying, minus, unit,
} from "../../../../../../web/src/physics/geometry.ts";
import { PAINTS, shade } from "./colours.ts";
import { round } from "./glyphs.ts";
import { markShape } from "./marks.ts";
import { MM, placed } from "./units.ts";
import type { Colour, Solid } from "./position.ts";

/** Projection of the fallback view: nearer is lower, higher is higher. */
export const LEAN = { deep: 0.42, high: 0.92 };

const TOWARDS = unit([0, -LEAN.high, LEAN.deep]);
/** Faces whose unit normal has at least this height can carry a block. */
const UPWARDS = 0.8;
const LIGHT = unit([-0.45, -0.5, 1]);

/** Projects a point in millimetres to scene units of the fallback view. */
export function drawnAt([x, y, z]: Point): { x: number; y: number } {
  return { x: x / MM, y: (-y * LEAN.deep - z * LEAN.high) / MM };
}

/** Returns the drawing order of a body: nearer ones are drawn later. */
export function nearness([x, y, z]: BodyPose): number {
  return dot([x, y, z], TOWARDS);
}

/**
 * Draws the visible faces of a block, each with its mark and size letter. With `slope`, an arrow on the top
 * face points down the slope instead.
 */
export function drawSolid(solid: Solid, pose: BodyPose, letter: string, slope = false): string {
  const { base, dark } = PAINTS[solid.colour];
  const corners = solid.corners.map((corner) => placed(corner, pose));
  const drawn = Object.values(solid.faces).map((face) => {
    const around = face.map((corner) => corners[corner]) as unknown as [Point, Point, Point, Point];
    const normal = unit(cross(minus(around[1], around[0]), minus(around[2], around[0])));
    if (dot(normal, TOWARDS) <= 0.02) return "";
    const fill = shade(base, 0.62 + 0.62 * Math.max(0, dot(normal, LIGHT)));
    const path = around.map(drawnAt).map(({ x, y }) => `${round(x)} ${round(y)}`).join("L");
    return (
      `<path d="M${path}Z" fill="${fill}" stroke="${dark}" stroke-width=".035" stroke-linejoin="round"/>` +
      (slope && normal[2] > UPWARDS
        ? onFace(solid, around, normal, [normal[0], normal[1], 0], arrow(solid.colour))
        : onFace(solid, around, normal, normal[2] > UPWARDS ? [0, 1, 0] : [0, 0, 1], markShape(solid.colour, letter)))
    );
  });
  return drawn.join("");
}

/** Draws something on a face, with its head as close to `head` as the face allows. */
function onFace({ edge }: Solid, around: readonly Point[], normal: Point, head: Point, drawn: string): string {
  const middle = around.reduce<[number, number, number]>(
    ([x, y, z], [a, b, c]) => [x + a / 4, y + b / 4, z + c / 4], [0, 0, 0],
  );
  const up = alongFace(head, normal);
  const right = cross(up, normal);
  const { x, y } = drawnAt(middle);
  const across = drawnAt(right);
  const down = drawnAt([-up[0], -up[1], -up[2]]);
  const matrix = [across.x, across.y, down.x, down.y].map((value) => round(value * edge));
  return `<g transform="matrix(${matrix.join(" ")} ${round(x)} ${round(y)})">${drawn}</g>`;
}

function arrow(colour: Colour): string {
  return `<path d="M0 .34V-.2M-.26 -.02L0 -.32L.26 -.02" fill="none" stroke="${PAINTS[colour].ink}" stroke-width=".13" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function alongFace(wanted: Point, normal: Point): Point {
  const out = dot(wanted, normal);
  return unit(minus(wanted, [normal[0] * out, normal[1] * out, normal[2] * out]));
}

/** Angle of small pictures of a block, in degrees. */
const ASIDE = -27;

/** Returns the pose of a block lying on a face, with its lowest corners at height 0, turned slightly. */
export function lyingPose(solid: Solid, grip: string): BodyPose {
  const turn = lying(solid, grip, ASIDE);
  return [0, 0, heightAbove(solid, turn), ...turn];
}
