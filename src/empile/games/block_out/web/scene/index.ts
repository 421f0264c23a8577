/** The scene of Block Out!: the tower, the waiting blocks and the hand that places them. */
import { DirectionalLight, Group } from "three";
import type {
  BodyPose,
  FlatPicture,
  Scene,
  SceneFactory,
  SceneHost,
  SceneInput,
} from "../../../../../../web/src/stage/scene.ts";
import { disposeTree } from "../../../../../../web/src/stage/dispose.ts";
import { Blocks, type Way } from "./blocks.ts";
import { litBlocks } from "../model/choices.ts";
import { SEATS } from "../model/colours.ts";
import { LEAN } from "../model/block-svg.ts";
import { Dust } from "./dust.ts";
import { svgView } from "../model/svg-view.ts";
import { type Footing, TABLE, footingOn } from "./support-below.ts";
import { Fingers } from "./fingers.ts";
import { BodyPoses } from "./body-poses.ts";
import { Lights } from "./lights.ts";
import { GROUND, buildMat } from "./mat.ts";
import { PlumbLine } from "./plumb-line.ts";
import {
  type Position,
  type BoardSetup,
  type Size,
  fallen,
  follows,
  freeBlocks,
  readPosition,
  readBoardSetup,
  solidOf,
} from "../model/position.ts";
import { type Places, type WaitingPlace, places, waitingPlaces } from "../model/waiting-blocks.ts";
import { type Shot, approach, cameraShot } from "../model/camera-shots.ts";

/** Seconds between blocks that return to their places. */
const ONE_BY_ONE = 0.07;
/** Seconds for which the last frame of an animation stays. */
const AFTER_FILM = 0.35;
/** Room that is always kept for a block carried over the tower, in millimetres. */
const HEADROOM = 60;
/** Largest amplitude of the table's shaking, in scene units, and its duration. */
const SHAKE = 0.11;
const SHAKE_SECONDS = 0.35;

class BlockOutScene implements Scene, FlatPicture {
  readonly root = new Group();
  readonly ground = GROUND;
  readonly tilts = { home: 0.96, most: 1.42 };
  readonly lean = LEAN;
  readonly flat = this;
  readonly extent: Shot = cameraShot("table", 0);
  readonly bodies: BodyPoses;
  readonly #host: SceneHost;
  readonly #boardSetup: BoardSetup;
  readonly #waiting: ReadonlyMap<string, WaitingPlace>;
  readonly #mat: Group;
  readonly #blocks: Blocks;
  readonly #lights: Lights;
  readonly #plumbLine = new PlumbLine();
  readonly #dust = new Dust();
  readonly #fingers = new Fingers();
  readonly #fill = new DirectionalLight("#ffeedb", 1.15);
  #places: Places = { at: new Map(), top: 0, placing: null };
  #standing: readonly string[] = [];
  /** Whether an animation led to the next position. */
  #animated = false;
  #shake = 0;
  /** The hand that holds the block being placed. */
  #hands: "none" | "own" | "other" | "gone" = "none";
  #seat = 0;

