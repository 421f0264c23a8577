/**
 * A hand at a table: the player's own that places a body, or another's that is watched.
 *
 * The page passes its state to `follow`, and the table its messages to `work`. The hand shows the bodies on
 * the board. It fires `change` when elements must re-render, `draw` with each frame, and `keyed` after
 * keyboard input, so that the result can be announced.
 */
import type { Bodies } from "../../stage/scene.ts";
import type { Animation as FilmMessage, PlacementFrame as HandMessage, StateView } from "../../net/protocol.ts";
import type { Poses } from "../animation/animation.ts";
import { Playback } from "../animation/playback.ts";
import { distinct, heightAbove, lying, shortest, type Point, type Shape } from "../geometry.ts";
import { TargetPose, HOVER, type Aim } from "./target-pose.ts";
import { PredictedPose } from "./client-prediction.ts";
import type { FrameClock } from "../animation/animation-player.ts";
import { goalOf, rightOf, topOf } from "./support-surface.ts";
import { HandTrack, without } from "../animation/hand-track.ts";
import { HandPath } from "./hand-path.ts";
import { bodyOf, readWorld, type World } from "./world.ts";

/** The table as the hand uses it. */
export interface HandTable {
  /** The last event received. */
  readonly heard: number;
  send(message:
    | { type: "grasp"; seq: number; grip: string; yaw: number }
    | { type: "hand_path"; seq: number; samples: [number, number, number, number, number][] }
    | { type: "release"; seq: number }): void;
}

/** State of the page. */
export interface Shown {
  table: HandTable;
  open: boolean;
  state: StateView;
  /** The places held by this browser. */
  places: readonly number[];
  animation: FilmMessage | null;
  bodies: Bodies | null;
  assist: boolean;
  motion: boolean;
}

/**
 * `choose`: choosing a grip; `held`: in the player's hand; `lowered`: being set down; `gone`: released,
 * waiting for the outcome; `other`: in another player's hand; `animation`: an animation is playing.
 */
export type Stage = "none" | "choose" | "held" | "lowered" | "gone" | "other" | "animation";

/** Seconds in which a hold counts as new. */
const FRESH = 0.1;
/** Seconds in which another hold can still be the answer to the player's own request. */
const ANSWERED = 2;
/** Seconds of a hand's movement kept for the replay. */
const SEEN_BEFORE = 1.5;
/** Waiting position, in millimetres: next to the pile, slightly in front, and above it. */
const ASIDE = { x: 58, y: -10, gap: 50 };
/** Longest time step of the lowering, in seconds. */
const LONGEST = 0.05;

export class Hand extends EventTarget {
  stage: Stage = "none";
  world: World | null = null;
  /** The body to place, and the key of its name. */
  body: { name: string; key: string } | null = null;
  grip = "";
  /** Degrees. */
  turn = 0;
  target: TargetPose | null = null;
  shown: Shown | null = null;
  /** Why the body is placed again, or that another screen of the same place has it. */
  notice: "" | "again" | "lost" | "elsewhere" = "";
  readonly #clock: FrameClock;
  #handTrack = new HandTrack();
  #path: HandPath | null = null;
  #predicted: PredictedPose | null = null;
  /** When the hand took the body, in seconds; null while the request is pending. */
  #began: number | null = null;
  #asked = false;
  /** When this browser's hand last took a body. */
  #reached = -Infinity;
  #since = -1;
  #cancel: (() => void) | null = null;
  #restPoses: (() => void) | null = null;
  #lowered: number | null = null;
  #holding = false;
  #poses: Poses = {};
  readonly playback: Playback;
  /** Whether the last input was by keyboard. */
  byKeys = false;
  /** The element over the board that receives input. */
  area: HTMLElement | null = null;

