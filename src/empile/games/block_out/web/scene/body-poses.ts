/** Shows the blocks at poses from a hand or an animation: `Scene.bodies`. */
import type { Bodies, BodyPose } from "../../../../../../web/src/stage/scene.ts";
import type { Blocks } from "./blocks.ts";
import { MM } from "../model/units.ts";
import type { BoardSetup } from "../model/position.ts";
import { gripPicture } from "../model/svg-icons.ts";
import { pushedAside } from "./push-aside.ts";

/** A tower block that sinks this far is falling, in millimetres. */
const SUNK = 12;
/** A block being placed may be held below its waiting height; it has fallen at this depth. */
const DEEP = 70;
/** A block that descended faster than this per frame and stops has hit something. */
const FAST = 3.5;
const HARD = 26;
/** No hand lowers a block this fast. */
const FREE = 6;

export interface BodyPosesHost {
  /** The tower's blocks, without the one being placed. */
  standing(): readonly string[];
  /** Whether this is a replay: the position is later than what is shown. */
  again(): boolean;
  under(clientX: number, clientY: number, y: number): { x: number; z: number } | null;
  /** Called after each change. */
  moved(): void;
  /** Called when a fallen block hits something, with a strength from 0 to 1. */
  hit(x: number, y: number, strength: number): void;
  /** Called when the position is shown again. */
  rested(): void;
  letter(block: string): string;
}

export class BodyPoses implements Bodies {
  readonly #blocks: Blocks;
  readonly #boardSetup: BoardSetup;
  readonly #host: BodyPosesHost;
  /** How far each body descended in the last frame. */
  readonly #sinking = new Map<string, number>();
  readonly #shown = new Map<string, number>();
  #held: string | null = null;
  #placed = false;
  #active = false;
  #falling = false;
  /** Start of a replay: the height of each body, and the tower without the placed block. */
  #began: { heights: ReadonlyMap<string, number>; upmost: string; top: number } | null = null;

  constructor(blocks: Blocks, boardSetup: BoardSetup, host: BodyPosesHost) {
    this.#blocks = blocks;
    this.#boardSetup = boardSetup;
    this.#host = host;
  }

  /** Whether bodies are shown at poses from a hand or an animation. */
  get active(): boolean {
    return this.#active;
  }

  /** Whether the tower is falling. */
  get falling(): boolean {
    return this.#falling;
  }

  /** The block held by this browser. */
  get held(): string | null {
    return this.#held;
  }

  /** Whether a block was in free fall in the last frame. */
  drops(block: string): boolean {
    return (this.#sinking.get(block) ?? 0) > FREE;
  }

  /** Height of the tower in a replay, in millimetres; null otherwise. */
  get topAgain(): number | null {
    return this.#began?.top ?? null;
  }

  pose(poses: Readonly<Record<string, BodyPose>>): void {
    const begins = !this.#active && this.#host.again();
    this.#active = true;
    for (const block in poses) {
      const pose = poses[block];
      if (!pose || (block === this.#held && this.#placed)) continue;
      this.#watch(block, pose);
      this.#blocks.put(block, pose);
    }
    if (begins) this.#begin(poses);
    if (this.#falling) this.#makeWay(poses);
    this.#host.moved();
  }

  rest(): void {
    this.#active = this.#falling = this.#placed = false;
    this.#held = null;
    this.#began = null;
    this.#sinking.clear();
    this.#shown.clear();
    this.#host.rested();
  }

  hold(name: string | null, pose?: BodyPose): void {
    this.#held = name;
    this.#placed = name !== null && pose !== undefined;
    if (name !== null && pose) {
      this.#active = true;
      this.#blocks.put(name, pose);
    }
    this.#host.moved();
  }

  under(clientX: number, clientY: number, z: number): { x: number; y: number } | null {
    const found = this.#host.under(clientX, clientY, z / MM);
    return found && { x: found.x * MM, y: -found.z * MM };
  }

  top(): number {
    return this.#blocks.top(this.#host.standing().filter((block) => block !== this.#held));
  }

  grips(body: string, grip: string): string {
    const solid = this.#boardSetup.blocks.get(body);
    return solid ? gripPicture(solid, grip, this.#host.letter(body)) : "";
  }

  /** Pushes waiting blocks out of the way of falling ones. */
  #makeWay(poses: Readonly<Record<string, BodyPose>>): void {
    for (const [block, solid] of this.#boardSetup.blocks) {
      if (block in poses) continue;
      for (const other in poses) {
        const [pose, falling, body] = [this.#blocks.pose(block), poses[other], this.#boardSetup.blocks.get(other)];
        const found = pose && falling && body ? pushedAside(solid, pose, body, falling) : null;
        if (found) this.#blocks.put(block, found);
      }
    }
  }

  #begin(poses: Readonly<Record<string, BodyPose>>): void {
    const heights = new Map(Object.entries(poses).map(([block, pose]) => [block, pose[2]]));
    const [upmost = ""] = [...heights.keys()].sort((one, other) => (heights.get(other) ?? 0) - (heights.get(one) ?? 0));
    this.#began = { heights, upmost, top: this.#blocks.top([...heights.keys()].filter((block) => block !== upmost)) };
  }

  /** Detects a falling tower and impacts on the table. */
  #watch(block: string, pose: BodyPose): void {
    const before = this.#shown.get(block);
    const z = pose[2];
    this.#shown.set(block, z);
    if (before === undefined) return;
    const sinking = before - z;
    const was = this.#sinking.get(block) ?? 0;
    this.#sinking.set(block, sinking);
    if (block === this.#held) return;
    if (was > FAST && sinking < was * 0.35) {
      this.#host.hit(pose[0], pose[1], Math.min(1, was / HARD));
    }
    const home = this.#began ? this.#began.heights.get(block) : this.#blocks.homeOf(block)?.[2];
    if (home === undefined) return;
    const stood = this.#began ? block !== this.#began.upmost : this.#host.standing().includes(block);
    if (home - z > (stood ? SUNK : Math.max(DEEP, home / 2))) this.#falling = true;
  }
}
