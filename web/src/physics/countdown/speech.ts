/** Speech synthesis with a voice of this device; silent without one. */

/** Letters per second at normal speed. */
const LETTERS_A_SECOND = 13;

/** Returns a local voice, or null: remote voices would send the words to a third party. */
function voiceFor(language: string): SpeechSynthesisVoice | null {
  const fits = (voice: SpeechSynthesisVoice) =>
    voice.localService && voice.lang.toLowerCase().startsWith(language);
  return speechSynthesis.getVoices().find(fits) ?? null;
}

/** Makes the browser load its list of voices, which takes a moment after the first request. */
export function readyToSpeak(): void {
  if ("speechSynthesis" in globalThis) speechSynthesis.getVoices();
}

/** Speaks `words` in about `seconds`. */
export function speakAloud(words: string, seconds: number, language: string): void {
  if (!("speechSynthesis" in globalThis)) return;
  const voice = voiceFor(language);
  if (!voice) return;
  const told = new SpeechSynthesisUtterance(words);
  told.voice = voice;
  told.lang = voice.lang;
  told.rate = Math.min(1.6, Math.max(0.8, words.length / (LETTERS_A_SECOND * seconds)));
  speechSynthesis.cancel();
  speechSynthesis.speak(told);
}

/** Stops speaking. */
export function hush(): void {
  if ("speechSynthesis" in globalThis) speechSynthesis.cancel();
}
