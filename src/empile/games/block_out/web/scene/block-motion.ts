/** Motions of blocks without an animation from the server: carried between places, or falling. */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { type Turn, between, composed } from "../../../../../../web/src/physics/geometry.ts";
import { CARRY_SECONDS, easeBoth, easeOut } from "../../../../../../web/src/stage/motion.ts";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import type { Solid } from "../model/position.ts";

/** A mutable pose: x, y, z, then w, x, y, z. */
export type Moving = [number, number, number, number, number, number, number];

/** Writes the pose after the given seconds; returns whether the body is still moving. */
export type Path = (seconds: number, into: Moving) => boolean;

/** The part of a carry after which the block touches what it is put on. */
const CONTACT = 0.9;
/** Clearance above both ends of a carry, in millimetres. */
const CLEAR = 42;
const NEAR = 2;
/** Slower than on Earth, as slow motion suits small things: in mm/s². */
const GRAVITY = 5200;
/** How long blocks lie after a fall. */
const LIE_SECONDS = 0.55;

export function copyPose(from: Readonly<ArrayLike<number>>, into: Moving): void {
  for (let index = 0; index < 7; index += 1) into[index] = from[index] ?? 0;
}

/** Returns the seconds after which a carried body touches what it is put on. */
export function landing(delay: number): number {
  return delay + CARRY_SECONDS * CONTACT;
}

/** Carries a body up, over and down to `to`. */
export function carry(from: BodyPose, to: BodyPose, delay = 0): Path {
  const start: BodyPose = [...from];
  const [, , , ...first] = start;
  const [, , , ...last] = to;
  const far = Math.hypot(to[0] - start[0], to[1] - start[1]);
  const lift = far > NEAR ? Math.max(start[2], to[2]) + CLEAR : Math.max(start[2], to[2]);
  const seconds = far > NEAR ? CARRY_SECONDS : CARRY_SECONDS / 3;
  return (passed, into) => {
    const done = clamp((passed - delay) / seconds);
    const across = easeBoth(clamp((done - 0.12) / 0.72));
    into[0] = start[0] + (to[0] - start[0]) * across;
    into[1] = start[1] + (to[1] - start[1]) * across;
    const up = easeOut(clamp(done / 0.45));
    const down = clamp((done - 0.5) / (CONTACT - 0.5)) ** 2;
    into[2] = (start[2] + (lift - start[2]) * up) * (1 - down) + to[2] * down;
    [into[3], into[4], into[5], into[6]] = between(first, last, across);
    return done < 1;
  };
}

/**
 * Lets a body tumble off the tower in direction `heading` (radians, from x to y), then carries it to `home`.
 * `touch` is called with the strength (0 to 1) of each impact on the table.
 */
export function tumble(
  solid: Solid, from: BodyPose, home: BodyPose, heading: number, seed: number,
  touch: (x: number, y: number, strength: number) => void,
): Path {
  const random = seededRandom(seed);
  const start: BodyPose = [...from];
  const half = solid.edge / 2;
  const high = Math.max(0, start[2] - half);
  const way = heading + (random() - 0.5) * 1.1;
  const flight = Math.sqrt((2 * high) / GRAVITY);
  const hop = flight * 0.42;
  const reach = 18 + high * (0.5 + 0.35 * random()) + 30 * random();
  const quarters = Math.max(1, Math.round(1 + high / 110 + random()));
  const axis: [number, number] = [-Math.sin(way), Math.cos(way)];
  const rest = 0.1 * random();
  const end: Moving = [...start];
  let touched = false;
  const fall = (passed: number, into: Moving): void => {
    const all = flight + hop + 0.25;
    const part = easeOut(clamp(passed / all));
    const along = part * reach;
    into[0] = start[0] + Math.cos(way) * along;
    into[1] = start[1] + Math.sin(way) * along;
    if (passed < flight) into[2] = start[2] - (GRAVITY * passed * passed) / 2;
    else {
      const after = clamp((passed - flight) / hop);
      into[2] = half + 0.09 * high * 4 * after * (1 - after);
    }
    const angle = (part * quarters * Math.PI) / 4;
    const spin: Turn = [Math.cos(angle), Math.sin(angle) * axis[0], Math.sin(angle) * axis[1], 0];
    [into[3], into[4], into[5], into[6]] = composed(spin, [start[3], start[4], start[5], start[6]]);
  };
  const lying = flight + hop + 0.25 + LIE_SECONDS + rest * 4;
  fall(lying, end);
  const back = carry(end, home);
  return (passed, into) => {
    if (!touched && passed >= flight) {
      touched = true;
      fall(flight, into);
      touch(into[0], into[1], clamp(high / 200));
    }
    if (passed < lying) {
      fall(passed, into);
      return true;
    }
    return back(passed - lying, into);
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
