/** The monsters and their animations. */
import { type Grid, agreeing } from "../../../../../../web/src/board/cells.ts";
import { Group, Mesh, type Object3D, type Vector3 } from "three";
import type { SceneHost, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import {
  CARRY_SECONDS, DROP_SECONDS, HELD_HIGH, LIFT_SECONDS, Motions, easeBoth, easeOut, fallen, hop,
} from "../../../../../../web/src/stage/motion.ts";
import { archHeight } from "../model/arch.ts";
import { hidingRings } from "../model/sight.ts";
import { holesToChoose, previewRing, startRing } from "../model/choices.ts";
import { Marks } from "./marks.ts";
import { Badge, End, ORDER, badgePlaces, outward, ringPiece } from "./pieces.ts";
import {
  type LaidRing,
  type Position,
  type BoardSetup,
  distanceOf,
  links,
  readPosition,
  readRing,
  ringKey,
  ringOn,
  stepBetween,
} from "../model/position.ts";
import { Resources } from "./resources.ts";

/** From where the rings of others fall, and to where those that are taken back are lifted. */
const HIGH = 1.6;
/** Opacity of the previewed ring, and of the possible ones. */
const PREVIEW = 0.72;
const POSSIBLE = 0.42;
/** Opacity of a ring that hides a hole to be chosen. */
const FADED = 0.3;

export class Monsters {
  readonly root = new Group();
  readonly marks: Marks;
  readonly motions = new Motions();
  readonly #store = new Resources();
  readonly #boardSetup: BoardSetup;
  readonly #grid: Grid;
  readonly #host: SceneHost;
  readonly #rings = new Map<string, Object3D>();
  /** Rings that are being lifted away. */
  readonly #leaving = new Map<string, Object3D>();
  readonly #badgeRoot = new Group();
  readonly #ghosts = new Group();
  readonly #ends: { head: End; tail: End }[];
  #badges: Badge[] = [];
  #ghostBadge: Badge | null = null;
  /** The previewed ring. */
  #held = "";
  #plan = false;
  #pixels = 60;
  #shown: Position | null = null;
  /** Holes to be chosen, and the camera; null from above. */
  #holes: string[] = [];
  #eye: Vector3 | null = null;

  constructor(boardSetup: BoardSetup, grid: Grid, host: SceneHost) {
    this.#boardSetup = boardSetup;
    this.#grid = grid;
    this.#host = host;
    this.marks = new Marks(grid, boardSetup.colours);
    this.#ends = boardSetup.colours.map((colour) => ({
      head: new End(this.#store, "head", colour),
      tail: new End(this.#store, "tail", colour),
    }));
    this.root.add(this.marks.root, this.#badgeRoot, this.#ghosts);
    for (const { head, tail } of this.#ends) this.root.add(head.group, tail.group);
  }

  update(next: SceneInput, _before: SceneInput | null): void {
    const position = readPosition(next);
    const step = stepBetween(this.#shown, position);
    const moving = this.#host.motion && (step.kind === "laid" || step.kind === "taken-back");
    // What moves goes on from where it is, unless all is shown at once.
    if (step.kind !== "same" && !moving) this.motions.finish();
    const wanted = new Map(position.rings.map((ring) => [ringKey(ring), ring]));
    for (const [key, piece] of this.#rings) {
      if (wanted.has(key)) continue;
      this.#rings.delete(key);
      if (moving) this.#liftAway(key, piece);
      else piece.removeFromParent();
    }
    for (const [key, ring] of wanted) {
      if (this.#rings.has(key)) continue;
      const leaving = this.#leaving.get(key);
      const piece = leaving ?? ringPiece(this.#store, this.#grid, ring, this.#colour(ring));
      this.#leaving.delete(key);
      this.#rings.set(key, piece);
      this.root.add(piece);
      if (moving) this.#lay(piece, leaving ? piece.position.y : key === this.#held ? this.#ghosts.position.y : HIGH);
    }
    this.#moveEnds(position, moving ? step.ring.height : null);
    if (step.kind !== "same") {
      this.#number(position, next.last !== null);
      const last = next.last === null ? undefined : position.rings.at(-1);
      this.marks.pieces(position.rings, links(position), last);
    }
    this.#showGhosts(next, position);
    this.#shown = position;
    const { near, far, otherNear } = holesToChoose(next);
    this.#holes = [...near, ...far, ...otherNear];
    this.#fade();
  }

  planView(plan: boolean): void {
    this.#plan = plan;
    for (const badge of this.#badges) badge.show(plan, this.#pixels);
    this.#ghostBadge?.show(plan, this.#pixels);
  }

  pixelsPerUnit(pixels: number): void {
    this.#pixels = pixels;
    this.planView(this.#plan);
  }

  /** Fades what stands between the viewer and the holes to be chosen. */
  see(eye: Vector3 | null): void {
    this.#eye = eye?.clone() ?? null;
    this.#fade();
  }

  #fade(): void {
    const rings = this.#shown?.rings ?? [];
    const hiding = hidingRings(rings, this.#holes, this.#grid, this.#eye);
    for (const ring of rings) {
      const tube = this.#rings.get(ringKey(ring))?.children[0];
      if (!(tube instanceof Mesh)) continue;
      const faded = hiding.has(ring);
      tube.material = this.#store.skin(this.#colour(ring), ring.height, faded ? FADED : 1);
      tube.renderOrder = faded ? ORDER.ghost : 0;
    }
  }

  dispose(): void {
    this.motions.finish();
    this.marks.dispose();
    this.#store.dispose();
    this.root.clear();
  }

  #colour(ring: LaidRing): string | undefined {
    return ring.seat === null ? undefined : this.#boardSetup.colours[ring.seat];
  }

  #number(position: Position, hasLast: boolean): void {
    this.#badgeRoot.clear();
    const { rings } = position;
    const places = badgePlaces(rings, this.#grid);
    this.#badges = rings.map((ring, index) => {
      const last = hasLast && index === rings.length - 1;
      const along = places[index] ?? 0.5;
      const badge = new Badge(this.#store, this.#grid, ring, this.#colour(ring), along, last);
      badge.show(this.#plan, this.#pixels);
      this.#badgeRoot.add(badge.sprite);
      return badge;
    });
  }

  #moveEnds(position: Position, height: number | null): void {
    this.#ends.forEach((pair, seat) => {
      for (const [end, hole] of [
        [pair.head, position.heads[seat] ?? null],
        [pair.tail, position.tails[seat] ?? null],
      ] as const) {
        if (hole === null) {
          end.group.visible = false;
          end.hole = null;
          continue;
        }
        const turn = outward(this.#grid, ringOn(position, hole), hole);
        const from = end.hole;
        if (from === hole && end.turn === turn) continue;
        if (height !== null && from !== null) this.#glide(end, hole, turn, height);
        else if (height !== null) this.#appear(end, hole, turn);
        else end.stand(this.#grid, hole, turn);
      }
    });
  }

  /** Drops a ring. */
  #lay(piece: Object3D, from: number): void {
    this.motions.drop(DROP_SECONDS, (done) => {
      piece.position.y = from * (1 - fallen(done)) + hop(done);
    }, 0, piece);
  }

  #liftAway(key: string, piece: Object3D): void {
    const from = piece.position.y;
    this.#leaving.set(key, piece);
    this.motions.add(LIFT_SECONDS, (done) => {
      piece.position.y = from + (HIGH - from) * done * done;
      if (done < 1) return;
      piece.removeFromParent();
      if (this.#leaving.get(key) === piece) this.#leaving.delete(key);
    }, 0, piece);
  }

  /** Animates an end leaping over the new ring to its far foot. */
  #glide(end: End, hole: string, turn: number, height: number): void {
    const from = end.group.position.clone();
    const before = end.turn;
    end.stand(this.#grid, hole, turn);
    const to = end.group.position.clone();
    const way = Math.atan2(Math.sin(turn - before), Math.cos(turn - before));
    const top = archHeight(height) + 0.5;
    end.group.scale.setScalar(1);
    this.motions.add(CARRY_SECONDS, (done) => {
      const part = easeBoth(done);
      end.group.position.lerpVectors(from, to, part);
      end.group.position.y += 4 * top * part * (1 - part);
      end.group.rotation.y = before + way * part;
    }, 0, end);
  }

  #appear(end: End, hole: string, turn: number): void {
    end.stand(this.#grid, hole, turn);
    this.motions.add(DROP_SECONDS, (done) => {
      end.group.scale.setScalar(Math.max(0.01, easeOut(done)));
    }, 0, end);
  }

  /** Shows the previewed ring with its end, or the possible rings. */
  #showGhosts(next: SceneInput, position: Position): void {
    this.#ghosts.clear();
    this.#ghostBadge = null;
    const held = this.#held;
    this.#held = "";
    if (next.toAct === null) return;
    const seat = next.toAct;
    const colour = this.#boardSetup.colours[seat];
    const ring = previewRing(next, this.#boardSetup);
    if (ring) {
      this.#ghosts.add(ringPiece(this.#store, this.#grid, ring, colour, PREVIEW));
      this.#ghostEnd(colour, next.preview?.parts["end"] === "T" ? "tail" : "head", ring, 1);
      if (position.stage === "start") this.#ghostEnd(colour, "tail", ring, 0);
      const middle = Math.max(0, Math.ceil(distanceOf(ring.feet) / 2) - 1) + 0.5;
      const badge = new Badge(this.#store, this.#grid, ring, colour, middle, true);
      badge.show(this.#plan, this.#pixels);
      this.#ghostBadge = badge;
      this.#ghosts.add(badge.sprite);
      this.#held = ringKey(ring);
      if (held === "") this.#lift();
      return;
    }
    this.#ghosts.position.y = 0;
    const { near, ring: kind } = next.chosen;
    const start = position.stage === "start";
    if (near === undefined || (kind === undefined && !start)) return;
    const { height } = readRing(kind ?? startRing(this.#boardSetup, seat));
    const fars = new Set(agreeing(next.legal, next.chosen).map(({ parts }) => parts["far"]));
    for (const far of fars) {
      if (far === undefined) continue;
      const ring: LaidRing = { seat, feet: [near, far], height };
      this.#ghosts.add(ringPiece(this.#store, this.#grid, ring, colour, POSSIBLE));
    }
  }

  /** Lifts the previewed ring, which is dropped from there. */
  #lift(): void {
    if (!this.#host.motion) {
      this.#ghosts.position.y = HELD_HIGH;
      return;
    }
    this.motions.add(LIFT_SECONDS, (done) => {
      if (this.#held) this.#ghosts.position.y = HELD_HIGH * easeOut(done);
    }, 0, this.#ghosts);
  }

  #ghostEnd(colour: string | undefined, kind: "head" | "tail", ring: LaidRing, foot: 0 | 1): void {
    const end = new End(this.#store, kind, colour, PREVIEW);
    const hole = ring.feet[foot];
    end.stand(this.#grid, hole, outward(this.#grid, ring, hole));
    this.#ghosts.add(end.group);
  }
}
