/**
 * Client-side prediction of the held body: its spring is simulated locally and corrected by the server's
 * messages. The player's own movement shows at once; what only the server knows (tremor, collisions) shows
 * with the network's delay.
 */
import type { BodyPose } from "../../stage/scene.ts";
import { turnOf } from "../animation/animation.ts";
import { between, composed, LEVEL, type Turn } from "../geometry.ts";
import type { Aim } from "./target-pose.ts";

/** Angular frequency of the critically damped spring that holds the body. */
const SPRING = 2 * Math.PI * 6;
const STEP = 1 / 240;
/** Speed limit of a hand, in millimetres and degrees per second. */
const FASTEST = 1200;
const FASTEST_TURN = 540;
/** Time constant of the correction towards the server's pose, in seconds. */
const PUT_RIGHT = 0.07;
/** Seconds of history kept. */
const MEMORY = 3;

type Axes = [x: number, y: number, z: number, turn: number];

export class PredictedPose {
  readonly #posture: (turn: number) => Turn;
  #at: number;
  #place: Axes;
  #speed: Axes = [0, 0, 0, 0];
  #led: Axes;
  #past: { at: number; place: Axes }[] = [];
  #wrong: [number, number, number] = [0, 0, 0];
  #known: [number, number, number] = [0, 0, 0];
  #tilt: Turn = LEVEL;
  #knownTilt: Turn = LEVEL;

  /** `posture` returns the orientation at an angle about the vertical. */
  constructor(at: number, aim: Aim, posture: (turn: number) => Turn) {
    this.#at = at;
    this.#place = [aim.x, aim.y, aim.z, aim.turn];
    this.#led = [...this.#place];
    this.#posture = posture;
  }

  /** Returns the pose `at` seconds after the hand took the body; `aim` is its target since the last call. */
  follow(at: number, aim: Aim): BodyPose {
    const passed = Math.min(0.25, Math.max(0, at - this.#at));
    const goal: Axes = [aim.x, aim.y, aim.z, aim.turn];
    for (let left = passed; left > 1e-6; left -= STEP) {
      const step = Math.min(STEP, left);
      this.#lead(goal, step);
      for (const axis of [0, 1, 2, 3] as const) {
        const pull = SPRING * SPRING * (this.#led[axis] - this.#place[axis]) - 2 * SPRING * this.#speed[axis];
        this.#speed[axis] += pull * step;
        this.#place[axis] += this.#speed[axis] * step;
      }
    }
    this.#at = at;
    this.#past.push({ at, place: [...this.#place] });
    while ((this.#past[0]?.at ?? at) < at - MEMORY) this.#past.shift();
    const part = 1 - Math.exp(-passed / PUT_RIGHT);
    this.#wrong = this.#wrong.map((value, axis) => value + part * ((this.#known[axis] ?? 0) - value)) as Point3;
    this.#tilt = between(this.#tilt, this.#knownTilt, part);
    const [x, y, z, turn] = this.#place;
    const [dx, dy, dz] = this.#wrong;
    return [x + dx, y + dy, z + dz, ...composed(this.#tilt, this.#posture(turn))];
  }

  #lead(goal: Axes, step: number): void {
    const [x, y, z, turn] = goal.map((value, axis) => value - (this.#led[axis] ?? 0)) as Axes;
    const part = Math.min(1, (FASTEST * step) / (Math.hypot(x, y, z) || 1));
    const way = Math.max(-FASTEST_TURN * step, Math.min(FASTEST_TURN * step, turn));
    const [a, b, c, d] = this.#led;
    this.#led = [a + x * part, b + y * part, c + z * part, d + way];
  }

  /** Corrects the prediction with the server's pose at that time. */
  told(at: number, pose: BodyPose): void {
    const [x, y, z, turn] = this.#then(at);
    this.#known = [pose[0] - x, pose[1] - y, pose[2] - z];
    const [w, i, j, k] = this.#posture(turn);
    this.#knownTilt = composed(turnOf(pose), [w, -i, -j, -k]);
  }

  #then(at: number): Axes {
    return this.#past.findLast((past) => past.at <= at)?.place ?? this.#past[0]?.place ?? this.#place;
  }
}

type Point3 = [number, number, number];
