/** Animations of bodies: decoding (see `docs/reference/protocol.md`) and interpolation. */
import type { BodyPose } from "../../stage/scene.ts";
import type { Animation as FilmMessage } from "../../net/protocol.ts";
import { between, type Turn } from "../geometry.ts";

/** Numbers per body: x, y, z in tenths of millimetres and w, x, y, z in 1/30,000. */
const PARTS = 7;
const PER_MM = 10;
const PER_TURN = 30_000;
/** In mm/s². */
const GRAVITY = 9810;

export type Poses = Record<string, BodyPose>;

/** A body that is stopped abruptly and makes a sound. */
export interface Knock {
  /** Seconds from the start. */
  at: number;
  body: string;
  /** Change of speed, in millimetres per second. */
  speed: number;
}

export class BodyAnimation {
  readonly names: readonly string[];
  readonly rate: number;
  readonly frames: number;
  /** Duration to watch; nothing moves after the last frame. */
  readonly duration: number;
  readonly marks: Readonly<Record<string, number>>;
  readonly #data: Int16Array;

  /** `data` holds the frames in order, each with all bodies. */
  constructor(told: Omit<FilmMessage, "type" | "seq" | "place" | "ago" | "data">, data: Int16Array) {
    this.names = told.bodies;
    this.rate = told.rate;
    this.frames = told.frames;
    this.duration = told.duration;
    this.marks = told.marks;
    this.#data = data;
  }

  /** Decodes a message; throws if the data is truncated. */
  static async read(message: FilmMessage): Promise<BodyAnimation> {
    const packed = Uint8Array.from(atob(message.data), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    const bytes = new DataView(await new Response(stream).arrayBuffer());
    const width = message.bodies.length * PARTS;
    const data = new Int16Array(message.frames * width);
    for (let index = 0; index < data.length; index += 1) {
      const before = index < width ? 0 : (data[index - width] ?? 0);
      // Sums wrap around, as the differences did.
      data[index] = before + bytes.getInt16(2 * index, true);
    }
    return new BodyAnimation(message, data);
  }

  /** Returns the poses at a moment, interpolated between frames. */
  at(seconds: number): Poses {
    const frame = Math.min(Math.max(0, seconds * this.rate), this.frames - 1);
    const first = Math.floor(frame);
    const second = Math.min(first + 1, this.frames - 1);
    return Object.fromEntries(this.names.map((name, body) => {
      const from = this.#pose(first, body);
      return [name, second === first ? from : mixed(from, this.#pose(second, body), frame - first)];
    }));
  }

  /** Returns the impacts: changes of speed by `least` or more that neither rest nor free fall explains. */
  knocks(least: number): Knock[] {
    const found: Knock[] = [];
    this.names.forEach((body, index) => {
      let before: number[] | null = null;
      let quiet = 0;
      for (let frame = 1; frame < this.frames; frame += 1) {
        const [from, to] = [this.#pose(frame - 1, index), this.#pose(frame, index)];
        const speed = [0, 1, 2].map((axis) => ((to[axis] ?? 0) - (from[axis] ?? 0)) * this.rate);
        const [x = 0, y = 0, z = 0] = speed.map((value, axis) => value - (before?.[axis] ?? value));
        const changed = Math.min(Math.hypot(x, y, z), Math.hypot(x, y, z + GRAVITY / this.rate));
        quiet -= 1;
        if (changed >= least && quiet <= 0) {
          found.push({ at: frame / this.rate, body, speed: changed });
          quiet = Math.ceil(this.rate / 20);
        }
        before = speed;
      }
    });
    return found.sort((a, b) => a.at - b.at);
  }

  #pose(frame: number, body: number): BodyPose {
    const from = (frame * this.names.length + body) * PARTS;
    const part = (index: number) => this.#data[from + index] ?? 0;
    return [
      part(0) / PER_MM, part(1) / PER_MM, part(2) / PER_MM,
      part(3) / PER_TURN, part(4) / PER_TURN, part(5) / PER_TURN, part(6) / PER_TURN,
    ];
  }
}

/** Interpolates between two poses. */
export function mixed(from: BodyPose, to: BodyPose, part: number): BodyPose {
  const [x, y, z] = [0, 1, 2].map((axis) => (from[axis] ?? 0) * (1 - part) + (to[axis] ?? 0) * part);
  return [x ?? 0, y ?? 0, z ?? 0, ...between(turnOf(from), turnOf(to), part)];
}

export function turnOf(pose: BodyPose): Turn {
  return [pose[3], pose[4], pose[5], pose[6]];
}
