/** Pawns in stock, on towers and on the score track, and their motions. */
import { Color, Group, MeshPhongMaterial } from "three";
import { InstancedPieces, type PiecePose, between } from "../../../../../../web/src/stage/instanced-pieces.ts";
import { type Decal, Decals } from "../../../../../../web/src/stage/decals.ts";
import { CARRY_SECONDS, type Motions, easeBoth, fallen, hop } from "../../../../../../web/src/stage/motion.ts";
import { type Place, assignPlaces } from "../../../../../../web/src/stage/piece-identity.ts";
import { COLOURS, type Colour, LIVERIES, colourOf } from "../model/colours.ts";
import type { SidePieces } from "../model/side-pieces.ts";
import type { Lattice, Spot } from "../model/lattice.ts";
import { markerSpot } from "../model/markers.ts";
import { paintSign } from "./signs.ts";
import { type Position, type BoardSetup, newTowers } from "../model/position.ts";
import { pawnGeometry } from "./shapes.ts";
import { GROUND, MARKER_SIZE, PAWN, STOCK_SIZE, levels, pawnSize } from "../model/sizes.ts";

/** Delay between pawns, and before the first. */
const STAGGER = 0.2;
const BEGIN = CARRY_SECONDS + 0.1;
/** Duration of a marker's step, and its upper limit for all steps. */
const STEP_SECONDS = 0.09;
const LONGEST = 0.9;

export class Pawns {
  readonly root = new Group();
  readonly #boardSetup: BoardSetup;
  readonly #lattice: Lattice;
  readonly #corners: SidePieces;
  readonly #track: readonly Spot[];
  readonly #shape = pawnGeometry();
  readonly #wood = new MeshPhongMaterial({ vertexColors: true, specular: 0x33302a, shininess: 42 });
  readonly #signs = new Decals(paintSign, 3);
  #crowd: InstancedPieces | null = null;
  /** Colour of each pawn; the seats' markers come last. */
  #colours: Colour[] = [];
  #places: (Place | null)[] = [];
  #scores: number[] = [];
  #towers: Record<string, string> = {};
  /** Where the pawns go that are in the air. */
  readonly #flying = new Map<number, Place>();

