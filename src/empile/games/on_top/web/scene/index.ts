/** The scene of On Top: the board, its tiles and towers, and the choices. */
import { Group } from "three";
import type {
  LegalMove,
  Scene,
  SceneFactory,
  SceneHost,
  SceneInput,
} from "../../../../../../web/src/stage/scene.ts";
import { disposeTree } from "../../../../../../web/src/stage/dispose.ts";
import { Motions } from "../../../../../../web/src/stage/motion.ts";
import { buildBoard } from "./board.ts";
import { TileRotation, openPlaces, shortcuts, targets } from "../model/choices.ts";
import { SidePieces } from "../model/side-pieces.ts";
import { svgView } from "../model/svg-view.ts";
import { Lattice } from "../model/lattice.ts";
import { Outline } from "../model/outline.ts";
import { panel } from "../model/panel.ts";
import { Pawns } from "./pawns.ts";
import {
  type BoardSetup,
  follows,
  newTowers,
  readEffects,
  readLaid,
  readPosition,
  readBoardSetup,
} from "../model/position.ts";
import { Preview } from "./move-preview.ts";
import { GROUND } from "../model/sizes.ts";
import { describe, remarks, seatFacts, seatMarks, tieBreaks } from "../model/descriptions.ts";
import { Tiles } from "./tiles.ts";

/** A change of more tiles than this is not a move, and nothing is animated. */
const STEP = 1;

class OnTopScene implements Scene {
  readonly root = new Group();
  readonly extent: Scene["extent"];
  readonly ground = GROUND;
  readonly #host: SceneHost;
  readonly #boardSetup: BoardSetup;
  readonly #lattice: Lattice;
  readonly #outline: Outline;
  readonly #corners: SidePieces;
  readonly #motions = new Motions();
  readonly #board: Group;
  readonly #tiles: Tiles;
  readonly #pawns: Pawns;
  readonly #preview: Preview;
  readonly #hold = new TileRotation();
  #built: [string, string][] = [];

  constructor(host: SceneHost, boardSetup: Record<string, unknown>) {
    this.#host = host;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.#lattice = new Lattice(this.#boardSetup.points);
    this.#outline = new Outline(this.#lattice);
    this.#corners = new SidePieces(this.#outline);
    this.extent = { ...this.#corners.extent, height: 0.35 };
    this.#board = buildBoard(this.#boardSetup, this.#lattice, this.#outline);
    this.#tiles = new Tiles(this.#boardSetup, this.#lattice, this.#corners);
    this.#pawns = new Pawns(this.#boardSetup, this.#lattice, this.#corners, this.#outline.track());
    this.#preview = new Preview(this.#lattice);
    this.root.add(this.#board, this.#tiles.root, this.#pawns.root, this.#preview.root);
  }

  update(next: SceneInput, before: SceneInput | null): void {
    const position = readPosition(next);
    const old = before ? readPosition(before) : null;
    if (!old || before?.position !== next.position) {
      const step = old !== null && follows(old, position) && position.laid.length - old.laid.length <= STEP;
      this.#motions.finish();
      const from = step ? old : null;
      const motions = this.#host.motion && step ? this.#motions : null;
      if (!step) this.#built = [];
      else if (position.laid.length > old.laid.length) this.#built = newTowers(old, position);
      this.#tiles.update(position, from, motions);
      this.#pawns.update(position, from, motions);
    }
    this.#hold.follow(position.tile ?? "", next.preview);
    this.#show(next);
    this.#host.invalidate();
  }

  frame(seconds: number): boolean {
    return this.#motions.step(seconds);
  }

  targets(input: SceneInput): ReturnType<Scene["targets"]> {
    return targets(input, this.#lattice, this.#hold, this.#host.t);
  }

  panel(input: SceneInput): ReturnType<Scene["panel"]> {
    return panel(input, this.#boardSetup, this.#host.t);
  }

  preferred(left: readonly LegalMove[]): LegalMove | null {
    return this.#hold.preferred(left);
  }

  shortcuts(input: SceneInput): ReturnType<typeof shortcuts> {
    return shortcuts(input, this.#host.t);
  }

  remarks(before: SceneInput, next: SceneInput): string[] {
    return remarks(before, next, this.#boardSetup, this.#host.t);
  }

  describe(input: SceneInput): string {
    return describe(input, this.#boardSetup, this.#built, this.#host.t);
  }

  seatFacts(input: SceneInput): ReturnType<Scene["seatFacts"]> {
    return seatFacts(input, this.#host.t);
  }

  tieBreaks(input: SceneInput): string[] {
    return tieBreaks(input, this.#host.t);
  }

  seatMarks(input: SceneInput): ReturnType<Scene["seatMarks"]> {
    return seatMarks(input, this.#host.t);
  }

  planView(plan: boolean): void {
    this.#look({ plan });
    this.#host.invalidate();
  }

  pixelsPerUnit(pixels: number): void {
    this.#look({ pixels });
  }

  svg(input: SceneInput): string {
    return svgView(input, this.#boardSetup, this.#lattice, this.#outline, this.#corners);
  }

  dispose(): void {
    this.#motions.finish();
    this.#tiles.dispose();
    this.#pawns.dispose();
    this.#preview.dispose();
    disposeTree(this.#board);
    this.root.clear();
  }

  readonly #view = { plan: false, pixels: 60 };

  #look(view: Partial<{ plan: boolean; pixels: number }>): void {
    Object.assign(this.#view, view);
    const { plan, pixels } = this.#view;
    this.#pawns.look(plan, pixels);
    this.#preview.look(plan, pixels);
  }

  /** Shows the lights, the previewed move and the last one. */
  #show(next: SceneInput): void {
    const position = readPosition(next);
    const { preview } = next;
    const place = preview?.parts["place"] ?? null;
    const effects = readEffects(preview?.effects);
    this.#tiles.preview(place, preview?.parts["turn"] ?? "", effects.filled, position);
    this.#preview.light(openPlaces(next.legal, this.#lattice), place);
    this.#preview.show(effects.circles);
    const last = position.laid.at(-1);
    this.#preview.last(last === undefined ? null : readLaid(last).place);
  }
}

const create: SceneFactory = (host, boardSetup) => new OnTopScene(host, boardSetup);
export default create;
