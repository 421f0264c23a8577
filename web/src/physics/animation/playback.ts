/** The current animation, and the last one, which can be replayed. */
import type { Bodies } from "../../stage/scene.ts";
import type { Animation as FilmMessage } from "../../net/protocol.ts";
import { BodyAnimation } from "./animation.ts";
import { type FrameClock, AnimationPlayer } from "./animation-player.ts";
import { again, playbackSegments } from "./timeline.ts";
import { posesAt, type TrackSample } from "./hand-track.ts";

/** What an animation is played with. */
export interface Screen {
  bodies: Bodies | null;
  /** End of the spoken words, in seconds. */
  countdown: number;
  motion: boolean;
}

export class Playback {
  /** The message of the current animation. */
  message: FilmMessage | null = null;
  /** The last decoded animation. */
  last: BodyAnimation | null = null;
  /** Whether the fall has been shown. */
  tumbled = false;
  /** Whether the last animation is being replayed. */
  seenAgain = false;
  readonly #projector: FrameClock;
  readonly #changed: () => void;
  readonly #ended: () => void;
  #showing: AnimationPlayer | null = null;
  /** The hand's movement before the animation, ending at time 0. */
  #before: TrackSample[] = [];
  #came = 0;

  /** `changed` is called when a property changes, `ended` when a replay ends. */
  constructor(projector: FrameClock, changed: () => void, ended: () => void) {
    this.#projector = projector;
    this.#changed = changed;
    this.#ended = ended;
  }

  /**
   * Decodes and plays an animation from the current moment; `before` is the preceding movement of the hand.
   */
  async watch(
    message: FilmMessage, { bodies, countdown, motion }: Screen, before: TrackSample[] = [],
  ): Promise<void> {
    this.stop();
    this.#before = before;
    this.message = message;
    this.last = null;
    this.tumbled = false;
    this.#came = this.#projector.now();
    const animation = await BodyAnimation.read(message);
    if (this.message !== message) return;
    this.last = animation;
    if (!bodies) return;
    const fall = animation.marks["fall"];
    const stretches = playbackSegments(animation, countdown, motion);
    this.#showing = new AnimationPlayer(animation, stretches, this.#ago, bodies, this.#projector, (moment) => {
      if (this.tumbled || fall === undefined || moment < fall) return;
      this.tumbled = true;
      this.#changed();
    });
    this.#changed();
  }

  get #ago(): number {
    return (this.message?.elapsed ?? 0) + this.#projector.now() - this.#came;
  }

  /** Whether an animation is playing or being replayed. */
  get running(): boolean {
    return this.message !== null || this.seenAgain;
  }

  /** The spoken words: the animation's `seq` and the seconds since they began, or null. */
  get saying(): { animation: number; ago: number } | null {
    const { message } = this;
    if (message?.marks["countdown"] === undefined || this.tumbled) return null;
    return { animation: message.seq, ago: this.#ago };
  }

  /** Ends the current animation. */
  end(): void {
    this.stop();
    this.message = null;
  }

  again(bodies: Bodies): void {
    if (!this.last) return;
    this.stop();
    this.seenAgain = true;
    const { last } = this;
    // If the hand knocked things over, the fall began before the animation.
    const before = this.#before;
    const shown = { at: (seconds: number) => (seconds < 0 ? posesAt(before, seconds) : last.at(seconds)) };
    const stretches = again(last, -(before[0]?.time ?? 0));
    this.#showing = new AnimationPlayer(last, stretches, 0, bodies, this.#projector, (_, over) => {
      if (over) this.#ended();
    }, shown);
    this.#changed();
  }

  stop(): void {
    this.#showing?.stop();
    this.#showing = null;
    this.seenAgain = false;
  }
}
