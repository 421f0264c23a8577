/** A hand at work as the server tells of it: a little late, so that all between is seen too. */
import type { BodyPose } from "../board/scene.ts";
import { mixed, type Poses } from "./film.ts";

/** Seconds that are waited for the next message. */
const LATE = 0.08;
/** How quickly it is believed that the network has become slower: seconds a second. */
const SLOWER = 0.02;
const MOST = 60;

/** Where all bodies are at a moment, in seconds. */
export interface Moment {
  at: number;
  poses: Poses;
}

export class Track {
  #moments: Moment[] = [];
  /** The least time from a moment to its message; on this clock. */
  #behind = Infinity;
  #told = 0;

  /** Take in a message that came at `now`, in seconds; true where another hold begins. */
  add(message: Moment, now: number): boolean {
    const last = this.#moments.at(-1);
    const begins = last === undefined || message.at < last.at;
    if (begins) {
      this.#moments = [];
      this.#behind = Infinity;
    } else {
      this.#behind += SLOWER * Math.max(0, now - this.#told);
    }
    this.#told = now;
    this.#behind = Math.min(this.#behind, now - message.at);
    this.#moments.push({ at: message.at, poses: { ...last?.poses, ...message.poses } });
    if (this.#moments.length > MOST) this.#moments.shift();
    return begins;
  }

  /** Where all bodies are to be shown at `now`; empty before the first message. */
  at(now: number): Poses {
    const wanted = now - this.#behind - LATE;
    return posesAt(this.#moments, wanted);
  }

  /** What was told last. */
  get newest(): Poses {
    return this.#moments.at(-1)?.poses ?? {};
  }

  /** What was told in the last `seconds`, the earliest first, with how long before the last it was. */
  lately(seconds: number): Moment[] {
    const end = this.#moments.at(-1)?.at ?? 0;
    return this.#moments
      .filter(({ at }) => at >= end - seconds)
      .map(({ at, poses }) => ({ at: at - end, poses }));
  }

  get moving(): boolean {
    return this.#moments.length > 0;
  }

  forget(): void {
    this.#moments = [];
  }
}

/** Where all bodies are at a moment, between two of `moments` in between. */
export function posesAt(moments: readonly Moment[], wanted: number): Poses {
  const next = moments.findIndex((moment) => moment.at > wanted);
  if (next < 0) return moments.at(-1)?.poses ?? {};
  const [from, to] = [moments[Math.max(0, next - 1)], moments[next]];
  if (!from || !to || from === to) return to?.poses ?? {};
  const part = (wanted - from.at) / (to.at - from.at);
  return Object.fromEntries(Object.entries(to.poses).map(([name, pose]) => {
    const before = from.poses[name];
    return [name, before && before !== pose ? mixed(before, pose, part) : pose];
  }));
}

/** Poses without one of the bodies. */
export function without(poses: Poses, name: string | null): Poses {
  return Object.fromEntries(Object.entries(poses).filter(([other]): boolean => other !== name)) as
    Record<string, BodyPose>;
}
