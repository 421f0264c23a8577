/** The held body and its support seen from above: an SVG document as text. */
import { turnOf, type Poses } from "../animation/animation.ts";
import { around, middle, placed, topFace, type Flat, type Point, type Shape } from "../geometry.ts";

/** Margin around the larger body, in millimetres. */
const ROOM = 22;
/** An offset up to this is well placed. In millimetres. */
const WELL = 3;

export interface SupportOffset {
  shapes: ReadonlyMap<string, Shape>;
  poses: Poses;
  /** Name of the held body. */
  held: string;
  /** Whether assistance is on. */
  helped: boolean;
}

/** Returns the offset from the middle of the support, in millimetres to the right and away. */
export function offset(poses: Poses, held: string, goal: Point): { right: number; away: number } {
  const pose = poses[held];
  return pose ? { right: pose[0] - goal[0], away: pose[1] - goal[1] } : { right: 0, away: 0 };
}

export function topView({ shapes, poses, held, helped }: SupportOffset): string {
  const below = highest(poses, held);
  const shape = shapes.get(below ?? "");
  const pose = poses[below ?? ""];
  const top = shape && pose ? topFace(shape, [pose[0], pose[1], pose[2]], turnOf(pose)) : [];
  const [cx, cy] = middle(top);
  const half = Math.max(shape?.edge ?? 0, shapes.get(held)?.edge ?? 0) / 2 + ROOM;
  // The page's y goes down.
  const flat = ([x, y]: readonly number[]): Flat => [(x ?? 0) - cx, cy - (y ?? 0)];
  const outline = (name: string) => {
    const solid = shapes.get(name);
    const at = poses[name];
    return solid && at ? around(placed(solid, [at[0], at[1], at[2]], turnOf(at)).map(flat)) : [];
  };
  const drawn = Object.keys(poses)
    .filter((name) => name !== held)
    .sort((one, other) => (poses[one]?.[2] ?? 0) - (poses[other]?.[2] ?? 0))
    .map((name) => polygon(outline(name), name === below ? "below" : "lower"));
  const own = poses[held];
  const [hx, hy] = own ? flat(own) : [0, 0];
  const off = Math.hypot(hx, hy);
  const outside = Math.max(Math.abs(hx), Math.abs(hy)) > half * 0.94;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-half} ${-half} ${2 * half} ${2 * half}">
    ${drawn.join("")}${polygon(top.map(flat), "top")}
    <path class="middle" d="M-5 0H5M0 -5V5"/>
    ${helped ? `<circle class="well ${off <= WELL ? "good" : ""}" r="${WELL}"/>` : ""}
    ${own ? polygon(outline(held), "held") : ""}
    ${own && !outside ? `<path class="way" d="M0 0L${round(hx)} ${round(hy)}"/>
      <circle class="point" cx="${round(hx)}" cy="${round(hy)}" r="1.6"/>` : ""}
    ${own && outside ? arrow(hx, hy, half) : ""}
  </svg>`;
}

/** Returns an arrow towards a body outside the picture. */
function arrow(x: number, y: number, half: number): string {
  const degrees = (Math.atan2(y, x) * 180) / Math.PI;
  return `<path class="point" transform="rotate(${round(degrees)}) translate(${round(half * 0.86)})"
    d="M4 0L-3 -4V4Z"/>`;
}

function highest(poses: Poses, held: string): string | null {
  const others = Object.entries(poses).filter(([name]) => name !== held);
  return others.sort(([, one], [, other]) => other[2] - one[2])[0]?.[0] ?? null;
}

function polygon(points: readonly Flat[], look: string): string {
  if (points.length === 0) return "";
  return `<path class="${look}" d="M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z"/>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
