/**
 * A hand at a table: one's own that places something, and others' that are watched.
 *
 * The page tells it what is shown (`follow`) and the table what happens; it shows the bodies on the
 * board and fires `change` when the elements around it are to be drawn anew, `draw` with each picture, and
 * `keyed` when keys were used, so that it is told where they led.
 */
import type { Bodies } from "../board/scene.ts";
import type { Film as FilmMessage, Hand as HandMessage, StateView } from "../net/protocol.ts";
import type { Poses } from "./film.ts";
import { Films } from "./films.ts";
import { distinct, heightAbove, lying, shortest, type Point, type Shape } from "./geometry.ts";
import { Hold, HOVER, type Aim } from "./hold.ts";
import { Predicted } from "./predicted.ts";
import type { Projector } from "./showing.ts";
import { goalOf, rightOf, topOf } from "./standing.ts";
import { Track, without } from "./track.ts";
import { Trail } from "./trail.ts";
import { bodyOf, readWorld, type World } from "./world.ts";

/** What a hand sends to the table, and what it asks of it. */
export interface HandTable {
  /** The last event heard of. */
  readonly heard: number;
  send(message:
    | { type: "reach"; seq: number; grip: string; turn: number }
    | { type: "trail"; seq: number; samples: [number, number, number, number, number][] }
    | { type: "let_go"; seq: number }): void;
}

/** What the page shows. */
export interface Shown {
  table: HandTable;
  /** Whether there is a connection to the table. */
  open: boolean;
  state: StateView;
  /** The places held from this browser. */
  places: readonly number[];
  film: FilmMessage | null;
  bodies: Bodies | null;
  calm: boolean;
  motion: boolean;
}

/**
 * `choose`: how to take it; `held`: in the own hand; `lowered`: on its way down to be let go; `gone`: let
 * go, the answer is waited for; `other`: in another's hand; `film`: a film is watched.
 */
export type Stage = "none" | "choose" | "held" | "lowered" | "gone" | "other" | "film";

/** Seconds since the hand reached in, for which that is news. */
const FRESH = 0.1;
/** Seconds within which another hold can still be the answer to one's own hand. */
const ANSWERED = 2;
/** How much of a hand is kept to be seen again with the film, in seconds. */
const SEEN_BEFORE = 1.5;
/** Where it waits to be taken, in millimetres: beside the tower, a little before it, and above it. */
const ASIDE = { x: 58, y: -10, gap: 50 };
/** The longest step in which it is lowered, in seconds. */
const LONGEST = 0.05;

export class Hand extends EventTarget {
  stage: Stage = "none";
  world: World | null = null;
  /** What is to be placed, and the message that names it. */
  body: { name: string; key: string } | null = null;
  grip = "";
  /** Degrees. */
  turn = 0;
  hold: Hold | null = null;
  shown: Shown | null = null;
  /** Why it is placed once more; or that another screen of the same place has it. */
  notice: "" | "again" | "lost" | "elsewhere" = "";
  readonly #projector: Projector;
  #track = new Track();
  #trail: Trail | null = null;
  #predicted: Predicted | null = null;
  /** When the hand reached in, in seconds; null while that is on its way. */
  #began: number | null = null;
  #asked = false;
  /** When one's own hand reached in last. */
  #reached = -Infinity;
  #since = -1;
  #cancel: (() => void) | null = null;
  #resting: (() => void) | null = null;
  #lowered: number | null = null;
  #holding = false;
  #poses: Poses = {};
  /** The films that are watched. */
  readonly films: Films;
  /** Whether keys were used last. */
  byKeys = false;
  /** What lies over the board's picture and takes pointers and keys. */
  area: HTMLElement | null = null;

