/** The scene of Block Ness: the lake, the monsters and the choices. */
import { Group, type Vector3 } from "three";
import type { Scene, SceneFactory, SceneHost, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { holesToChoose, panel, targets } from "../model/choices.ts";
import { disposeTree } from "../../../../../../web/src/stage/dispose.ts";
import { svgView } from "../model/svg-view.ts";
import { GROUND, buildLake, lakeExtent } from "./lake.ts";
import { Monsters } from "./monsters.ts";
import { highest } from "./pieces.ts";
import { Chart, type BoardSetup, readBoardSetup } from "../model/position.ts";
import { describe, seatFacts, seatMarks, tieBreaks } from "../model/descriptions.ts";

class BlockNessScene implements Scene {
  readonly root = new Group();
  readonly extent: { x: number; z: number; height: number };
  readonly ground = GROUND;
  readonly #host: SceneHost;
  readonly #boardSetup: BoardSetup;
  readonly #chart: Chart;
  readonly #lake: Group;
  readonly #monsters: Monsters;

  constructor(host: SceneHost, boardSetup: Record<string, unknown>) {
    this.#host = host;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.#chart = new Chart(this.#boardSetup.zone);
    // High rings rarely stand at the far edge, so half their height is enough room.
    this.extent = { ...lakeExtent(this.#boardSetup), height: highest(this.#boardSetup.rings) / 2 };
    this.#lake = buildLake(this.#boardSetup);
    this.#monsters = new Monsters(this.#boardSetup, this.#chart, host);
    this.root.add(this.#lake, this.#monsters.root);
  }

  update(next: SceneInput, before: SceneInput | null): void {
    this.#monsters.update(next, before);
    this.#monsters.marks.holes(
      { ...holesToChoose(next), chosen: next.chosen["near"] },
      this.#host.motion ? this.#monsters.motions : null,
    );
    this.#host.invalidate();
  }

  frame(seconds: number): boolean {
    return this.#monsters.motions.step(seconds);
  }

  targets(input: SceneInput): ReturnType<Scene["targets"]> {
    return targets(input, this.#chart, this.#host.t);
  }

  panel(input: SceneInput): ReturnType<Scene["panel"]> {
    return panel(input, this.#boardSetup, this.#host.t);
  }

  describe(input: SceneInput): string {
    return describe(input, this.#boardSetup, this.#host.t);
  }

  seatFacts(input: SceneInput): ReturnType<Scene["seatFacts"]> {
    return seatFacts(input, this.#boardSetup, this.#host.t);
  }

  tieBreaks(input: SceneInput): string[] {
    return tieBreaks(input, this.#host.t);
  }

  seatMarks(): ReturnType<Scene["seatMarks"]> {
    return seatMarks(this.#boardSetup, this.#host.t);
  }

  planView(plan: boolean): void {
    this.#monsters.planView(plan);
    this.#host.invalidate();
  }

  see(eye: Vector3 | null): void {
    this.#monsters.see(eye);
  }

  pixelsPerUnit(pixels: number): void {
    this.#monsters.pixelsPerUnit(pixels);
  }

  svg(input: SceneInput): string {
    return svgView(input, this.#boardSetup, this.#chart, this.extent);
  }

  dispose(): void {
    this.#monsters.dispose();
    disposeTree(this.#lake);
    this.root.clear();
  }
}

const create: SceneFactory = (host, boardSetup) => new BlockNessScene(host, boardSetup);
export default create;
