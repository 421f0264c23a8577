/** Maps playback time to animation time. */

/** Properties of an animation that are known before decoding. */
export interface AnimationInfo {
  rate: number;
  frames: number;
  duration: number;
  marks: Readonly<Record<string, number>>;
}

/** A part of an animation, played at constant speed; a still if `from` equals `to`. */
export interface Segment {
  from: number;
  to: number;
  /** Duration in seconds of playback. */
  takes: number;
}

/** The time around a fall, played in slow motion. */
const FALL = { before: 0.1, after: 0.45, speed: 0.32 };
/** Seconds that a still of a fall is shown, under reduced motion. */
const STILL = 1.1;
/** Speed of a replay, and how long before a fall it begins. */
const AGAIN = 0.3;
const AHEAD = 0.7;
/** Seconds of rest at the end. */
const CALM_END = 0.7;

/** Returns the end: when nothing moves any more and the words are over. */
function end(animation: AnimationInfo, countdown: number): number {
  if (animation.marks["fall"] !== undefined) return animation.duration;
  const moved = animation.frames / animation.rate;
  return Math.min(animation.duration, Math.max(moved, countdown) + CALM_END);
}

/** Returns the animation at normal speed, with slow motion around a fall. `countdown`: end of the words. */
export function playbackSegments(animation: AnimationInfo, countdown: number, motion: boolean): Segment[] {
  const over = end(animation, countdown);
  const fall = animation.marks["fall"];
  if (!motion) return stills(fall, over, countdown);
  if (fall === undefined) return [{ from: 0, to: over, takes: over }];
  const from = Math.max(0, fall - FALL.before);
  const to = Math.min(over, fall + FALL.after);
  return [
    { from: 0, to: from, takes: from },
    { from, to, takes: (to - from) / FALL.speed },
    { from: to, to: over, takes: over - to },
  ];
}

/** Returns the same as stills: before the fall, during it, and afterwards. */
function stills(fall: number | undefined, over: number, countdown: number): Segment[] {
  const at = (moment: number, takes: number) => ({ from: moment, to: moment, takes });
  if (fall === undefined) return [at(0, countdown / 2), at(over, countdown / 2 + CALM_END)];
  const before = Math.max(0, fall - 0.3);
  return [at(before, Math.min(fall, countdown)), at(fall + 0.25, STILL), at(over, STILL)];
}

/**
 * Returns the replay in slow motion, starting shortly before the fall if there is one. `before`: seconds
 * known before the animation, which can be shown too.
 */
export function again(animation: AnimationInfo, before = 0): Segment[] {
  const fall = animation.marks["fall"];
  const from = fall === undefined ? 0 : Math.max(-before, fall - AHEAD);
  const to = Math.max(from, Math.min(animation.duration, animation.frames / animation.rate));
  return [{ from, to, takes: (to - from) / AGAIN }];
}

export function length(stretches: readonly Segment[]): number {
  return stretches.reduce((sum, { takes }) => sum + takes, 0);
}

/** Returns the animation time at a playback time. */
export function animationTime(stretches: readonly Segment[], seconds: number): number {
  let left = seconds;
  for (const { from, to, takes } of stretches) {
    if (left < takes) return from + (to - from) * Math.max(0, left / takes);
    left -= takes;
  }
  return stretches.at(-1)?.to ?? 0;
}

/** Returns the playback time of an animation time. */
export function playbackTime(stretches: readonly Segment[], moment: number): number {
  let before = 0;
  for (const { from, to, takes } of stretches) {
    if (moment < to) return before + (takes * Math.max(0, moment - from)) / (to - from);
    before += takes;
  }
  return before;
}