  constructor(clock: FrameClock) {
    super();
    this.#clock = clock;
    this.playback = new Playback(clock, () => this.#changed(), () => this.#endAgain());
  }

  /** Updates from the page's state. */
  follow(shown: Shown): void {
    const before = this.shown;
    this.shown = shown;
    if (before?.state.board_setup !== shown.state.board_setup) this.world = readWorld(shown.state.board_setup);
    if (before?.bodies !== shown.bodies) this.#holding = false;
    if (shown.animation !== this.playback.message) this.#watch(shown.animation);
    if (!shown.animation) this.#enter(before);
  }

  get mine(): boolean {
    const { state, places } = this.shown ?? {};
    const place = state?.seats[state.pending_ruling?.seat ?? -1];
    return place !== undefined && (places ?? []).includes(place);
  }

  get shape(): Shape | null {
    return this.world?.shapes.get(this.body?.name ?? "") ?? null;
  }

  /** The current poses including the held body; empty if unknown. */
  get poses(): Poses {
    return this.#poses;
  }

  // -- Placement ----------------------------------------------------------------------------------

  #enter(before: Shown | null): void {
    const { state, open } = this.shown as Shown;
    const { pending_ruling: ruling } = state;
    if (ruling?.source !== "hand" || !this.world) {
      this.#leave();
      return;
    }
    const lost = this.mine && before?.open && !open;
    const begins = this.#since < 0 || this.stage === "none" || this.stage === "animation";
    if (begins) {
      this.#since = state.seq;
      this.body = bodyOf(this.world, state.last?.parts);
      this.grip = ruling.grips[0] ?? this.world.grips[0] ?? "";
      this.turn = 0;
      this.notice = "";
      this.#become(this.mine ? "choose" : "other");
    } else if (lost && this.stage !== "choose") {
      this.notice = "lost";
      this.#become("choose");
    }
    this.#animate();
  }

  #leave(): void {
    if (this.#since < 0 && this.stage === "none") return;
    this.#since = -1;
    this.#handTrack = new HandTrack();
    this.#poses = {};
    if (!this.playback.seenAgain) this.#rest();
    this.#become("none");
  }

