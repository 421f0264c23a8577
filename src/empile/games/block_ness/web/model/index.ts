/** Block Ness on the page: choices, texts and the plan. */
import { Grid } from "../../../../../../web/src/board/cells.ts";
import { spellers } from "../../../../../../web/src/i18n/message-format.ts";
import type { BoardModel, ModelFactory, SceneInput, Translate } from "../../../../../../web/src/stage/scene.ts";
import { panel, targets } from "./choices.ts";
import { describe, seatFacts, seatMarks, tieBreaks } from "./descriptions.ts";
import { type BoardSetup, readBoardSetup, readRing } from "./position.ts";
import { boardExtent } from "./sizes.ts";
import { svgView } from "./svg-view.ts";

class BlockNessModel implements BoardModel {
  readonly sound = "arch";
  readonly extent: BoardModel["extent"];
  readonly #t: Translate;
  readonly #boardSetup: BoardSetup;
  readonly #grid: Grid;

  constructor(t: Translate, boardSetup: Record<string, unknown>) {
    this.#t = t;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.#grid = new Grid(...this.#boardSetup.zone);
    this.extent = boardExtent(this.#boardSetup);
  }

  update(): void {}

  targets(input: SceneInput): ReturnType<BoardModel["targets"]> {
    return targets(input, this.#grid, this.#t);
  }

  panel(input: SceneInput): ReturnType<BoardModel["panel"]> {
    return panel(input, this.#boardSetup, this.#t);
  }

  describe(input: SceneInput): string {
    return describe(input, this.#boardSetup, this.#t);
  }

  seatFacts(input: SceneInput): ReturnType<BoardModel["seatFacts"]> {
    return seatFacts(input, this.#boardSetup, this.#t);
  }

  tieBreaks(input: SceneInput): string[] {
    return tieBreaks(input, this.#t);
  }

  seatMarks(): ReturnType<BoardModel["seatMarks"]> {
    return seatMarks(this.#boardSetup, this.#t);
  }

  svg(input: SceneInput): string {
    return svgView(input, this.#boardSetup, this.#grid, this.extent);
  }
}

spellers.set("ring", (ring, t) => t("scene.panel.ring", { ...readRing(ring) }));

const create: ModelFactory = (t, boardSetup) => new BlockNessModel(t, boardSetup);
export default create;
