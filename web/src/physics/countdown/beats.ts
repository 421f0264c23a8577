/** When each word of a chant is spoken: long words take longer, and all end on time. */

/** What a word takes beside its letters. */
const BREATH = 2;

/** A word with when it begins, in seconds from the chant's beginning. */
export interface Beat {
  word: string;
  at: number;
}

/** The words of a chant that takes `seconds`; what is no letter (« ! » alone) clings to its word. */
export function beats(words: string, seconds: number): Beat[] {
  const spoken = words.trim().split(/ +(?=\S*[\p{L}\p{N}])/u).filter(Boolean);
  const weights = spoken.map((word) => BREATH + word.replace(/[^\p{L}\p{N}]/gu, "").length);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return spoken.map((word, index) => {
    const at = (passed / whole) * seconds;
    passed += weights[index] ?? 0;
    return { word, at };
  });
}