  constructor(projector: Projector) {
    super();
    this.#projector = projector;
    this.films = new Films(projector, () => this.#changed(), () => this.#endAgain());
  }

  /** Take in what the page shows now. */
  follow(shown: Shown): void {
    const before = this.shown;
    this.shown = shown;
    if (before?.state.setting !== shown.state.setting) this.world = readWorld(shown.state.setting);
    if (before?.bodies !== shown.bodies) this.#holding = false;
    if (shown.film !== this.films.message) this.#watch(shown.film);
    if (!shown.film) this.#enter(before);
  }

  get mine(): boolean {
    const { state, places } = this.shown ?? {};
    const place = state?.seats[state.judging?.seat ?? -1];
    return place !== undefined && (places ?? []).includes(place);
  }

  get shape(): Shape | null {
    return this.world?.shapes.get(this.body?.name ?? "") ?? null;
  }

  /** Where everything is now, what is held included; empty while nothing is known of it. */
  get poses(): Poses {
    return this.#poses;
  }

  // -- What is to be placed -----------------------------------------------------------------------

  #enter(before: Shown | null): void {
    const { state, open } = this.shown as Shown;
    const { judging } = state;
    if (judging?.by !== "hand" || !this.world) {
      this.#leave();
      return;
    }
    const lost = this.mine && before?.open && !open;
    const begins = this.#since < 0 || this.stage === "none" || this.stage === "film";
    if (begins) {
      this.#since = state.seq;
      this.body = bodyOf(this.world, state.last?.parts);
      this.grip = judging.grips[0] ?? this.world.grips[0] ?? "";
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
    this.#track = new Track();
    this.#poses = {};
    if (!this.films.seenAgain) this.#rest();
    this.#become("none");
  }

  #become(stage: Stage): void {
    if (stage !== "held" && stage !== "lowered" && stage !== "gone") {
      this.hold = null;
      this.#predicted = null;
      this.#trail = null;
      this.#began = null;
      this.#asked = false;
    }
    this.stage = stage;
    this.#changed();
  }

  // -- One's own hand -----------------------------------------------------------------------------

  /** Take it by another face, or turned otherwise; what is held already is taken anew. */
  choose(grip: string, turn = this.turn): void {
    this.grip = grip;
    this.turn = turn;
    if (this.stage === "held") this.#reach();
    this.#changed();
    this.#animate();
  }

  /** The ways to take it; those by which it would lie alike are one. */
  get grips(): readonly string[] {
    const offered = this.shown?.state.judging?.grips ?? [];
    return this.shape ? distinct(this.shape, offered) : offered;
  }

  /** The next face down. */
  flip(step = 1): void {
    const { grips } = this;
    const next = grips[(grips.indexOf(this.grip) + step + grips.length) % grips.length];
    if (next) this.choose(next);
  }

  /** Reach in and take it. */
  take(): void {
    if (this.stage !== "choose" || !this.shown?.open) return;
    this.notice = "";
    this.#become("held");
    this.#reach();
  }

  /** Take the hand back, to choose again how to take it. */
  back(): void {
    if (this.stage !== "held") return;
    this.turn = this.hold?.turn ?? this.turn;
    this.#become("choose");
    this.#animate();
  }

