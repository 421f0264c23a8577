/** Saying words aloud with a voice of this device; where it has none, nothing is heard. */

/** Letters that voices say in a second at their own pace. */
const LETTERS_A_SECOND = 13;

/** Whether a voice is on this device: others would send the words to somebody else's. */
function voiceFor(language: string): SpeechSynthesisVoice | null {
  const fits = (voice: SpeechSynthesisVoice) =>
    voice.localService && voice.lang.toLowerCase().startsWith(language);
  return speechSynthesis.getVoices().find(fits) ?? null;
}

/** Let voices be looked for, which browsers do on being asked first. */
export function readyToSpeak(): void {
  if ("speechSynthesis" in globalThis) speechSynthesis.getVoices();
}

/** Say `words` in about `seconds`. */
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

/** Be silent at once. */
export function hush(): void {
  if ("speechSynthesis" in globalThis) speechSynthesis.cancel();
}
