/** Test fixtures: near-cubes, a recording table and a manual clock. */
import type { Bodies, BodyPose } from "../../stage/scene.ts";
import type { PlacementFrame as HandMessage, StateView } from "../../net/protocol.ts";
import type { Point, Shape } from "../geometry.ts";
import { Hand, type Shown } from "./hand.ts";
import type { Knock } from "../animation/animation.ts";
import type { World } from "./world.ts";

/** A cube of edge 40, or a solid whose face opposite to z0 is slanted by `lean` along x. */
export function cube(name: string, lean = 0): Shape {
  const up = (x: number) => 20 - lean * (x / 20);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits): Point => {
    const x = bits & 1 ? 20 : -20;
    return [x, bits & 2 ? 20 : -20, bits & 4 ? up(x) : -20];
  });
  const faces = {
    x0: [0, 4, 6, 2], x1: [1, 3, 7, 5], y0: [0, 1, 5, 4], y1: [2, 6, 7, 3], z0: [0, 2, 3, 1], z1: [4, 5, 7, 6],
  };
  return { name, edge: 40, corners, faces };
}

export const SETUP = {
  blocks: [cube("low"), cube("new", 0.2)], // so slightly slanted that no measure changes but all faces are distinct
  grips: ["x0", "x1", "y0", "y1", "z0", "z1"],
  reach: { radius: 200, height: 480 },
  countdown: 3,
};

export const WORLD: World = {
  shapes: new Map(SETUP.blocks.map((block) => [block.name, block])),
  grips: SETUP.grips, reach: SETUP.reach, countdown: 3,
};

export const STANDING: BodyPose = [0, 0, 20, 1, 0, 0, 0];

/** A board that records its calls. A pixel is a millimetre; the page's y goes down. */
export class RecordedBodies implements Bodies {
  posed: Record<string, BodyPose> = {};
  held: { name: string | null; pose?: BodyPose | undefined } = { name: null };
  rests = 0;
  pose(poses: Readonly<Record<string, BodyPose>>): void {
    this.posed = { ...this.posed, ...poses };
  }
  rest(): void {
    this.rests += 1;
    this.posed = {};
  }
  hold(name: string | null, pose?: BodyPose): void {
    this.held = { name, pose };
  }
  under(x: number, y: number): { x: number; y: number } {
    return { x, y: -y };
  }
  top(): number {
    return 40;
  }
}

/** A clock that advances manually and draws a frame each time. */
export class Clock {
  seconds = 100;
  knocks: Knock[] = [];
  #due: (() => void)[] = [];
  now = (): number => this.seconds;
  next = (action: () => void): (() => void) => {
    this.#due.push(action);
    return () => (this.#due = this.#due.filter((other) => other !== action));
  };
  knock = (knock: Knock): void => void this.knocks.push(knock);
  /** Advances by `seconds`, in frames of 1/60 s. */
  pass(seconds: number): void {
    const end = this.seconds + seconds;
    while (this.seconds < end - 1e-9) {
      this.seconds = Math.min(end, this.seconds + 1 / 60);
      const due = this.#due;
      this.#due = [];
      for (const action of due) action();
    }
  }
}

export function state(more: Partial<StateView> = {}): StateView {
  return {
    seq: 7, game_number: 1, seats: [0, 1], to_act: null, mine: false, legal: [], board_setup: SETUP,
    position: {}, scores: [], result: null, asks: [], takeback: false, poses: {},
    last: { text: "new", parts: { card: "**", block: "new" }, seat: 0 },
    pending_ruling: { source: "hand", seat: 0, grips: SETUP.grips, outcomes: [], proposed: null },
    ...more,
  };
}

/** Returns a hand at a table, with everything that was sent. */
export function atTable(more: Partial<Shown> = {}) {
  const clock = new Clock();
  const bodies = new RecordedBodies();
  const sent: Parameters<Shown["table"]["send"]>[0][] = [];
  const hand = new Hand(clock);
  const shown: Shown = {
    table: { heard: 7, send: (message) => void sent.push(message) }, open: true,
    state: state(), places: [0], animation: null, bodies, assist: false, motion: true, ...more,
  };
  hand.follow(shown);
  const told = (at: number, poses: HandMessage["poses"], grip = hand.grip, again = false): void =>
    hand.work({ type: "placement", seq: 7, place: 0, grip, time: at, poses, restarted: again });
  return { clock, bodies, sent, hand, shown, told };
}
