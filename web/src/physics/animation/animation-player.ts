/** Plays an animation on the board, with sounds. */
import type { Bodies } from "../../stage/scene.ts";
import type { BodyAnimation, Knock } from "./animation.ts";
import { length, animationTime, playbackTime, type Segment } from "./timeline.ts";

/** The smallest audible change of speed, in millimetres per second. */
const HEARD = 140;

/** The part of the browser that a player needs, so that tests can replace it. */
export interface FrameClock {
  now(): number;
  /** Calls back before the next frame; returns a function that cancels. */
  next(action: () => void): () => void;
  knock(knock: Knock): void;
}

export class AnimationPlayer {
  readonly stretches: readonly Segment[];
  readonly #bodies: Bodies;
  readonly #projector: FrameClock;
  readonly #shown: Pick<BodyAnimation, "at">;
  readonly #knocks: Knock[];
  readonly #began: number;
  readonly #seen: (moment: number, over: boolean) => void;
  #heard: number;
  #cancel: (() => void) | null = null;

  /**
   * Starts at once, as if it had started `ago` seconds before. `seen` is called with each moment shown.
   * `shown` returns the poses, also at moments outside the animation.
   */
  constructor(
    animation: BodyAnimation, stretches: readonly Segment[], ago: number,
    bodies: Bodies, projector: FrameClock, seen: (moment: number, over: boolean) => void,
    shown: Pick<BodyAnimation, "at"> = animation,
  ) {
    this.#shown = shown;
    this.stretches = stretches;
    this.#bodies = bodies;
    this.#projector = projector;
    this.#began = projector.now() - ago;
    this.#seen = seen;
    this.#knocks = animation.knocks(HEARD);
    this.#heard = ago;
    this.#step();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  readonly #step = (): void => {
    this.#cancel = null;
    const passed = this.#projector.now() - this.#began;
    const moment = animationTime(this.stretches, passed);
    this.#bodies.pose(this.#shown.at(moment));
    for (const knock of this.#knocks) {
      const at = playbackTime(this.stretches, knock.at);
      if (at > this.#heard && at <= passed) this.#projector.knock(knock);
    }
    this.#heard = passed;
    const over = passed >= length(this.stretches);
    if (!over) this.#cancel = this.#projector.next(this.#step);
    this.#seen(moment, over);
  };
}
