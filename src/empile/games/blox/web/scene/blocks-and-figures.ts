/** Blocks and figures, and their motions. */
import { Group, type Material, MeshLambertMaterial, MeshPhongMaterial } from "three";
import { InstancedPieces, type PiecePose, between } from "../../../../../../web/src/stage/instanced-pieces.ts";
import { type Decal, Decals } from "../../../../../../web/src/stage/decals.ts";
import {
  CARRY_SECONDS, DROP_SECONDS, HELD_HIGH, LIFT_SECONDS, Motions, easeOut, fallen, hop,
} from "../../../../../../web/src/stage/motion.ts";
import { type Place, assignPlaces } from "../../../../../../web/src/stage/piece-identity.ts";
import { blockPlaces, figurePlaces, jitter, readPlace } from "../model/piece-places.ts";
import { side } from "../model/colours.ts";
import { paintTop } from "./paint.ts";
import { painter } from "./painter.ts";
import { COLOURS, type Colour, type Owner, type Position, count, place } from "../model/position.ts";
import { blockGeometry, figureGeometry } from "./shapes.ts";
import { BLOCK, FIGURE_HEIGHT } from "../model/sizes.ts";
import { reserveSpot, stackSpot, traySizes } from "../model/trays.ts";

const STAGGER = 0.04;
/** Delay between the two halves of a move: first the tower falls, then the figure moves. */
const SECOND = 0.14;
/** If more pieces than this change places it is not a move, and nothing is animated. */
const MANY = 12;

interface Actors {
  owner: Owner | null;
  colour: Colour | null;
  crowd: InstancedPieces;
  places: (Place | null)[];
}

interface Change {
  actors: Actors;
  index: number;
  from: Place | null;
  to: Place | null;
}

export class BlocksAndFigures {
  readonly root = new Group();
  readonly motions = new Motions();
  readonly #roofs = new Decals(paintTop);
  readonly #seats: number;
  readonly #kept: { dispose(): void }[] = [];
  readonly #actors: Actors[] = [];
  #blockShape = blockGeometry();
  #shown = false;
  #hidden: string | null = null;
  /** The cell whose figure is held up. */
  #lifted: string | null = null;

