/** Movements of a hand as received from the server, shown with a small delay for smooth interpolation. */
import type { BodyPose } from "../../stage/scene.ts";
import { mixed, type Poses } from "./animation.ts";

/** Seconds to wait for the next message. */
const LATE = 0.08;
/** Rate at which a growing network delay is followed, in seconds per second. */
const SLOWER = 0.02;
const MOST = 60;

/** Poses of all bodies at a moment, in seconds. */
export interface TrackSample {
  time: number;
  poses: Poses;
}

export class HandTrack {
  #moments: TrackSample[] = [];
  /** The shortest delay from a moment to its message, on this clock. */
  #behind = Infinity;
  #told = 0;

  /** Adds a message received at `now`, in seconds. Returns true if another hold begins. */
  add(message: TrackSample, now: number): boolean {
    const last = this.#moments.at(-1);
    const begins = last === undefined || message.time < last.time;
    if (begins) {
      this.#moments = [];
      this.#behind = Infinity;
    } else {
      this.#behind += SLOWER * Math.max(0, now - this.#told);
    }
    this.#told = now;
    this.#behind = Math.min(this.#behind, now - message.time);
    this.#moments.push({ time: message.time, poses: { ...last?.poses, ...message.poses } });
    if (this.#moments.length > MOST) this.#moments.shift();
    return begins;
  }

  /** Returns the poses to show at `now`; empty before the first message. */
  at(now: number): Poses {
    const wanted = now - this.#behind - LATE;
    return posesAt(this.#moments, wanted);
  }

  /** The latest poses. */
  get newest(): Poses {
    return this.#moments.at(-1)?.poses ?? {};
  }

  /** Returns the samples of the last `seconds`, oldest first, with times relative to the last one. */
  lately(seconds: number): TrackSample[] {
    const end = this.#moments.at(-1)?.time ?? 0;
    return this.#moments
      .filter(({ time }) => time >= end - seconds)
      .map(({ time, poses }) => ({ time: time - end, poses }));
  }

  get moving(): boolean {
    return this.#moments.length > 0;
  }

  forget(): void {
    this.#moments = [];
  }
}

/** Interpolates the poses at a moment. */
export function posesAt(moments: readonly TrackSample[], wanted: number): Poses {
  const next = moments.findIndex((moment) => moment.time > wanted);
  if (next < 0) return moments.at(-1)?.poses ?? {};
  const [from, to] = [moments[Math.max(0, next - 1)], moments[next]];
  if (!from || !to || from === to) return to?.poses ?? {};
  const part = (wanted - from.time) / (to.time - from.time);
  return Object.fromEntries(Object.entries(to.poses).map(([name, pose]) => {
    const before = from.poses[name];
    return [name, before && before !== pose ? mixed(before, pose, part) : pose];
  }));
}

/** Returns the poses without one of the bodies. */
export function without(poses: Poses, name: string | null): Poses {
  return Object.fromEntries(Object.entries(poses).filter(([other]): boolean => other !== name)) as
    Record<string, BodyPose>;
}
