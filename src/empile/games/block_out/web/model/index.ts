/** Block Out! on the page: choices, texts and the table seen from the side. */
import { ownSeat } from "../../../../../../web/src/board/cells.ts";
import type {
  BoardModel,
  LegalMove,
  ModelFactory,
  QuickNext,
  SceneInput,
  Translate,
} from "../../../../../../web/src/stage/scene.ts";
import { LEAN } from "./block-svg.ts";
import { type Shot, cameraShot } from "./camera-shots.ts";
import { preferred, quickNext, targets } from "./choices.ts";
import { describe, newCards, remarks, seatFacts, seatMarks } from "./descriptions.ts";
import { panel } from "./panel.ts";
import { type BoardSetup, readBoardSetup, readPosition } from "./position.ts";
import { blockPicture } from "./svg-icons.ts";
import { svgView } from "./svg-view.ts";
import { type Spot, sceneSpot } from "./units.ts";
import { type WaitingPlace, places, waitingPlaces } from "./waiting-blocks.ts";

class BlockOutModel implements BoardModel {
  readonly extent: Shot = cameraShot("table", 0);
  readonly lean = LEAN;
  readonly upright = true;
  readonly byHand: boolean;
  readonly #t: Translate;
  readonly #boardSetup: BoardSetup;
  readonly #waiting: ReadonlyMap<string, WaitingPlace>;
  #fresh: ReadonlySet<string> = new Set();

  constructor(t: Translate, boardSetup: Record<string, unknown>) {
    this.#t = t;
    this.byHand = "reach" in boardSetup;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.#waiting = waitingPlaces(this.#boardSetup);
  }

  update(next: SceneInput, before: SceneInput | null): void {
    if (before?.position === next.position && before.restPoses === next.restPoses) return;
    const seat = ownSeat(next);
    this.#fresh = before && seat !== null ? newCards(readPosition(before), readPosition(next), seat) : new Set();
  }

  targets(input: SceneInput): ReturnType<BoardModel["targets"]> {
    return targets(input, this.#boardSetup, this.#waiting, this.#t);
  }

  goal(input: SceneInput): Spot {
    return sceneSpot(0, 0, places(input, readPosition(input), this.#boardSetup, this.#waiting).top);
  }

  panel(input: SceneInput): ReturnType<BoardModel["panel"]> {
    return panel(input, this.#boardSetup, (block) => this.#letter(block), this.#fresh, this.#t);
  }

  preferred(left: readonly LegalMove[]): LegalMove | null {
    return preferred(left);
  }

  quickNext(input: SceneInput): QuickNext | null {
    const move = quickNext(input, readPosition(input), this.#boardSetup);
    return move && { move, label: this.#t("scene.onward"), svg: this.#picture(move.parts["block"] ?? "") };
  }

  placing(input: SceneInput): string {
    return this.#picture(input.last?.parts["block"] ?? "");
  }

  remarks(before: SceneInput, next: SceneInput): string[] {
    return remarks(before, next, this.#t);
  }

  describe(input: SceneInput): string {
    return describe(input, this.#boardSetup, this.#t);
  }

  seatFacts(input: SceneInput): ReturnType<BoardModel["seatFacts"]> {
    return seatFacts(input, this.#t);
  }

  seatMarks(input: Pick<SceneInput, "names">): ReturnType<BoardModel["seatMarks"]> {
    return seatMarks(input, this.#t);
  }

  svg(input: SceneInput): string {
    const { at, top } = places(input, readPosition(input), this.#boardSetup, this.#waiting);
    Object.assign(this.extent, cameraShot("table", top));
    const drawn = { poses: at, top, held: null, extent: this.extent };
    return svgView(input, this.#boardSetup, drawn, (block) => this.#letter(block));
  }

  #picture(block: string): string {
    const solid = this.#boardSetup.blocks.get(block);
    const largest = Math.max(...[...this.#boardSetup.blocks.values()].map(({ edge }) => edge));
    return solid ? blockPicture(solid, this.#letter(block), largest) : "";
  }

  #letter(block: string): string {
    return this.#t(`size.${block[1]}.letter`);
  }
}

const create: ModelFactory = (t, boardSetup) => new BlockOutModel(t, boardSetup);
export default create;
