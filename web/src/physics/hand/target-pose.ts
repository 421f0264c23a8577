/** Where a hand wants what it holds to be: moved by any kind of input, kept within reach. */
import { heightAbove, lying, type Shape, type Turn } from "../geometry.ts";
import type { World } from "./world.ts";

export interface Aim {
  x: number;
  y: number;
  /** The centre of mass. */
  z: number;
  /** Degrees about the vertical, counter-clockwise seen from above. */
  turn: number;
}

/** How far above everything else a thing is held unless somebody wants otherwise, in millimetres. */
export const HOVER = 8;
/** The lowest and the highest that one may hold it, from the top of everything else. */
const LOWEST = -40;
const HIGHEST = 60;
/** From no higher than this a thing is set down; from higher up it drops. Millimetres. */
const SET_DOWN = 16;
/** How fast it is set down, in millimetres a second, and how near it is let go. */
const LOWERED = 60;
const NEAR = 1.5;
/** The least that is left to the table. */
const OVER_TABLE = 1;

export class TargetPose {
  readonly shape: Shape;
  readonly #world: World;
  /** How high everything else stands. */
  readonly top: number;
  grip: string;
  turn: number;
  x: number;
  y: number;
  /** How far its lowest corner is above everything else. */
  gap = HOVER;

  constructor(
    world: World, shape: Shape, held: { grip: string; turn: number; x: number; y: number; top: number },
  ) {
    this.#world = world;
    this.shape = shape;
    this.top = held.top;
    this.grip = held.grip;
    this.turn = held.turn;
    this.x = held.x;
    this.y = held.y;
  }

  /** How low and how high it may be held, from the top of everything else. */
  get range(): { least: number; most: number } {
    const { height } = this.#world.reach;
    return {
      least: Math.max(LOWEST, OVER_TABLE - this.top),
      most: Math.min(HIGHEST, height - this.top - this.#above),
    };
  }

  get #above(): number {
    return heightAbove(this.shape, this.posture(this.turn));
  }

  get aim(): Aim {
    return { x: this.x, y: this.y, z: this.top + this.gap + this.#above, turn: this.turn };
  }

  /** How it is turned in space where it is turned so about the vertical. */
  posture(turn: number): Turn {
    return lying(this.shape, this.grip, turn);
  }

  /** Move it over the table, no further than the hand reaches. */
  moveTo(x: number, y: number): void {
    const away = Math.hypot(x, y);
    const part = away > this.#world.reach.radius ? this.#world.reach.radius / away : 1;
    this.x = x * part;
    this.y = y * part;
  }

  moveBy(x: number, y: number): void {
    this.moveTo(this.x + x, this.y + y);
  }

  raiseTo(gap: number): void {
    const { least, most } = this.range;
    this.gap = Math.max(least, Math.min(Math.max(least, most), gap));
  }

  raiseBy(distance: number): void {
    this.raiseTo(this.gap + distance);
  }

  /** Lower it for so many seconds; true once it can be let go: what is held high drops from there. */
  setDown(seconds: number): boolean {
    if (this.gap <= NEAR || this.gap > SET_DOWN) return true;
    this.raiseTo(Math.max(NEAR, this.gap - LOWERED * seconds));
    return this.gap <= NEAR;
  }

  twist(degrees: number): void {
    this.turn += degrees;
  }
}
