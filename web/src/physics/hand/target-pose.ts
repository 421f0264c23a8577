/** The pose that the player wants for the held body, from any kind of input and within reach. */
import { heightAbove, lying, type Shape, type Turn } from "../geometry.ts";
import type { World } from "./world.ts";

export interface Aim {
  x: number;
  y: number;
  /** Height of the centre of mass. */
  z: number;
  /** Degrees about the vertical, counter-clockwise seen from above. */
  turn: number;
}

/** Default height above everything else, in millimetres. */
export const HOVER = 8;
/** Lowest and highest position, relative to the top of everything else. */
const LOWEST = -40;
const HIGHEST = 60;
/** Up to this height a body is set down; from higher it drops. In millimetres. */
const SET_DOWN = 16;
/** Lowering speed in millimetres per second, and the height of release. */
const LOWERED = 60;
const NEAR = 1.5;
/** Smallest height above the table. */
const OVER_TABLE = 1;

export class TargetPose {
  readonly shape: Shape;
  readonly #world: World;
  /** Height of everything else. */
  readonly top: number;
  grip: string;
  turn: number;
  x: number;
  y: number;
  /** Height of the lowest corner above everything else. */
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

  /** Limits of the height, relative to the top of everything else. */
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

  /** Returns the orientation at an angle about the vertical. */
  posture(turn: number): Turn {
    return lying(this.shape, this.grip, turn);
  }

  /** Moves it over the table, within the hand's reach. */
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

  /**
   * Lowers it for the given seconds; returns true once it can be released. From high up it is released at
   * once.
   */
  setDown(seconds: number): boolean {
    if (this.gap <= NEAR || this.gap > SET_DOWN) return true;
    this.raiseTo(Math.max(NEAR, this.gap - LOWERED * seconds));
    return this.gap <= NEAR;
  }

  twist(degrees: number): void {
    this.turn += degrees;
  }
}
