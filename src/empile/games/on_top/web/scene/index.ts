/** The scene of On Top: the board, its tiles and towers. */
import { Group } from "three";
import type { Scene, SceneFactory, SceneHost, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { disposeTree } from "../../../../../../web/src/stage/dispose.ts";
import { Motions } from "../../../../../../web/src/stage/motion.ts";
import { buildBoard } from "./board.ts";
import { openPlaces } from "../model/choices.ts";
import { SidePieces } from "../model/side-pieces.ts";
import { Lattice } from "../model/lattice.ts";
import { Outline } from "../model/outline.ts";
import { Pawns } from "./pawns.ts";
import { isStep, readBoardSetup, readEffects, readLaid, readPosition } from "../model/position.ts";
import { Preview } from "./move-preview.ts";
import { GROUND, HEIGHT } from "../model/sizes.ts";
import { Tiles } from "./tiles.ts";

class OnTopScene implements Scene {
  readonly root = new Group();
  readonly extent: Scene["extent"];
  readonly ground = GROUND;
  readonly #host: SceneHost;
  readonly #lattice: Lattice;
  readonly #motions = new Motions();
  readonly #board: Group;
  readonly #tiles: Tiles;
  readonly #pawns: Pawns;
  readonly #preview: Preview;

  constructor(host: SceneHost, boardSetup: Record<string, unknown>) {
    this.#host = host;
    const setup = readBoardSetup(boardSetup);
    this.#lattice = new Lattice(setup.points);
    const outline = new Outline(this.#lattice);
    const corners = new SidePieces(outline);
    this.extent = { ...corners.extent, height: HEIGHT, spots: corners.spots };
    this.#board = buildBoard(setup, outline);
    this.#tiles = new Tiles(setup, this.#lattice, corners);
    this.#pawns = new Pawns(setup, this.#lattice, corners, outline.track());
    this.#preview = new Preview(this.#lattice);
    this.root.add(this.#board, this.#tiles.root, this.#pawns.root, this.#preview.root);
  }

  update(next: SceneInput, before: SceneInput | null): void {
    const position = readPosition(next);
    const old = before ? readPosition(before) : null;
    if (!old || before?.position !== next.position) {
      const step = old !== null && isStep(old, position);
      // What moves goes on from where it is, unless all is shown at once.
      if (!step || !this.#host.motion) this.#motions.finish();
      const from = step ? old : null;
      const motions = this.#host.motion && step ? this.#motions : null;
      this.#tiles.update(position, from, motions);
      this.#pawns.update(position, from, motions);
    }
    this.#show(next);
    this.#host.invalidate();
  }

  frame(seconds: number): boolean {
    return this.#motions.step(seconds);
  }

  contact(): number {
    return this.#motions.contact;
  }

  planView(plan: boolean): void {
    this.#look({ plan });
    this.#host.invalidate();
  }

  pixelsPerUnit(pixels: number): void {
    this.#look({ pixels });
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
    this.#tiles.preview(place, preview?.parts["turn"] ?? "", effects.filled, position, this.#host.motion ? this.#motions : null);
    this.#preview.light(openPlaces(next.legal, this.#lattice), place);
    this.#preview.show(effects.circles);
    const last = position.laid.at(-1);
    this.#preview.last(last === undefined ? null : readLaid(last).place);
  }
}

const create: SceneFactory = (host, boardSetup) => new OnTopScene(host, boardSetup);
export default create;
