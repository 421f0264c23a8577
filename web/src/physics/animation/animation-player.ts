/** Shows a film on the board: its bodies from picture to picture, and what is heard of it. */
import type { Bodies } from "../../stage/scene.ts";
import type { BodyAnimation, Knock } from "./animation.ts";
import { length, animationTime, playbackTime, type Segment } from "./timeline.ts";

/** The least change of speed that is heard, in millimetres a second. */
const HEARD = 140;

/** What a showing needs of the browser, so that tests can stand in for it. */
export interface FrameClock {
  /** Seconds. */
  now(): number;
  /** Call back before the next picture; returns how not to. */
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
   * Begin at once, as if it had begun `ago` seconds before; `seen` is told each moment that is shown.
   * `shown` knows where bodies are, also at moments that are none of the film's.
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