  /** Set it down where it is and let go; what is held high drops. */
  letGo(): void {
    if (this.stage !== "held" || !this.hold || this.#began === null) return;
    this.stage = "lowered";
    this.#lowered = null;
    this.#changed();
  }

  /** Hold it over the point of the table that is seen under a point of the page. */
  point(clientX: number, clientY: number): void {
    const at = this.hold && this.shown?.bodies?.under(clientX, clientY, this.hold.aim.z);
    if (!at) return;
    this.hold?.moveTo(at.x, at.y);
    this.moved();
  }

  /** Move it as far over the table as a pointer went over the page, or only `part` of it. */
  drag(from: { x: number; y: number }, to: { x: number; y: number }, part: number): void {
    const { bodies } = this.shown ?? {};
    if (!this.hold || !bodies) return;
    const { z } = this.hold.aim;
    const [before, after] = [from, to].map(({ x, y }) => bodies.under(x, y, z));
    if (!before || !after) return;
    this.hold.moveBy((after.x - before.x) * part, (after.y - before.y) * part);
    this.moved();
  }

  /** Move it to the right and away, as who looks sees it; millimetres. */
  nudge(right: number, away: number): void {
    const [x, y] = this.right;
    this.hold?.moveBy(right * x - away * y, right * y + away * x);
  }

  /** Which way on the table is to the right of who looks. */
  get right(): readonly [x: number, y: number] {
    const { bodies } = this.shown ?? {};
    return bodies && this.area ? rightOf(bodies, this.area) : [1, 0];
  }

  twist(degrees: number): void {
    if (this.stage === "choose") {
      this.choose(this.grip, this.turn + degrees);
      return;
    }
    this.hold?.twist(degrees);
    this.moved();
  }

  /** Whether what is held is over what it is to be set upon. */
  get isOver(): boolean {
    const pose = this.#poses[this.body?.name ?? ""];
    const [x, y] = this.goal;
    return pose !== undefined && Math.hypot(pose[0] - x, pose[1] - y) < (this.shape?.edge ?? 0) * 0.6;
  }

  /** Turn it to so many degrees, by the shorter way. */
  turnTo(degrees: number): void {
    this.twist(shortest(this.degrees, degrees));
  }

  /** How far it is turned, -180 to 180 degrees. */
  get degrees(): number {
    return shortest(0, this.hold?.turn ?? this.turn);
  }

  /** Somebody moved the hand. */
  moved(): void {
    this.#animate();
  }

  /** Somebody used a key: where that led is told. */
  keyed(): void {
    this.byKeys = true;
    this.dispatchEvent(new Event("keyed"));
  }

  /** Where what is held is, seen from the middle of what it is to be set upon, in millimetres. */
  get off(): { right: number; away: number; above: number } {
    const pose = this.#poses[this.body?.name ?? ""];
    const [gx, gy] = this.goal;
    const [x, y] = this.right;
    const [dx, dy] = pose ? [pose[0] - gx, pose[1] - gy] : [0, 0];
    return {
      right: Math.round(dx * x + dy * y), away: Math.round(dy * x - dx * y),
      above: Math.round(this.hold?.gap ?? 0),
    };
  }

  /** For how many seconds it has been in the hand. */
  get heldFor(): number {
    return this.#began === null ? 0 : this.#projector.now() - this.#began;
  }

  #reach(): void {
    const { table } = this.shown as Shown;
    this.#asked = true;
    this.#reached = this.#projector.now();
    table.send({ type: "reach", seq: table.heard, grip: this.grip, turn: this.turn });
  }

