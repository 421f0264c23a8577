/** How long a film is watched, and which of its moments is shown when. */

/** What is known of a film before it is read. */
export interface AnimationInfo {
  rate: number;
  frames: number;
  seconds: number;
  marks: Readonly<Record<string, number>>;
}

/** A stretch of a film: from one of its moments to another, at a speed; still where the speed is 0. */
export interface Segment {
  from: number;
  to: number;
  /** Seconds that it is watched. */
  takes: number;
}

/** Just before and after the moment at which something falls, shown slowly. */
const FALL = { before: 0.1, after: 0.45, speed: 0.32 };
/** How long a still picture of a fall is seen where there is to be no motion. */
const STILL = 1.1;
/** How fast a film is seen again, and how long before a fall it begins then. */
const AGAIN = 0.3;
const AHEAD = 0.7;
/** How long it is looked at when nothing moves any more and no word is left to say. */
const CALM_END = 0.7;

/** The moment at which it is over: where nothing moves any more nobody waits longer than the words. */
function end(animation: AnimationInfo, chant: number): number {
  if (animation.marks["fall"] !== undefined) return animation.seconds;
  const moved = animation.frames / animation.rate;
  return Math.min(animation.seconds, Math.max(moved, chant) + CALM_END);
}

/** The film at its true speed, but for the moment of a fall. `chant`: when the words are over. */
export function playbackSegments(animation: AnimationInfo, chant: number, motion: boolean): Segment[] {
  const over = end(animation, chant);
  const fall = animation.marks["fall"];
  if (!motion) return stills(fall, over, chant);
  if (fall === undefined) return [{ from: 0, to: over, takes: over }];
  const from = Math.max(0, fall - FALL.before);
  const to = Math.min(over, fall + FALL.after);
  return [
    { from: 0, to: from, takes: from },
    { from, to, takes: (to - from) / FALL.speed },
    { from: to, to: over, takes: over - to },
  ];
}

/** The same in still pictures: as it stood, the fall if there is one, and what became of it. */
function stills(fall: number | undefined, over: number, chant: number): Segment[] {
  const at = (moment: number, takes: number) => ({ from: moment, to: moment, takes });
  if (fall === undefined) return [at(0, chant / 2), at(over, chant / 2 + CALM_END)];
  const before = Math.max(0, fall - 0.3);
  return [at(before, Math.min(fall, chant)), at(fall + 0.25, STILL), at(over, STILL)];
}

/**
 * The film once more, slowly: from shortly before the fall where there is one. `before`: seconds that
 * are known of what came before its beginning, and may be shown too.
 */
export function again(animation: AnimationInfo, before = 0): Segment[] {
  const fall = animation.marks["fall"];
  const from = fall === undefined ? 0 : Math.max(-before, fall - AHEAD);
  const to = Math.max(from, Math.min(animation.seconds, animation.frames / animation.rate));
  return [{ from, to, takes: (to - from) / AGAIN }];
}

export function length(stretches: readonly Segment[]): number {
  return stretches.reduce((sum, { takes }) => sum + takes, 0);
}

/** The moment of the film that is shown after so many seconds of watching. */
export function animationTime(stretches: readonly Segment[], seconds: number): number {
  let left = seconds;
  for (const { from, to, takes } of stretches) {
    if (left < takes) return from + (to - from) * Math.max(0, left / takes);
    left -= takes;
  }
  return stretches.at(-1)?.to ?? 0;
}

/** After how many seconds of watching a moment of the film is shown. */
export function playbackTime(stretches: readonly Segment[], moment: number): number {
  let before = 0;
  for (const { from, to, takes } of stretches) {
    if (moment < to) return before + (takes * Math.max(0, moment - from)) / (to - from);
    before += takes;
  }
  return before;
}
