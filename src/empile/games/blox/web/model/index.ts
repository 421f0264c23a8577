/** Blox on the page: choices, texts and the plan. */
import { seatShown } from "../../../../../../web/src/board/cells.ts";
import { spellers } from "../../../../../../web/src/i18n/message-format.ts";
import type { BoardModel, LegalMove, ModelFactory, SceneInput, Translate } from "../../../../../../web/src/stage/scene.ts";
import { preferred, targets } from "./choices.ts";
import { describe, drawn, remarks, seatFacts, seatMarks, tieBreaks } from "./descriptions.ts";
import { payText, panel } from "./panel.ts";
import { type BoardSetup, readBoardSetup, readPosition } from "./position.ts";
import { EXTENT } from "./sizes.ts";
import { svgView } from "./svg-view.ts";

class BloxModel implements BoardModel {
  readonly extent = EXTENT;
  readonly #t: Translate;
  readonly #boardSetup: BoardSetup;
  /** The card that was drawn last. */
  #fresh = "";

  constructor(t: Translate, boardSetup: Record<string, unknown>) {
    this.#t = t;
    this.#boardSetup = readBoardSetup(boardSetup);
  }

  update(next: SceneInput, before: SceneInput | null): void {
    if (!before || before.position === next.position) return;
    const seat = seatShown(next);
    this.#fresh = seat === null ? "" : drawn(readPosition(before), readPosition(next), seat, next);
  }

  targets(input: SceneInput): ReturnType<BoardModel["targets"]> {
    return targets(input, this.#boardSetup, this.#t);
  }

  panel(input: SceneInput): ReturnType<BoardModel["panel"]> {
    return panel(input, this.#boardSetup, this.#t, this.#fresh);
  }

  preferred(left: readonly LegalMove[]): LegalMove | null {
    return preferred(left);
  }

  remarks(before: SceneInput, next: SceneInput): string[] {
    return remarks(before, next, this.#boardSetup, this.#t);
  }

  describe(input: SceneInput): string {
    return describe(input, this.#boardSetup, this.#t);
  }

  seatFacts(input: SceneInput): ReturnType<BoardModel["seatFacts"]> {
    return seatFacts(input, this.#t);
  }

  tieBreaks(input: SceneInput): string[] {
    return tieBreaks(input, this.#t);
  }

  seatMarks(input: Pick<SceneInput, "names">): ReturnType<BoardModel["seatMarks"]> {
    return seatMarks(input, this.#t);
  }

  svg(input: SceneInput): string {
    return svgView(input, this.#boardSetup, this.extent);
  }
}

spellers.set("payment", payText);

const create: ModelFactory = (t, boardSetup) => new BloxModel(t, boardSetup);
export default create;