  constructor(host: SceneHost, boardSetup: Record<string, unknown>) {
    this.#host = host;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.#waiting = waitingPlaces(this.#boardSetup);
    this.#mat = buildMat(this.#boardSetup, this.#waiting);
    this.#blocks = new Blocks(this.#boardSetup, (x, y, strength) => this.#hit(x, y, strength));
    this.#lights = new Lights(this.#boardSetup, this.#blocks, host.motion);
    this.bodies = new BodyPoses(this.#blocks, this.#boardSetup, {
      standing: () => this.#standing,
      again: () => this.#places.placing === null,
      under: (x, y, height) => host.under(x, y, height),
      moved: () => this.#moved(),
      hit: (x, y, strength) => this.#hit(x, y, strength),
      rested: () => this.#rested(),
      letter: (block) => this.#letter(block),
    });
    // The table's light comes from behind; this lights the sides that face the viewer.
    this.#fill.position.set(0.5, 0.45, 1);
    this.root.add(
      this.#fill, this.#mat, this.#blocks.root, this.#lights.root, this.#plumbLine.root, this.#dust.root,
      this.#fingers.root,
    );
  }

  update(next: SceneInput, before: SceneInput | null): void {
    const position = readPosition(next);
    const old = before ? readPosition(before) : null;
    this.#blocks.paint(this.#letters());
    const first = old === null;
    if (first || before?.position !== next.position || before.restPoses !== next.restPoses) {
      this.#places = places(next, position, this.#boardSetup, this.#waiting);
      const { at, placing } = this.#places;
      this.#seat = position.seat ?? 0;
      this.#standing = position.tower.filter((block) => block !== placing);
      this.#blocks.settle(at, this.bodies.active ? null : this.#ways(old, position));
      if (!this.bodies.active) this.#animated = false;
    }
    const lit = litBlocks(next);
    const chosen = next.preview?.parts["block"] ?? null;
    this.#blocks.dim(new Set(lit?.size ? freeBlocks(this.#boardSetup, position).filter((block) => !lit.has(block)) : []));
    this.#lights.show(lit, this.#waiting, chosen, this.#places.top);
    if (first || !this.#host.motion) Object.assign(this.extent, this.#shot());
    this.#host.invalidate();
  }

  frame(seconds: number): boolean {
    const moving = [
      this.#blocks.step(seconds), this.#lights.step(seconds), this.#dust.step(seconds),
      this.#fingers.step(seconds),
      approach(this.extent, this.#shot(), seconds),
    ];
    if (this.#shake > 0) {
      this.#shake = Math.max(0, this.#shake - seconds / SHAKE_SECONDS);
      const far = SHAKE * this.#shake * this.#shake;
      this.root.position.set(far * Math.sin(this.#shake * 40), far * Math.sin(this.#shake * 53), 0);
      moving.push(true);
    }
    return moving.includes(true);
  }

  contact(): number {
    return this.#blocks.contact;
  }

  svg(input: SceneInput): string {
    // The SVG view shows no motions of its own.
    if (!this.bodies.active) this.#blocks.finish();
    Object.assign(this.extent, this.#shot());
    const poses = new Map<string, BodyPose>();
    for (const block of this.#places.at.keys()) {
      const pose = this.#blocks.pose(block);
      if (pose) poses.set(block, pose);
    }
    const drawn = {
      poses, top: this.#places.top, held: this.bodies.held, extent: this.extent,
    };
    return svgView(input, this.#boardSetup, drawn, (block) => this.#letter(block));
  }

  dispose(): void {
    for (const part of [this.#blocks, this.#lights, this.#plumbLine, this.#dust, this.#fingers]) part.dispose();
    disposeTree(this.#mat);
    this.#fill.dispose();
    this.root.clear();
  }

  #letters(): Record<Size, string> {
    const { t } = this.#host;
    return { S: t("size.S.letter"), M: t("size.M.letter"), L: t("size.L.letter") };
  }

  #letter(block: string): string {
    return this.#host.t(`size.${block[1]}.letter`);
  }

  #shot(): Shot {
    const { active, falling, topAgain } = this.bodies;
    const { top } = this.#places;
    if (active) return cameraShot(falling ? "fall" : "hand", topAgain ?? top);
    return cameraShot("table", Math.max(top, this.#blocks.astray() - HEADROOM));
  }

  /** Returns how each block moves to its place in the next position. */
  #ways(old: Position | null, next: Position): (block: string) => Way {
    if (!old || !this.#host.motion || !follows(old, next)) return () => ({ kind: "jump" });
    const down = fallen(old, next);
    if (down.length === 0 || this.#animated) return this.#tidy();
    const heading = (next.turn * 2.4) % (2 * Math.PI);
    return (block) => down.includes(block) ? { kind: "tumble", heading } : { kind: "carry", delay: 0 };
  }

  /** Returns a way that moves one block after the other. */
  #tidy(): (block: string) => Way {
    let count = 0;
    return () => {
      if (!this.#host.motion) return { kind: "jump" };
      const delay = (this.#animated ? AFTER_FILM : 0) + ONE_BY_ONE * count;
      count += 1;
      return { kind: "carry", delay };
    };
  }

  #moved(): void {
    const { held: own, active, falling } = this.bodies;
    this.#lights.root.visible = !active;
    const block = own ?? this.#places.placing;
    const pose = block === null ? null : this.#blocks.pose(block);
    if (block !== null && pose && active && !falling) this.#follow(block, pose, own !== null);
    else {
      this.#plumbLine.hide();
      this.#fingers.leave(!this.#host.motion);
    }
    if (!this.#host.motion) Object.assign(this.extent, this.#shot());
    this.#host.invalidate();
  }

  /** Shows the hand that places a block, and its support. */
  #follow(block: string, pose: BodyPose, own: boolean): void {
    const solid = solidOf(this.#boardSetup, block);
    const above = this.#plumbLine.show(solid, pose, this.#footing());
    // The release of another player's hand is not reported: it has happened once the block is down or drops.
    if (own) this.#hands = "own";
    else if (this.#hands === "own" || !above || this.bodies.drops(block)) this.#hands = "gone";
    else if (this.#hands === "none") this.#hands = "other";
    if (this.#hands === "gone") this.#fingers.leave(!this.#host.motion);
    else this.#fingers.hold(solid, pose, SEATS[this.#seat]?.colour ?? "#888888");
  }

  #rested(): void {
    this.#hands = "none";
    this.#fingers.leave(!this.#host.motion);
    this.#animated = true;
    this.#plumbLine.hide();
    this.#lights.root.visible = true;
    this.#blocks.home(this.#tidy());
    this.#host.invalidate();
  }

  /** Returns the support of a held block. */
  #footing(): Footing {
    const top = this.#standing.at(-1);
    const pose = top === undefined ? null : this.#blocks.pose(top);
    return top === undefined || !pose ? TABLE : footingOn(solidOf(this.#boardSetup, top), pose);
  }

  #hit(x: number, y: number, strength: number): void {
    if (!this.#host.motion) return;
    this.#dust.puff(x, y, strength);
    this.#shake = Math.max(this.#shake, strength);
    this.#host.invalidate();
  }
}

const create: SceneFactory = (host, boardSetup) => new BlockOutScene(host, boardSetup);
export default create;
