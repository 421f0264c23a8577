/** Camera framing: the whole table, the top of the tower during a placement, or a fall. */
import { MM } from "./units.ts";
import { MAT_RADIUS } from "./sizes.ts";

/** Half sizes and heights in scene units, as in `Scene.extent`. */
export interface Shot {
  x: number;
  z: number;
  low: number;
  height: number;
  column: number;
}

export type Kind = "table" | "hand" | "fall";

/** Room above the tower for the next block, in millimetres. */
const ABOVE = 80;
const COLUMN = 36;
/** Half width during a placement: wider for a low tower, with waiting blocks in front of it. */
const NEAR = 62;
const NEAR_LOW = 118;
const LOW = 130;
const BELOW = 72;
const WIDE = 250;
/** Fraction of the way that is left after a second. */
const LEFT = 0.02;

/** `top`: height of the tower in millimetres. */
export function cameraShot(kind: Kind, top: number): Shot {
  if (kind === "hand") {
    const near = NEAR + (NEAR_LOW - NEAR) * Math.max(0, 1 - top / LOW);
    return inUnits({ x: near, z: near, low: Math.max(0, top - BELOW), height: top + ABOVE + 12, column: NEAR });
  }
  if (kind === "fall") return inUnits({ x: WIDE, z: WIDE, low: 0, height: top + 20, column: 60 });
  return inUnits({ x: MAT_RADIUS + 4, z: MAT_RADIUS + 4, low: 0, height: top + ABOVE, column: COLUMN });
}

function inUnits(shot: Shot): Shot {
  return {
    x: shot.x / MM, z: shot.z / MM, low: shot.low / MM, height: shot.height / MM, column: shot.column / MM,
  };
}

const SIDES = ["x", "z", "low", "height", "column"] as const;

/** Moves `now` towards `goal`; returns whether it is still moving. */
export function approach(now: Shot, goal: Shot, seconds: number): boolean {
  const left = LEFT ** seconds;
  let moving = false;
  for (const side of SIDES) {
    const gap = goal[side] - now[side];
    if (Math.abs(gap) < 0.004) now[side] = goal[side];
    else {
      now[side] = goal[side] - gap * left;
      moving = true;
    }
  }
  return moving;
}
