/**
 * Synthesised sounds: wood on wood, a drop of water, a few notes.
 *
 * Browsers play nothing before the first interaction. The switch is a saved preference.
 */
import { readPreference, savePreference } from "./preferences.ts";
import { hears, volume, type SoundKind } from "./settings.ts";

export type SoundName = "pick" | "move" | "win" | "undo" | "turn" | "low" | "tick";

let context: AudioContext | null = null;
let on = readPreference("sound") !== "off";

export function soundOn(): boolean {
  return on;
}

export function switchSound(): void {
  on = !on;
  savePreference("sound", on ? "on" : "off");
  if (on) playSound("pick");
}

/** Plays a sound unless its kind is switched off. */
export function playSound(name: SoundName): void {
  if (hears(KINDS[name])) play(SOUNDS[name]);
}

/** Plays a knock of wood on wood: `higher` is a factor of the pitch, `loud` is from 0 to 1. */
export function playKnock(higher: number, loud: number): void {
  if (!hears("moves")) return;
  const pitch = 520 * higher * (0.92 + 0.16 * Math.random());
  play((audio, at) => knock(audio, at, pitch, 0.06 + 0.03 * loud, 0.05 + 0.4 * loud));
}

function play(sound: (audio: AudioContext, at: number) => void): void {
  if (!on || volume() === 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  sound(context, context.currentTime + 0.01);
}

const KINDS: Record<SoundName, SoundKind> = {
  pick: "moves", undo: "moves", move: "moves", turn: "turn", low: "turn", tick: "turn", win: "end",
};

const SOUNDS: Record<SoundName, (audio: AudioContext, at: number) => void> = {
  pick: (audio, at) => knock(audio, at, 620, 0.05, 0.12),
  undo: (audio, at) => knock(audio, at, 380, 0.07, 0.12),
  move: (audio, at) => {
    knock(audio, at, 230, 0.12, 0.4);
    drop(audio, at + 0.05);
    drop(audio, at + 0.13, 1.25, 0.06);
  },
  turn: (audio, at) => {
    note(audio, at, 523.25, 0.5, 0.08);
    note(audio, at + 0.12, 659.25, 0.6, 0.08);
  },
  low: (audio, at) => {
    note(audio, at, 659.25, 0.3, 0.08);
    note(audio, at + 0.18, 659.25, 0.4, 0.08);
  },
  tick: (audio, at) => knock(audio, at, 900, 0.03, 0.1),
  win: (audio, at) => {
    [392, 493.88, 587.33, 783.99, 987.77].forEach((pitch, step) =>
      note(audio, at + step * 0.13, pitch, 1.1, 0.11),
    );
  },
};

function envelope(audio: AudioContext, at: number, loudness: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness * volume(), at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

/** Wood: a short burst of noise through a narrow band-pass filter, and a low body. */
function knock(audio: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  const noise = audio.createBufferSource();
  const samples = Math.ceil(audio.sampleRate * seconds);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < samples; index += 1) {
    data[index] = (Math.random() * 2 - 1) * (1 - index / samples) ** 3;
  }
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 2.4;
  filter.Q.value = 2.5;
  noise.connect(filter).connect(envelope(audio, at, loud * 1.6, seconds));
  noise.start(at);
  tone(audio, at, "sine", pitch, pitch * 0.8, seconds * 1.3, loud);
}

/** Water: a quickly rising tone. */
function drop(audio: AudioContext, at: number, higher = 1, loud = 0.1): void {
  tone(audio, at, "sine", 420 * higher, 1150 * higher, 0.12, loud);
}

/** A softly struck wooden bar. */
function note(audio: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  tone(audio, at, "sine", pitch, pitch, seconds, loud);
  tone(audio, at, "sine", pitch * 4, pitch * 4, seconds * 0.18, loud * 0.35);
}

function tone(
  audio: AudioContext, at: number, type: OscillatorType,
  from: number, to: number, seconds: number, loud: number,
): void {
  const source = audio.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(envelope(audio, at, loud, seconds));
  source.start(at);
  source.stop(at + seconds + 0.02);
}
