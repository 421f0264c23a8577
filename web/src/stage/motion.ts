/** Finite motions that a scene plays from its `frame`. */

/** Called with the progress from 0 to 1; the last call is always with 1. */
export type Play = (done: number) => void;

interface Motion {
  delay: number;
  seconds: number;
  passed: number;
  play: Play;
}

export class Motions {
  #running: Motion[] = [];

  /** Adds a motion and shows its first frame. */
  add(seconds: number, play: Play, delay = 0): void {
    this.#running.push({ delay, seconds, passed: 0, play });
    play(0);
  }

  /** Advances by `seconds`; returns whether any motion is left. */
  step(seconds: number): boolean {
    // A motion that ends may add another, which begins with the next step.
    for (const motion of [...this.#running]) {
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
}

/** Ease-out: fast at first, then slowing down. */
export function easeOut(done: number): number {
  return 1 - (1 - done) ** 3;
}

/** Ease-in-out. */
export function easeBoth(done: number): number {
  return done * done * (3 - 2 * done);
}

/** Drops, overshoots a little and settles. */
export function easeSettle(done: number): number {
  const left = done - 1;
  return 1 + 2.2 * left ** 3 + 1.2 * left ** 2;
}

function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}
