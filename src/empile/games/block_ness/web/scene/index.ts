/** The scene of Block Ness: the lake and the monsters. */
import { Grid } from "../../../../../../web/src/board/cells.ts";
import { Group, type Vector3 } from "three";
import type { Scene, SceneFactory, SceneHost, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { holesToChoose } from "../model/choices.ts";
import { disposeTree } from "../../../../../../web/src/stage/dispose.ts";
import { GROUND, buildLake } from "./lake.ts";
import { Monsters } from "./monsters.ts";
import { readBoardSetup } from "../model/position.ts";
import { boardExtent } from "../model/sizes.ts";

class BlockNessScene implements Scene {
  readonly root = new Group();
  readonly extent: Scene["extent"];
  readonly ground = GROUND;
  readonly #host: SceneHost;
  readonly #lake: Group;
  readonly #monsters: Monsters;

  constructor(host: SceneHost, boardSetup: Record<string, unknown>) {
    this.#host = host;
    const setup = readBoardSetup(boardSetup);
    this.extent = boardExtent(setup);
    this.#lake = buildLake(setup);
    this.#monsters = new Monsters(setup, new Grid(...setup.zone), host);
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

  contact(): number {
    return this.#monsters.motions.contact;
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

  dispose(): void {
    this.#monsters.dispose();
    disposeTree(this.#lake);
    this.root.clear();
  }
}

const create: SceneFactory = (host, boardSetup) => new BlockNessScene(host, boardSetup);
export default create;
