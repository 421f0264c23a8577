/** Game events in notation, as the log shows them. */

/** A resting pose, as recorded with an outcome: `kL@0.0,0.0,24.8/1,0,0,0`. */
const POSE = / \S+@\S+/g;

/** Returns the text of an event without resting poses, which nobody can read or wants to hear. */
export function withoutPoses(text: string): string {
  return text.replace(POSE, "");
}