  #become(stage: Stage): void {
    if (stage !== "held" && stage !== "lowered" && stage !== "gone") {
      this.target = null;
      this.#predicted = null;
      this.#path = null;
      this.#began = null;
      this.#asked = false;
    }
    this.stage = stage;
    this.#changed();
  }

  // -- The player's own hand ----------------------------------------------------------------------

  /** Chooses another grip or angle; a held body is taken again. */
  choose(grip: string, turn = this.turn): void {
    this.grip = grip;
    this.turn = turn;
    if (this.stage === "held") this.#reach();
    this.#changed();
    this.#animate();
  }

  /** The distinct grips. */
  get grips(): readonly string[] {
    const offered = this.shown?.state.pending_ruling?.grips ?? [];
    return this.shape ? distinct(this.shape, offered) : offered;
  }

  /** Chooses the next grip. */
  flip(step = 1): void {
    const { grips } = this;
    const next = grips[(grips.indexOf(this.grip) + step + grips.length) % grips.length];
    if (next) this.choose(next);
  }

  /** Takes the body. */
  take(): void {
    if (this.stage !== "choose" || !this.shown?.open) return;
    this.notice = "";
    this.#become("held");
    this.#reach();
  }

  /** Withdraws the hand, to choose another grip. */
  back(): void {
    if (this.stage !== "held") return;
    this.turn = this.target?.turn ?? this.turn;
    this.#become("choose");
    this.#animate();
  }

  /** Sets the body down and releases it; from high up it drops. */
  letGo(): void {
    if (this.stage !== "held" || !this.target || this.#began === null) return;
    this.stage = "lowered";
    this.#lowered = null;
    this.#changed();
  }

  /** Moves the body over a point of the page. */
  point(clientX: number, clientY: number): void {
    const at = this.target && this.shown?.bodies?.under(clientX, clientY, this.target.aim.z);
    if (!at) return;
    this.target?.moveTo(at.x, at.y);
    this.moved();
  }

  /** Moves the body by the distance that a pointer moved over the page, times `part`. */
  drag(from: { x: number; y: number }, to: { x: number; y: number }, part: number): void {
    const { bodies } = this.shown ?? {};
    if (!this.target || !bodies) return;
    const { z } = this.target.aim;
    const [before, after] = [from, to].map(({ x, y }) => bodies.under(x, y, z));
    if (!before || !after) return;
    this.target.moveBy((after.x - before.x) * part, (after.y - before.y) * part);
    this.moved();
  }

  /** Moves the body to the right and away from the viewer, in millimetres. */
  nudge(right: number, away: number): void {
    const [x, y] = this.right;
    this.target?.moveBy(right * x - away * y, right * y + away * x);
  }

  /** The direction on the table that is to the right of the viewer. */
  get right(): readonly [x: number, y: number] {
    const { bodies } = this.shown ?? {};
    return bodies && this.area ? rightOf(bodies, this.area) : [1, 0];
  }

  twist(degrees: number): void {
    if (this.stage === "choose") {
      this.choose(this.grip, this.turn + degrees);
      return;
    }
    this.target?.twist(degrees);
    this.moved();
  }

  /** Whether the body is over its support. */
  get isOver(): boolean {
    const pose = this.#poses[this.body?.name ?? ""];
    const [x, y] = this.goal;
    return pose !== undefined && Math.hypot(pose[0] - x, pose[1] - y) < (this.shape?.edge ?? 0) * 0.6;
  }

  /** Turns the body to an angle in degrees, by the shorter way. */
  turnTo(degrees: number): void {
    this.twist(shortest(this.degrees, degrees));
  }

  /** The body's angle, -180 to 180 degrees. */
  get degrees(): number {
    return shortest(0, this.target?.turn ?? this.turn);
  }

  /** Reports a movement of the hand. */
  moved(): void {
    this.#animate();
  }

  /** Reports keyboard input, so that the result is announced. */
  keyed(): void {
    this.byKeys = true;
    this.dispatchEvent(new Event("keyed"));
  }

  /** Offset of the body from the middle of its support, in millimetres. */
  get off(): { right: number; away: number; above: number } {
    const pose = this.#poses[this.body?.name ?? ""];
    const [gx, gy] = this.goal;
    const [x, y] = this.right;
    const [dx, dy] = pose ? [pose[0] - gx, pose[1] - gy] : [0, 0];
    return {
      right: Math.round(dx * x + dy * y), away: Math.round(dy * x - dx * y),
      above: Math.round(this.target?.gap ?? 0),
    };
  }

  /** Seconds since the body was taken. */
  get heldFor(): number {
    return this.#began === null ? 0 : this.#clock.now() - this.#began;
  }

  #reach(): void {
    const { table } = this.shown as Shown;
    this.#asked = true;
    this.#reached = this.#clock.now();
    table.send({ type: "grasp", seq: table.heard, grip: this.grip, yaw: this.turn });
  }

  /** The server has put the body into the hand. */
  #taken(message: HandMessage): void {
    const pose = message.poses[this.body?.name ?? ""];
    if (!this.world || !this.shape || !pose) return;
    const before = this.target;
    const target = new TargetPose(this.world, this.shape, {
      grip: this.grip, turn: this.turn, x: before?.x ?? pose[0], y: before?.y ?? pose[1],
      top: topOf(this.world, without(this.#handTrack.newest, this.body?.name ?? null)),
    });
    target.raiseTo(before?.gap ?? HOVER);
    this.target = target;
    this.#asked = false;
    this.#began = this.#clock.now() - message.time;
    this.#path = new HandPath((samples) => {
      const { table } = this.shown as Shown;
      table.send({ type: "hand_path", seq: table.heard, samples });
    });
    const start: Aim = { x: pose[0], y: pose[1], z: pose[2], turn: this.turn };
    this.#predicted = new PredictedPose(message.time, start, (turn) => target.posture(turn));
    this.#changed();
  }

  /** The middle of the supporting face, or of the table. */
  get goal(): Point {
    return this.world ? goalOf(this.world, without(this.#poses, this.body?.name ?? null)) : [0, 0, 0];
  }

  // -- Messages from the table --------------------------------------------------------------------

  /** Handles a movement of a hand. */
  work(message: HandMessage): void {
    if (message.restarted) {
      this.notice = "again";
      if (this.stage === "held" || this.stage === "lowered" || this.stage === "gone") this.#become("choose");
    }
    const now = this.#clock.now();
    const begins = this.#handTrack.add(message, now);
    const held = this.stage === "held" && this.mine;
    // Messages of an earlier hold may still arrive.
    const fresh = begins || message.time < FRESH;
    const asked = now < this.#reached + ANSWERED;
    if (held && this.#asked && message.grip === this.grip && fresh) this.#taken(message);
    else if (this.mine && message.grip && message.time < FRESH && !asked && this.stage !== "animation") {
      this.notice = "elsewhere";
      this.#become("choose");
    }
    const pose = message.poses[this.body?.name ?? ""];
    if (pose && this.#began !== null) this.#predicted?.told(message.time, pose);
    this.#animate();
  }

  // -- Animations ---------------------------------------------------------------------------------

  #watch(message: FilmMessage | null): void {
    const { bodies, motion } = this.shown as Shown;
    if (!message) {
      this.playback.end();
      this.#rest();
      this.stage = "none";
      this.#changed();
      return;
    }
    if (this.playback.seenAgain) this.playback.stop();
    this.#since = -1;
    const before = this.#handTrack.lately(SEEN_BEFORE);
    this.#handTrack = new HandTrack();
    if (bodies) this.#letGoOf(bodies);
    this.#become("animation");
    void this.playback.watch(message, { bodies, countdown: this.world?.countdown ?? 0, motion }, before);
  }

  /** Replays the last animation in slow motion, or stops the replay. */
  seeAgain(): void {
    const { bodies } = this.shown ?? {};
    if (!bodies || this.stage === "animation") return;
    if (this.playback.seenAgain) {
      this.#endAgain();
      return;
    }
    this.#letGoOf(bodies);
    this.playback.again(bodies);
  }

  #endAgain(): void {
    this.playback.stop();
    this.#rest();
    this.#changed();
    this.#animate();
  }

  // -- Frames -------------------------------------------------------------------------------------

  #animate(): void {
    if (this.#cancel || this.playback.seenAgain) return;
    if (this.stage === "none" || this.stage === "animation") return;
    this.#cancel = this.#clock.next(() => {
      this.#cancel = null;
      this.#draw();
    });
  }

  #draw(): void {
    const { bodies } = this.shown ?? {};
    if (!bodies || this.playback.seenAgain || this.stage === "none" || this.stage === "animation") return;
    const now = this.#clock.now();
    const poses = this.#handTrack.at(now);
    const name = this.body?.name ?? null;
    const own = this.stage === "held" || this.stage === "lowered" || this.stage === "gone";
    if (own && this.target && this.#predicted && this.#began !== null) {
      const at = now - this.#began;
      this.#lower(at);
      const pose = this.#predicted.follow(at, this.target.aim);
      this.#poses = { ...without(poses, name), ...(name ? { [name]: pose } : {}) };
      bodies.pose(without(poses, name));
      this.#hold(bodies, name, pose);
      if (this.stage !== "gone") this.#path?.follow(at, this.target.aim);
    } else if (this.stage === "choose" && this.notice !== "elsewhere" && this.world && this.shape && name) {
      const turn = lying(this.shape, this.grip, this.turn);
      const [x, y] = goalOf(this.world, without(poses, name));
      const z = bodies.top() + ASIDE.gap + heightAbove(this.shape, turn);
      const pose = [x + ASIDE.x, y + ASIDE.y, z, ...turn] as const;
      this.#poses = { ...without(poses, name), [name]: pose };
      bodies.pose(without(poses, name));
      this.#hold(bodies, name, pose);
    } else {
      this.#poses = poses;
      this.#letGoOf(bodies);
      if (Object.keys(poses).length > 0) bodies.pose(poses);
    }
    this.dispatchEvent(new Event("draw"));
    if (this.stage !== "choose" || this.#handTrack.moving) this.#animate();
  }

  /** Lowers the body; releases it at the end. */
  #lower(at: number): void {
    if (this.stage !== "lowered" || !this.target) return;
    const { target } = this;
    const passed = Math.min(LONGEST, at - (this.#lowered ?? at));
    this.#lowered = at;
    if (!target.setDown(passed)) return;
    this.#path?.end(at, target.aim);
    const { table } = this.shown as Shown;
    table.send({ type: "release", seq: table.heard });
    this.stage = "gone";
    this.#changed();
  }

  #hold(bodies: Bodies, name: string | null, pose: Poses[string]): void {
    this.#holding = true;
    bodies.hold(name, pose);
  }

  #letGoOf(bodies: Bodies): void {
    if (!this.#holding) return;
    this.#holding = false;
    bodies.hold(null);
  }

  /** Shows the position again, after the board has received it. */
  #rest(): void {
    this.#restPoses ??= this.#clock.next(() => {
      this.#restPoses = null;
      const bodies = this.shown?.bodies;
      if (!bodies || this.playback.running) return;
      this.#letGoOf(bodies);
      bodies.rest();
    });
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }

  dispose(): void {
    this.#cancel?.();
    this.#restPoses?.();
    this.playback.stop();
  }
}