  constructor(boardSetup: BoardSetup, lattice: Lattice, corners: SidePieces, track: readonly Spot[]) {
    this.#boardSetup = boardSetup;
    this.#lattice = lattice;
    this.#corners = corners;
    this.#track = track;
    this.root.add(this.#signs.mesh);
  }

  /** Shows `position`; pawns fly one after the other if `motions` is given. */
  update(position: Position, before: Position | null, motions: Motions | null): void {
    const crowd = this.#enrol(position);
    const wanted = this.#wanted(position);
    const next = COLOURS.map((colour) => {
      const own = this.#colours.flatMap((of, index) => (of === colour ? [index] : []));
      const places = assignPlaces(own.map((index) => this.#places[index] ?? null), wanted[colour]);
      return own.map((index, at) => [index, places[at] ?? null] as const);
    }).flat();
    const calm = before !== null && motions !== null;
    const order = calm ? this.#order(before, position) : [];
    this.#towers = position.towers;
    let last = 0;
    for (const [index, place] of next) {
      const from = this.#places[index] ?? null;
      this.#places[index] = place;
      const key = `pawn ${index}`;
      // On its way already: towers may have grown, so its place is looked up again at the end.
      if (calm && from === place && motions.moves(key)) {
        last = Math.max(last, BEGIN + CARRY_SECONDS);
        continue;
      }
      this.#flying.delete(index);
      const goal = this.#stand(index, place, position.towers);
      const turn = place === null ? -1 : order.indexOf(place);
      if (!calm || from === place || turn < 0) {
        crowd.put(index, goal);
        continue;
      }
      const start = crowd.stands[index] ?? goal;
      const delay = BEGIN + turn * STAGGER;
      last = Math.max(last, delay + CARRY_SECONDS);
      this.#flying.set(index, place ?? "");
      motions.drop(CARRY_SECONDS, (done) => {
        const pose = between(start, this.#stand(index, place, this.#towers), fallen(done), 0.55);
        crowd.put(index, { ...pose, y: pose.y + hop(done) });
        if (done === 1) this.#flying.delete(index);
      }, delay, key);
    }
    const { moving, end } = this.#count(position, calm ? motions : null, last);
    this.#signs.show(this.#signsOf(position, moving));
    if (motions && this.#flying.size + moving.size > 0) {
      // Added last, so that each frame draws the signs where the pawns have just been moved.
      motions.add(end, (done) => {
        const still = done === 1;
        this.#signs.show(this.#signsOf(position, still ? new Set() : moving));
      }, 0, this.#signs);
    }
  }

  look(plan: boolean, pixels: number): void {
    this.#signs.look(plan, pixels);
  }

  dispose(): void {
    this.#crowd?.dispose();
    this.#shape.dispose();
    this.#wood.dispose();
    this.#signs.dispose();
    this.root.clear();
  }

  /** Creates all pawns and a marker for each seat; their number never changes. */
  #enrol(position: Position): InstancedPieces {
    if (this.#crowd) return this.#crowd;
    const pawns = COLOURS.flatMap((colour) => {
      const placed = Object.values(position.towers).join("").split(colour).length - 1;
      return Array.from({ length: position.pawns[colour] + placed }, () => colour);
    });
    const seats = position.scores.map((_, seat) => colourOf(seat));
    this.#colours = pawns;
    this.#places = pawns.map(() => null);
    const crowd = new InstancedPieces(this.#shape, this.#wood, pawns.length + seats.length);
    [...pawns, ...seats].forEach((colour, index) => {
      crowd.paint(index, new Color(LIVERIES[colour].colour));
    });
    this.#crowd = crowd;
    this.root.add(crowd.mesh);
    return crowd;
  }

  #wanted(position: Position): Record<Colour, Place[]> {
    const wanted: Record<Colour, Place[]> = { B: [], Y: [], R: [], W: [] };
    for (const [at, tower] of Object.entries(position.towers)) {
      [...tower].forEach((colour, level) => wanted[colour as Colour].push(`tower ${at} ${level}`));
    }
    for (const colour of COLOURS) {
      for (let index = 0; index < position.pawns[colour]; index += 1) {
        wanted[colour].push(`stock ${colour} ${index}`);
      }
    }
    return wanted;
  }

  /** Returns the places of new pawns in the order of placement: second places first, then the top. */
  #order(before: Position, next: Position): Place[] {
    const rank = ([at]: [string, string]): number => this.#boardSetup.points.indexOf(at);
    return newTowers(before, next)
      .sort((a, b) => rank(a) - rank(b))
      .flatMap(([at, tower]) => [...tower].map((_, level) => `tower ${at} ${level}`));
  }

  #stand(index: number, place: Place | null, towers: Record<string, string>): PiecePose {
    const [kind, where = "", number = "0"] = (place ?? "").split(" ");
    const turn = index * 0.7;
    if (kind === "tower") {
      const tower = towers[where] ?? "";
      const level = Number(number);
      const size = pawnSize(tower.length - 1 - level);
      return { ...this.#lattice.point(where), y: levels(tower)[level] ?? 0, turn, size };
    }
    if (kind === "stock") {
      const { x, z, level } = this.#corners.pile(where as Colour, Number(number));
      return { x, z, y: GROUND + level * PAWN.height * STOCK_SIZE, turn, size: STOCK_SIZE };
    }
    return { x: 0, y: -3, z: 0, turn, size: 0 };
  }

  /** Moves the markers along the track when the pawns are placed; returns which ones move, and until when. */
  #count(
    position: Position, motions: Motions | null, delay: number,
  ): { moving: Set<number>; end: number } {
    const { scores } = position;
    const before = this.#scores;
    const moving = new Set<number>();
    let end = delay;
    this.#scores = scores;
    scores.forEach((score, seat) => {
      const old = before[seat] ?? score;
      const place = (part: number): void => {
        const stand = this.#marker(old + (score - old) * part, scores, seat);
        this.#crowd?.put(this.#colours.length + seat, stand);
      };
      const key = `marker ${seat}`;
      if (!motions || old === score) {
        motions?.stop(key);
        place(1);
        return;
      }
      const seconds = Math.min(LONGEST, Math.abs(score - old) * STEP_SECONDS + 0.25);
      const begin = Math.max(delay, BEGIN) - 0.2;
      moving.add(seat);
      end = Math.max(end, begin + seconds);
      motions.add(seconds, (done) => place(easeBoth(done)), begin, key);
    });
    return { moving, end };
  }

  #marker(score: number, scores: readonly number[], seat: number): PiecePose {
    const { size, ...spot } = markerSpot(this.#track, score, scores, seat);
    return { ...spot, y: 0, turn: 0, size: size * MARKER_SIZE };
  }

  /** Returns the signs on towers, piles and markers; those of moving pawns are where these are now. */
  #signsOf(position: Position, moving: ReadonlySet<number>): Decal[] {
    const flying = this.#flying;
    const lift = 0.006;
    const landing = new Set([...flying.values()].map((place) => place.split(" ")[1]));
    const towers = Object.entries(this.#towers).flatMap(([at, tower]): Decal[] => {
      const top = tower.at(-1);
      if (top === undefined || landing.has(at)) return [];
      const y = (levels(tower).at(-1) ?? 0) + lift;
      const text = `top ${top} ${tower.length}`;
      return [{ text, ...this.#lattice.point(at), y, size: 0.5, planSize: 0.5 }];
    });
    const inFlight = [...flying].flatMap(([index, place]): Decal[] => {
      const [kind, where = "", number = "0"] = place.split(" ");
      const tower = this.#towers[where] ?? "";
      const colour = this.#colours[index];
      if (!colour || kind !== "tower") return [];
      const isTop = Number(number) === tower.length - 1;
      return [this.#signOn(index, isTop ? `top ${colour} ${tower.length}` : `mark ${colour}`, isTop ? 0.5 : 0.34)];
    });
    const stocks = COLOURS.flatMap((colour): Decal[] => {
      const many = position.pawns[colour];
      const neutral = this.#boardSetup.seats[colour] === null ? " neutral" : "";
      const tops = this.#corners.tops(many).map((index) => {
        const { x, z, level } = this.#corners.pile(colour, index);
        const y = GROUND + (level + 1) * PAWN.height * STOCK_SIZE + lift;
        return { text: `mark ${colour}`, x, y, z, size: 0.34, planSize: 0.34 };
      });
      // The number is in the middle of the piles, so that their marks stay visible.
      const high = Math.ceil(many / tops.length || 0);
      const left = { ...this.#corners.stock(colour), y: GROUND + high * PAWN.height * STOCK_SIZE + 2 * lift };
      return [...tops, { text: `left ${many}${neutral}`, ...left, size: 0.4, planSize: 0.42 }];
    });
    const markers = position.scores.flatMap((score, seat): Decal[] => {
      if (moving.has(seat)) {
        return [this.#signOn(this.#colours.length + seat, `mark ${colourOf(seat)}`, 0.3 / MARKER_SIZE)];
      }
      const { size, ...spot } = markerSpot(this.#track, score, position.scores, seat);
      const y = PAWN.height * MARKER_SIZE * size + lift;
      return [{ text: `mark ${colourOf(seat)}`, ...spot, y, size: 0.3 * size, planSize: 0.3 * size }];
    });
    return [...towers, ...inFlight, ...stocks, ...markers];
  }

  /** Returns a sign on a pawn where it is now; `wide` is its width on a pawn of size 1. */
  #signOn(index: number, text: string, wide: number): Decal {
    const { x, y, z, size } = this.#crowd?.stands[index] ?? { x: 0, y: 0, z: 0, size: 0 };
    return { text, x, y: y + PAWN.height * size + 0.006, z, size: wide * size, planSize: wide * size };
  }
}
