/** Sounds: nothing before the first touch, variations in turn, and a piece that is taken up again does not land. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hearBoard, playSound } from "../sound.ts";
import { clipOf, Sounds, Turns } from "./player.ts";
import { TABLE } from "./table.ts";

interface Start {
  at: number;
  from: number;
  seconds: number;
  stopped: boolean;
}

class FakeAudio {
  state = "running";
  currentTime = 10;
  destination = {};
  readonly starts: Start[] = [];

  createBufferSource(): unknown {
    const started: Start = { at: -1, from: -1, seconds: -1, stopped: false };
    return {
      playbackRate: { value: 1 },
      connect: (next: unknown) => next,
      start: (at: number, from: number, seconds: number) => this.starts.push(Object.assign(started, { at, from, seconds })),
      stop: () => (started.stopped = true),
    };
  }

  createGain(): unknown {
    return { gain: { value: 1 }, connect: (next: unknown) => next };
  }

  decodeAudioData = (): Promise<object> => Promise.resolve({});
}

function player(): { audio: FakeAudio; sounds: Sounds } {
  const audio = new FakeAudio();
  return { audio, sounds: new Sounds(audio as unknown as AudioContext, {} as AudioBuffer) };
}

const move = { name: "move", pieces: "slab", delay: 0, pitch: 1, loud: 1 } as const;

test("variations come in turn, each sound for itself", () => {
  const turns = new Turns();
  const heard = [1, 2, 3, 4].map(() => turns.next("put", 3));
  assert.deepEqual(heard, [0, 1, 2, 0]);
  assert.equal(turns.next("pick", 2), 0);
});

test("pieces sound as they are, and unknown ones like cubes of wood", () => {
  assert.equal(clipOf({ name: "move", pieces: "arch" }), "put arch");
  assert.equal(clipOf({ name: "pick", pieces: "slab" }), "pick slab");
  assert.equal(clipOf({ name: "knock", pieces: "glass" as never }), "put block");
  assert.equal(clipOf({ name: "win", pieces: "card" }), "end");
});

test("the clips follow each other with silence between them", () => {
  let end = 0;
  for (const [name, spans] of Object.entries(TABLE)) {
    for (const [from, seconds] of spans) {
      assert.ok(from >= end + 0.0199, `${name} begins at ${from}`);
      if (name.startsWith("p")) assert.ok(seconds < 0.3, `${name} is short`);
      end = from + seconds;
    }
  }
});

test("a move is heard when its piece touches the board", () => {
  const { audio, sounds } = player();
  sounds.play({ ...move, delay: 0.2 }, 1);
  sounds.play({ ...move, name: "turn" }, 1);
  const [landing, note] = audio.starts;
  assert.equal(landing?.at, 10.2);
  assert.deepEqual([landing?.from, landing?.seconds], [...TABLE["put slab"][0]]);
  assert.equal(note?.at, 10);
  assert.ok(!landing?.stopped, "other sounds leave it alone");
});

test("a piece that is taken up before it has landed is not heard to land", () => {
  const { audio, sounds } = player();
  sounds.play({ ...move, delay: 0.2 }, 1);
  sounds.play({ ...move, name: "undo" }, 1);
  audio.currentTime = 11;
  sounds.play(move, 1);
  assert.deepEqual(audio.starts.map(({ stopped }) => stopped), [true, false, false]);
});

test("nothing is fetched before the first touch; then the last sound that was asked for is heard", async () => {
  const activation = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { configurable: true, value: activation });
  const audio = new FakeAudio();
  const fetched: string[] = [];
  let answer: (value: unknown) => void = () => undefined;
  Object.assign(globalThis, {
    AudioContext: class {
      constructor() {
        return audio as unknown as this;
      }
    },
    fetch: (url: URL) => {
      fetched.push(url.pathname);
      return new Promise((resolve) => (answer = resolve));
    },
  });
  const page = new EventTarget();
  Object.assign(globalThis, { window: page });
  hearBoard({ pieces: "arch", contact: 0.2 });
  playSound("move");
  page.dispatchEvent(new Event("pointerdown"));
  await import("./player.ts");
  assert.deepEqual(fetched, [], "a finger that only goes down may be scrolling");

  activation.hasBeenActive = true;
  page.dispatchEvent(new Event("pointerup"));
  playSound("turn");
  playSound("move");
  while (fetched.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.match(fetched[0] ?? "", /\/sounds\.flac$/);
  answer({ ok: true, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) });
  while (audio.starts.length === 0) await new Promise((resolve) => setImmediate(resolve));
  playSound("pick");
  assert.equal(fetched.length, 1);
  assert.deepEqual(audio.starts.map(({ from }) => from), [TABLE["put arch"][0][0], TABLE["pick arch"][0][0]]);
  assert.deepEqual(audio.starts.map(({ at }) => at), [10.2, 10], "a move is heard when its piece lands");
});
