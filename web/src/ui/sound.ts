/**
 * When sounds are played. They are rendered files (`scripts/sounds.py`), which `sounds/player.ts` plays.
 *
 * Nothing is fetched or played before the first touch: browsers would play nothing, and most visitors hear nothing
 * yet. The switch is a saved preference.
 */
import { readPreference, savePreference } from "./preferences.ts";
import { hears, volume, type SoundKind } from "./settings.ts";
import type { Asked, Piece, Sounds } from "./sounds/player.ts";

export type SoundName = "pick" | "move" | "win" | "undo" | "turn" | "low" | "tick";

/** What the board says of its pieces. */
export interface SoundingBoard {
  readonly pieces: Piece;
  /** Seconds until the piece that was moved touches the board; 0 if nothing moves. */
  readonly contact: number;
}

const KINDS: Record<SoundName, SoundKind> = {
  pick: "moves", undo: "moves", move: "moves", turn: "turn", low: "turn", tick: "turn", win: "end",
};

let on = readPreference("sound") !== "off";
let board: SoundingBoard | null = null;
let sounds: Sounds | null = null;
let loading = false;
/** The last sound that was asked for while they load: earlier ones would come too late. */
let waiting: Asked | null = null;

export function soundOn(): boolean {
  return on;
}

export function switchSound(): void {
  on = !on;
  savePreference("sound", on ? "on" : "off");
  if (on) playSound("pick");
}

/** Hears the pieces of a board from now on. */
export function hearBoard(played: SoundingBoard): void {
  if (!board) loadAtFirstTouch(window);
  board = played;
}

/** Loads the sounds with the first touch of a page with a board, so that the first move is heard in time. */
function loadAtFirstTouch(page: EventTarget): void {
  const events = ["pointerdown", "pointerup", "keydown"];
  const touched = (): void => {
    if (!audible()) return;
    load();
    for (const event of events) page.removeEventListener(event, touched, { capture: true });
  };
  for (const event of events) page.addEventListener(event, touched, { capture: true, passive: true });
}

/** Plays a sound unless its kind is switched off: that of a move when its piece touches the board. */
export function playSound(name: SoundName): void {
  if (!hears(KINDS[name])) return;
  const start = (delay: number) => play({ name, pieces: board?.pieces ?? "block", delay, pitch: 1, loud: 1 });
  if (name !== "move" || !board) start(0);
  // The board shows the move in what is to be done before the next task.
  else setTimeout(() => start(board?.contact ?? 0));
}

/** Plays a knock of piece on piece: `higher` is a factor of the pitch, `loud` is from 0 to 1. */
export function playKnock(higher: number, loud: number): void {
  if (hears("moves")) play({ name: "knock", pieces: board?.pieces ?? "block", delay: 0, pitch: higher, loud: 0.1 + 0.9 * loud });
}

function audible(): boolean {
  return on && volume() > 0 && navigator.userActivation?.hasBeenActive === true;
}

function play(asked: Asked): void {
  if (!audible()) return;
  if (sounds) sounds.play(asked, volume());
  else {
    waiting = asked;
    load();
  }
}

function load(): void {
  if (sounds || loading) return;
  loading = true;
  // In the event of the touch itself: later, some browsers would keep it silent.
  const audio = new AudioContext();
  void import("./sounds/player.ts").then((player) => player.loadSounds(audio)).then(
    (ready) => {
      sounds = ready;
      if (waiting && audible()) sounds.play(waiting, volume());
    },
    // Without a connection the page is silent; the next sound tries again.
    () => audio.close(),
  ).finally(() => {
    loading = false;
    waiting = null;
  });
}
