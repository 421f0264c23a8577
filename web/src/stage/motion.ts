/** Finite motions that a scene plays from its `frame`. */

/** Seconds in which a piece is lifted, carried to its place, or falls and settles. */
export const LIFT_SECONDS = 0.16;
export const CARRY_SECONDS = 0.28;
export const DROP_SECONDS = 0.26;
/** How high a lifted piece is held, in scene units. */
export const HELD_HIGH = 0.3;
/** The part of a drop after which the piece touches what is under it. */
export const CONTACT = 0.76;
/** How high it hops then. */
const HOP = 0.035;

/** Called with the progress from 0 to 1; the last call is always with 1. */
export type Play = (done: number) => void;

interface Motion {
  of: unknown;
  delay: number;
  seconds: number;
  passed: number;
  play: Play;
  /** Seconds after which something touches the board; infinite if nothing does. */
  touch: number;
}

export class Motions {
  #running: Motion[] = [];

  /**
   * Adds a motion and shows its first frame. It takes `of` from where that is: the motion of the same thing before
   * it ends there.
   */
  add(seconds: number, play: Play, delay = 0, of: unknown = play): void {
    this.#begin({ of, delay, seconds, passed: 0, play, touch: Infinity });
  }

  /** Adds the motion of a piece that is put down, for `fallen` and `hop`. */
  drop(seconds: number, play: Play, delay = 0, of: unknown = play): void {
    this.#begin({ of, delay, seconds, passed: 0, play, touch: delay + seconds * CONTACT });
  }

  /** Ends the motion of `of` where that is. */
  stop(of: unknown): void {
    this.#running = this.#running.filter((motion) => motion.of !== of);
  }

  /** Whether `of` moves. */
  moves(of: unknown): boolean {
    return this.#running.some((motion) => motion.of === of);
  }

  /** Seconds until the next piece touches the board; 0 if none is falling. */
  get contact(): number {
    const left = this.#running.map(({ touch, passed }) => touch - passed).filter((seconds) => seconds > 0);
    const next = Math.min(...left);
    return Number.isFinite(next) ? next : 0;
  }

  /** Advances by `seconds`; returns whether any motion is left. */
  step(seconds: number): boolean {
    // A motion that ends may add another, which begins with the next step.
    for (const motion of [...this.#running]) {
      if (!this.#running.includes(motion)) continue;
      motion.passed += seconds;
      motion.play(clamp01((motion.passed - motion.delay) / motion.seconds));
    }
    this.#running = this.#running.filter(
      (motion) => motion.passed < motion.delay + motion.seconds,
    );
    return this.#running.length > 0;
  }

  /** Shows the end of every motion at once. */
  finish(): void {
    const ending = this.#running;
    this.#running = [];
    for (const motion of ending) motion.play(1);
  }

  #begin(motion: Motion): void {
    this.stop(motion.of);
    this.#running.push(motion);
    motion.play(0);
  }
}

/** Ease-out: fast at first, then slowing down. */
export function easeOut(done: number): number {
  return 1 - (1 - done) ** 3;
}

/** Ease-in-out. */
export function easeBoth(done: number): number {
  return done * done * (3 - 2 * done);
}

/** The way that a dropped piece has fallen: faster and faster, until it touches the board. */
export function fallen(done: number): number {
  return Math.min(1, done / CONTACT) ** 2;
}

/** How high it hops after that, in scene units, before it rests. */
export function hop(done: number): number {
  const after = clamp01((done - CONTACT) / (1 - CONTACT));
  return HOP * 4 * after * (1 - after);
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
