/** Path of the player's hand on its way to the server: sampled often, sent in batches. */
import type { Sample as TrailSample } from "../../net/protocol.ts";
import type { Aim } from "./target-pose.ts";

/** Seconds between samples, and between batches. */
const SAMPLE = 1 / 60;
const BATCH = 0.05;
/** Seconds after which a still hand is reported again. */
const STILL = 1;
/** Seconds after which the player is considered absent. */
const AWAY = 60;
/** Most samples per message. */
const MOST = 64;

export class HandPath {
  readonly #send: (samples: TrailSample[]) => void;
  #samples: TrailSample[] = [];
  #sampled = -Infinity;
  #sent = -Infinity;
  #last = "";
  #moved = 0;

  constructor(send: (samples: TrailSample[]) => void) {
    this.#send = send;
  }

  /** Adds the hand's target, `at` seconds after it took the body. */
  follow(at: number, { x, y, z, turn }: Aim): void {
    if (at - this.#sampled >= SAMPLE * 0.9) {
      const place: [number, number, number, number] = [round(x), round(y), round(z), round(turn)];
      // A still hand sends only signs of life, for a while.
      const moved = place.join() !== this.#last;
      if (moved) this.#moved = at;
      if (moved || (at - this.#sampled >= STILL && at - this.#moved < AWAY)) {
        this.#last = place.join();
        this.#sampled = at;
        this.#samples.push([Math.round(at * 1000) / 1000, ...place]);
      }
    }
    if (at - this.#sent >= BATCH) this.#flush(at);
  }

  /** Adds the last target before the release, and sends all remaining samples. */
  end(at: number, aim: Aim): void {
    this.#sampled = -Infinity;
    this.#last = "";
    this.follow(at, aim);
    this.#flush(at);
  }

  #flush(at: number): void {
    if (this.#samples.length === 0) return;
    this.#send(this.#samples.splice(0, MOST));
    this.#sent = at;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
