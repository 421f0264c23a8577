/**
 * What a hand holds, as its own page shows it: where the hand's spring must have taken it by now, put
 * right by what the server tells of a moment ago. What the server knows alone (that it trembles, that
 * it bumped into something) is seen as late as the network is; the hand's own way is seen at once.
 */
import type { BodyPose } from "../../stage/scene.ts";
import { turnOf } from "../animation/animation.ts";
import { between, composed, LEVEL, type Turn } from "../geometry.ts";
import type { Aim } from "./target-pose.ts";

/** The spring that a held thing hangs on: how often it swings in a second. It is damped critically. */
const SPRING = 2 * Math.PI * 6;
const STEP = 1 / 240;
/** A hand does not jump: millimetres and degrees a second. */
const FASTEST = 1200;
const FASTEST_TURN = 540;
/** Seconds in which the difference from the server's is taken in, about. */
const PUT_RIGHT = 0.07;
/** Seconds for which one remembers where it was. */
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

  /** `posture`: how it is turned in space at an angle about the vertical. */
  constructor(at: number, aim: Aim, posture: (turn: number) => Turn) {
    this.#at = at;
    this.#place = [aim.x, aim.y, aim.z, aim.turn];
    this.#led = [...this.#place];
    this.#posture = posture;
  }

  /** Where it is `at` seconds after the hand reached in, with the hand at `aim` since the last time. */
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

  /** Take in where the server says that it was. */
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
