/** Plays the rendered sounds of `sounds.flac`. */
import { TABLE } from "./table.ts";

type Clip = keyof typeof TABLE;
/** Pieces with sounds of their own: a cube of wood, a thin arch, a flat slab, or cardboard. */
export type Piece = Clip extends infer Name ? (Name extends `put ${infer Kind}` ? Kind : never) : never;

export interface Asked {
  name: "pick" | "move" | "win" | "undo" | "turn" | "low" | "tick" | "knock";
  pieces: Piece;
  /** Seconds until it begins. */
  delay: number;
  /** A factor of the pitch. */
  pitch: number;
  /** From 0 to 1. */
  loud: number;
}

/** Largest change of the pitch from one time to the next. */
const SWAY = 0.02;
const LOWEST = 0.5;
const HIGHEST = 2;

/** Chooses the variations of a sound in turn, so that it does not come twice in a row as from a machine. */
export class Turns {
  readonly #last = new Map<string, number>();

  next(name: string, count: number): number {
    const turn = ((this.#last.get(name) ?? -1) + 1) % count;
    this.#last.set(name, turn);
    return turn;
  }
}

/** Returns the clip of a sound. Packages may name pieces that this version does not know. */
export function clipOf({ name, pieces }: Pick<Asked, "name" | "pieces">): Clip {
  if (name === "win") return "end";
  if (name !== "pick" && name !== "move" && name !== "knock") return name;
  const kind = name === "pick" ? "pick" : "put";
  const clip: Clip = `${kind} ${pieces}`;
  return clip in TABLE ? clip : `${kind} block`;
}

export class Sounds {
  readonly #audio: AudioContext;
  readonly #buffer: AudioBuffer;
  readonly #turns = new Turns();
  /** The sound of a piece that has not landed yet, and when it will. */
  #falling: { source: AudioBufferSourceNode; at: number } | null = null;

  constructor(audio: AudioContext, buffer: AudioBuffer) {
    this.#audio = audio;
    this.#buffer = buffer;
  }

  /** Plays a sound. One that has not begun gives way to it. */
  play(asked: Asked, volume: number): void {
    const audio = this.#audio;
    if (audio.state === "suspended") void audio.resume();
    const clip = clipOf(asked);
    const spans = TABLE[clip];
    const [from, seconds] = spans[this.#turns.next(clip, spans.length)] ?? spans[0];
    const source = audio.createBufferSource();
    source.buffer = this.#buffer;
    source.playbackRate.value = Math.min(HIGHEST, Math.max(LOWEST, asked.pitch * sway(clip)));
    const gain = audio.createGain();
    gain.gain.value = volume * asked.loud;
    source.connect(gain).connect(audio.destination);
    const at = audio.currentTime + asked.delay;
    if (asked.name === "pick" || asked.name === "move" || asked.name === "undo") {
      if (this.#falling && this.#falling.at > audio.currentTime) this.#falling.source.stop();
      this.#falling = { source, at };
    }
    source.start(at, from, seconds);
  }
}

/** Notes keep their pitch; wood never sounds twice the same. */
function sway(clip: Clip): number {
  return clip.startsWith("p") ? 1 + SWAY * (2 * Math.random() - 1) : 1;
}

export async function loadSounds(audio: AudioContext): Promise<Sounds> {
  const answer = await fetch(new URL("./sounds.flac", import.meta.url));
  if (!answer.ok) throw new Error(`no sounds: ${answer.status}`);
  return new Sounds(audio, await audio.decodeAudioData(await answer.arrayBuffer()));
}
