/** The trail of a hand on its way to the server: sampled often, sent in batches. */
import type { Sample as TrailSample } from "../net/protocol.ts";
import type { Aim } from "./hold.ts";

/** Seconds from one sample to the next, and from one batch to the next. */
const SAMPLE = 1 / 60;
const BATCH = 0.05;
/** Seconds after which a hand that keeps still is told of again. */
const STILL = 1;
/** Seconds after which nobody is thought to be there. */
const AWAY = 60;
/** As many samples as a message may have. */
const MOST = 64;

export class Trail {
  readonly #send: (samples: TrailSample[]) => void;
  #samples: TrailSample[] = [];
  #sampled = -Infinity;
  #sent = -Infinity;
  #last = "";
  #moved = 0;

  constructor(send: (samples: TrailSample[]) => void) {
    this.#send = send;
  }

  /** The hand wants this, `at` seconds after it reached in. */
  follow(at: number, { x, y, z, turn }: Aim): void {
    if (at - this.#sampled >= SAMPLE * 0.9) {
      const place: [number, number, number, number] = [round(x), round(y), round(z), round(turn)];
      // A hand that keeps still has nothing to tell, but that it is there; for a while.
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

  /** The hand wants this at last, and lets go: send what was not sent yet. */
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