  /** The server has put it into the hand. */
  #taken(message: HandMessage): void {
    const pose = message.poses[this.body?.name ?? ""];
    if (!this.world || !this.shape || !pose) return;
    const before = this.hold;
    const hold = new Hold(this.world, this.shape, {
      grip: this.grip, turn: this.turn, x: before?.x ?? pose[0], y: before?.y ?? pose[1],
      top: topOf(this.world, without(this.#track.newest, this.body?.name ?? null)),
    });
    hold.raiseTo(before?.gap ?? HOVER);
    this.hold = hold;
    this.#asked = false;
    this.#began = this.#projector.now() - message.at;
    this.#trail = new Trail((samples) => {
      const { table } = this.shown as Shown;
      table.send({ type: "trail", seq: table.heard, samples });
    });
    const start: Aim = { x: pose[0], y: pose[1], z: pose[2], turn: this.turn };
    this.#predicted = new Predicted(message.at, start, (turn) => hold.posture(turn));
    this.#changed();
  }

  /** The middle of the face on which it is to be set; the table's where nothing stands there. */
  get goal(): Point {
    return this.world ? goalOf(this.world, without(this.#poses, this.body?.name ?? null)) : [0, 0, 0];
  }

  // -- What the table tells -----------------------------------------------------------------------

  /** A moment of a hand at work. */
  work(message: HandMessage): void {
    if (message.again) {
      this.notice = "again";
      if (this.stage === "held" || this.stage === "lowered" || this.stage === "gone") this.#become("choose");
    }
    const now = this.#projector.now();
    const begins = this.#track.add(message, now);
    const held = this.stage === "held" && this.mine;
    // What is told of an earlier hold may still be on its way.
    const fresh = begins || message.at < FRESH;
    const asked = now < this.#reached + ANSWERED;
    if (held && this.#asked && message.grip === this.grip && fresh) this.#taken(message);
    else if (this.mine && message.grip && message.at < FRESH && !asked && this.stage !== "film") {
      this.notice = "elsewhere";
      this.#become("choose");
    }
    const pose = message.poses[this.body?.name ?? ""];
    if (pose && this.#began !== null) this.#predicted?.told(message.at, pose);
    this.#animate();
  }

  // -- Films --------------------------------------------------------------------------------------

  #watch(message: FilmMessage | null): void {
    const { bodies, motion } = this.shown as Shown;
    if (!message) {
      this.films.end();
      this.#rest();
      this.stage = "none";
      this.#changed();
      return;
    }
    if (this.films.seenAgain) this.films.stop();
    this.#since = -1;
    const before = this.#track.lately(SEEN_BEFORE);
    this.#track = new Track();
    if (bodies) this.#letGoOf(bodies);
    this.#become("film");
    void this.films.watch(message, { bodies, chant: this.world?.chant ?? 0, motion }, before);
  }

  /** See the last film once more, slowly; or stop that. */
  seeAgain(): void {
    const { bodies } = this.shown ?? {};
    if (!bodies || this.stage === "film") return;
    if (this.films.seenAgain) {
      this.#endAgain();
      return;
    }
    this.#letGoOf(bodies);
    this.films.again(bodies);
  }

  #endAgain(): void {
    this.films.stop();
    this.#rest();
    this.#changed();
    this.#animate();
  }

  // -- Pictures -----------------------------------------------------------------------------------

  #animate(): void {
    if (this.#cancel || this.films.seenAgain) return;
    if (this.stage === "none" || this.stage === "film") return;
    this.#cancel = this.#projector.next(() => {
      this.#cancel = null;
      this.#draw();
    });
  }

  #draw(): void {
    const { bodies } = this.shown ?? {};
    if (!bodies || this.films.seenAgain || this.stage === "none" || this.stage === "film") return;
    const now = this.#projector.now();
    const poses = this.#track.at(now);
    const name = this.body?.name ?? null;
    const own = this.stage === "held" || this.stage === "lowered" || this.stage === "gone";
    if (own && this.hold && this.#predicted && this.#began !== null) {
      const at = now - this.#began;
      this.#lower(at);
      const pose = this.#predicted.follow(at, this.hold.aim);
      this.#poses = { ...without(poses, name), ...(name ? { [name]: pose } : {}) };
      bodies.pose(without(poses, name));
      this.#hold(bodies, name, pose);
      if (this.stage !== "gone") this.#trail?.follow(at, this.hold.aim);
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
    if (this.stage !== "choose" || this.#track.moving) this.#animate();
  }

  /** On the way down: at its end it is let go. */
  #lower(at: number): void {
    if (this.stage !== "lowered" || !this.hold) return;
    const { hold } = this;
    const passed = Math.min(LONGEST, at - (this.#lowered ?? at));
    this.#lowered = at;
    if (!hold.setDown(passed)) return;
    this.#trail?.end(at, hold.aim);
    const { table } = this.shown as Shown;
    table.send({ type: "let_go", seq: table.heard });
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

  /** Show the position again, once the board has been told of it. */
  #rest(): void {
    this.#resting ??= this.#projector.next(() => {
      this.#resting = null;
      const bodies = this.shown?.bodies;
      if (!bodies || this.films.running) return;
      this.#letGoOf(bodies);
      bodies.rest();
    });
  }

  #changed(): void {
    this.dispatchEvent(new Event("change"));
  }

  dispose(): void {
    this.#cancel?.();
    this.#resting?.();
    this.films.stop();
  }
}