  constructor(seats: number) {
    this.#seats = seats;
    this.root.add(this.#roofs.mesh);
    this.#kept.push(this.#blockShape);
  }

  /** Shows `position`, animated if `motion` is set and the step is short. */
  update(position: Position, motion: boolean): void {
    if (this.#actors.length === 0) this.#enrol(position);
    const changes = this.#changes(position);
    const moved = changes.filter(({ from, to }) => from !== to);
    if (moved.length === 0 && this.#shown) return;
    const calm = motion && this.#shown && moved.length <= MANY && moved.every(({ from, to }) => from ?? to);
    // What moves goes on from where it is, unless all is shown at once.
    if (!calm) this.motions.finish();
    if (moved.length > 0) this.#lifted = null;
    for (const change of moved) {
      change.actors.places[change.index] = change.to;
      if (!calm) change.actors.crowd.put(change.index, this.#stand(change.actors, change.to));
    }
    this.#restand(changes.filter((change) => change.from === change.to));
    const roofs = this.#roofsOf(position);
    if (calm) this.#move(moved, roofs);
    else this.#roofs.show(roofs);
    this.#shown = true;
  }

  /** Hides the figure on a cell while a previewed tower is shown in its place. */
  hide(cell: string | null): void {
    if (cell === this.#hidden) return;
    const before = this.#hidden;
    this.#hidden = cell;
    this.#onCells([before, cell], (actors, index, at) => actors.crowd.put(index, this.#stand(actors, at)));
  }

  /** Lifts the figure on a cell, and drops the one that was lifted before. */
  lift(cell: string | null, motion: boolean): void {
    if (cell === this.#lifted) return;
    const before = this.#lifted;
    this.#lifted = cell;
    this.#onCells([before, cell], (actors, index, at) => {
      const goal = this.#stand(actors, at);
      const start = actors.crowd.stands[index] ?? goal;
      const up = goal.y > start.y;
      const play = (done: number): void => {
        const y = up ? start.y + (goal.y - start.y) * easeOut(done) : start.y * (1 - fallen(done)) + hop(done);
        actors.crowd.put(index, { ...goal, y });
      };
      if (!motion) actors.crowd.put(index, goal);
      else if (up) this.motions.add(LIFT_SECONDS, play, 0, this.#key(actors, index));
      else this.motions.drop(DROP_SECONDS, play, 0, this.#key(actors, index));
    });
  }

  #onCells(cells: (string | null)[], act: (actors: Actors, index: number, at: Place) => void): void {
    for (const actors of this.#actors) {
      actors.places.forEach((at, index) => {
        if (at !== null && cells.some((cell) => at === `cell ${cell}`)) act(actors, index, at);
      });
    }
  }

  #key(actors: Actors, index: number): string {
    return `${this.#actors.indexOf(actors)} ${index}`;
  }

  look(plan: boolean, pixels: number): void {
    this.#roofs.look(plan, pixels);
  }

  dispose(): void {
    this.motions.finish();
    this.#roofs.dispose();
    for (const { crowd } of this.#actors) crowd.dispose();
    for (const kept of this.#kept) kept.dispose();
    this.root.clear();
  }

  /** Creates the pieces; their number never changes during a game. */
  #enrol(position: Position): void {
    for (const colour of COLOURS) {
      const map = painter.texture("block", colour);
      const material = new MeshPhongMaterial({ map, specular: 0x26221c, shininess: 30 });
      this.#kept.push(map, material);
      const total = blockPlaces(position, colour).length;
      this.#add({ owner: null, colour }, this.#blockShape, material, total);
    }
    const owners: Owner[] = [...Array.from({ length: this.#seats }, (_, seat) => seat), "neutral"];
    const material = new MeshLambertMaterial({ vertexColors: true });
    this.#kept.push(material);
    for (const owner of owners) {
      const total = figurePlaces(position, owner).length;
      if (total === 0) continue;
      const geometry = figureGeometry(side(owner));
      this.#kept.push(geometry);
      this.#add({ owner, colour: null }, geometry, material, total);
    }
  }

  #add(
    kind: { owner: Owner | null; colour: Colour | null },
    geometry: ConstructorParameters<typeof InstancedPieces>[0],
    material: Material,
    total: number,
  ): void {
    const crowd = new InstancedPieces(geometry, material, total);
    this.root.add(crowd.mesh);
    this.#actors.push({ ...kind, crowd, places: Array.from({ length: total }, () => null) });
  }

  #changes(position: Position): Change[] {
    // A table may be shown before its towers stand: then pieces are added later.
    for (const actors of [...this.#actors]) {
      const wanted = this.#wanted(actors, position);
      if (wanted.length > actors.places.length) this.#grow(actors, wanted.length);
    }
    return this.#actors.flatMap((actors) => {
      const next = assignPlaces(actors.places, this.#wanted(actors, position));
      return actors.places.map((from, index) => ({ actors, index, from, to: next[index] ?? null }));
    });
  }

  #wanted({ owner, colour }: Actors, position: Position): Place[] {
    if (colour !== null) return blockPlaces(position, colour);
    return owner === null ? [] : figurePlaces(position, owner);
  }

  #grow(actors: Actors, total: number): void {
    const { crowd } = actors;
    const grown = new InstancedPieces(crowd.mesh.geometry, crowd.mesh.material as Material, total);
    crowd.stands.forEach((stand, index) => grown.put(index, stand));
    crowd.mesh.removeFromParent();
    crowd.dispose();
    this.root.add(grown.mesh);
    actors.crowd = grown;
    while (actors.places.length < total) actors.places.push(null);
  }

  #stand(actors: Actors, at: Place | null): PiecePose {
    const nowhere = { x: 0, y: -3, z: 0, turn: 0, size: 0 };
    if (at === null) return nowhere;
    const { kind, where, index } = readPlace(at);
    if (kind === "tower") {
      return { ...place(where), y: index * BLOCK.height, turn: jitter(where) * (1 - index * 0.3), size: 1 };
    }
    if (kind === "stack" && actors.colour !== null) {
      const spot = stackSpot(Number(where), this.#seats, actors.colour);
      const size = traySizes(this.#seats).block;
      return { ...spot, y: index * BLOCK.height * size, turn: 0, size };
    }
    if (kind === "cell") {
      const y = where === this.#lifted ? HELD_HIGH : 0;
      return { ...place(where), y, turn: 0, size: where === this.#hidden ? 0 : 1 };
    }
    const spot = reserveSpot(Number(where), this.#seats, index);
    return { ...spot, y: 0, turn: 0, size: traySizes(this.#seats).figure };
  }

  #restand(same: Change[]): void {
    for (const { actors, index, to } of same) {
      if (!this.motions.moves(this.#key(actors, index))) actors.crowd.put(index, this.#stand(actors, to));
    }
  }

  #move(moved: Change[], roofs: Decal[]): void {
    const blocks = moved.filter(({ actors }) => actors.colour !== null);
    const figures = moved.filter(({ actors }) => actors.colour === null);
    const taking = blocks.some(({ from }) => from?.startsWith("tower"));
    const building = blocks.some(({ to }) => to?.startsWith("tower"));
    // A rising tower gets its roof at the end; a falling one loses it at once.
    const rising = new Set(blocks.flatMap(({ to }) => (to?.startsWith("tower") ? [readPlace(to).where] : [])));
    const spots = [...rising].map((cell) => place(cell));
    this.motions.stop(this.#roofs);
    this.#roofs.show(roofs.filter(({ x, z }) => !spots.some((spot) => spot.x === x && spot.z === z)));
    const order = (place: Place | null): number => (place === null ? 0 : readPlace(place).index);
    blocks.sort((a, b) => (taking ? order(b.from) - order(a.from) : order(a.to) - order(b.to)));
    let end = 0;
    blocks.forEach((change, turn) => {
      const delay = (building ? SECOND : 0) + turn * STAGGER;
      end = Math.max(end, delay + CARRY_SECONDS);
      this.#fly(change, delay, 0.9);
    });
    for (const change of figures) {
      const onBoard = change.from?.startsWith("cell") && change.to?.startsWith("cell");
      const delay = onBoard && taking ? SECOND : 0;
      this.#fly(change, delay, onBoard ? 0.12 : 1.1);
    }
    if (rising.size > 0) {
      this.motions.add(0.01, (done) => {
        if (done === 1) this.#roofs.show(roofs);
      }, end, this.#roofs);
    }
  }

  #fly({ actors, index, from, to }: Change, delay: number, rise: number): void {
    const start = actors.crowd.stands[index] ?? this.#stand(actors, from);
    const end = this.#stand(actors, to);
    // Neutral figures leave the game: they shrink in place.
    const goal = to === null ? { ...start, y: start.y + FIGURE_HEIGHT, size: 0 } : end;
    const origin = from === null ? { ...end, size: 0 } : start;
    this.motions.drop(CARRY_SECONDS, (done) => {
      const pose = between(origin, goal, fallen(done), rise);
      actors.crowd.put(index, { ...pose, y: pose.y + hop(done) });
    }, delay, this.#key(actors, index));
  }

  #roofsOf(position: Position): Decal[] {
    const towers = Object.entries(position.towers).map(([cell, tower]) => ({
      text: tower,
      ...place(cell),
      y: tower.length * BLOCK.height + 0.006,
      size: 0.5,
      planSize: 0.78,
    }));
    const stacks = position.blocks.flatMap((blocks, seat) =>
      COLOURS.flatMap((colour) => {
        const many = count(blocks, colour);
        if (many < 2) return [];
        const { x, z } = stackSpot(seat, this.#seats, colour);
        return [{ text: String(many), x, y: 0.012, z: z + 0.33, size: 0.28, planSize: 0.3 }];
      }),
    );
    return [...towers, ...stacks];
  }
}
