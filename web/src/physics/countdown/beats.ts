/** Timing of the words of a countdown: long words take longer. */

/** Additional duration of a word, in letters. */
const BREATH = 2;

/** A word and its start time, in seconds. */
export interface Beat {
  word: string;
  at: number;
}

/**
 * Returns the words of a countdown of `seconds`; punctuation on its own (« ! ») belongs to the word before
 * it.
 */
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
