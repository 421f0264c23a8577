/** The scene of Blox: the city, its towers and figures. */
import { Group } from "three";
import type { Scene, SceneFactory, SceneHost, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { disposeTree } from "../../../../../../web/src/stage/dispose.ts";
import { litCells, litFigure } from "../model/choices.ts";
import { GROUND, buildBoard } from "./board.ts";
import { Ghosts } from "./move-preview.ts";
import { Lights } from "./lights.ts";
import { type BoardSetup, place, readPosition, readBoardSetup } from "../model/position.ts";
import { EXTENT } from "../model/sizes.ts";
import { BlocksAndFigures } from "./blocks-and-figures.ts";
import { reserveMiddle } from "../model/trays.ts";

class BloxScene implements Scene {
  readonly root = new Group();
  readonly extent = EXTENT;
  readonly ground = GROUND;
  readonly #host: SceneHost;
  readonly #boardSetup: BoardSetup;
  readonly #lights = new Lights();
  readonly #ghosts = new Ghosts();
  #city: Group | null = null;
  #town: BlocksAndFigures | null = null;
  #plan = false;
  #pixels = 60;

  constructor(host: SceneHost, boardSetup: Record<string, unknown>) {
    this.#host = host;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.root.add(this.#lights.root, this.#ghosts.root);
  }

  update(next: SceneInput): void {
    const position = readPosition(next);
    const town = this.#settle(position.points.length);
    town.update(position, this.#host.motion);
    town.lift(next.chosen["figure"] ?? next.preview?.parts["figure"] ?? null, this.#host.motion);
    const lit = litCells(next);
    const last = next.last?.parts["to"];
    this.#lights.show(
      lit,
      next.chosen["figure"] !== undefined && litFigure(next) !== null,
      last === undefined || last === "hand" ? null : last,
      this.#host.motion ? town.motions : null,
    );
    this.#showPreview(next);
    this.#host.invalidate();
  }

  frame(seconds: number): boolean {
    return this.#town?.motions.step(seconds) ?? false;
  }

  contact(): number {
    return this.#town?.motions.contact ?? 0;
  }

  planView(plan: boolean): void {
    this.#plan = plan;
    this.#town?.look(plan, this.#pixels);
    this.#host.invalidate();
  }

  pixelsPerUnit(pixels: number): void {
    this.#pixels = pixels;
    this.#town?.look(this.#plan, pixels);
  }

  dispose(): void {
    this.#town?.dispose();
    this.#lights.dispose();
    this.#ghosts.dispose();
    if (this.#city) disposeTree(this.#city);
    this.root.clear();
  }

  /** Builds the city once the first position gives the number of seats. */
  #settle(seats: number): BlocksAndFigures {
    if (this.#town) return this.#town;
    this.#city = buildBoard(this.#boardSetup, seats);
    this.#town = new BlocksAndFigures(seats);
    this.#town.look(this.#plan, this.#pixels);
    this.root.add(this.#city, this.#town.root);
    return this.#town;
  }

  /** Shows the result of the previewed move, and its path. */
  #showPreview(next: SceneInput): void {
    this.#town?.hide(this.#ghosts.show(next));
    const { figure, to } = next.preview?.parts ?? {};
    if (figure === undefined || to === undefined || to === "hand" || figure === to) {
      this.#lights.path(null, null);
      return;
    }
    const seats = readPosition(next).points.length;
    const from = figure === "reserve" ? reserveMiddle(next.toAct ?? 0, seats) : place(figure);
    // A figure that enters comes from outside, so its path is not drawn.
    this.#lights.path(figure === "reserve" ? null : from, place(to));
  }
}

const create: SceneFactory = (host, boardSetup) => new BloxScene(host, boardSetup);
export default create;
