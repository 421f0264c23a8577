/** On Top on the page: choices, texts and the plan. */
import { spellers } from "../../../../../../web/src/i18n/message-format.ts";
import type { BoardModel, LegalMove, ModelFactory, SceneInput, Translate } from "../../../../../../web/src/stage/scene.ts";
import { TileRotation, shortcuts, targets } from "./choices.ts";
import { describe, remarks, seatFacts, seatMarks, tieBreaks } from "./descriptions.ts";
import { Lattice, placeText } from "./lattice.ts";
import { Outline } from "./outline.ts";
import { panel } from "./panel.ts";
import { type BoardSetup, isStep, newTowers, readBoardSetup, readPosition } from "./position.ts";
import { SidePieces } from "./side-pieces.ts";
import { HEIGHT } from "./sizes.ts";
import { svgView } from "./svg-view.ts";

class OnTopModel implements BoardModel {
  readonly sound = "slab";
  readonly extent: BoardModel["extent"];
  readonly #t: Translate;
  readonly #boardSetup: BoardSetup;
  readonly #lattice: Lattice;
  readonly #outline: Outline;
  readonly #corners: SidePieces;
  readonly #hold = new TileRotation();
  #built: [string, string][] = [];

  constructor(t: Translate, boardSetup: Record<string, unknown>) {
    this.#t = t;
    this.#boardSetup = readBoardSetup(boardSetup);
    this.#lattice = new Lattice(this.#boardSetup.points);
    this.#outline = new Outline(this.#lattice);
    this.#corners = new SidePieces(this.#outline);
    this.extent = { ...this.#corners.extent, height: HEIGHT };
  }

  update(next: SceneInput, before: SceneInput | null): void {
    const position = readPosition(next);
    const old = before ? readPosition(before) : null;
    if (!old || before?.position !== next.position) {
      if (!old || !isStep(old, position)) this.#built = [];
      else if (position.laid.length > old.laid.length) this.#built = newTowers(old, position);
    }
    this.#hold.follow(position.tile ?? "", next.preview);
  }

  targets(input: SceneInput): ReturnType<BoardModel["targets"]> {
    return targets(input, this.#lattice, this.#hold, this.#t);
  }

  panel(input: SceneInput): ReturnType<BoardModel["panel"]> {
    return panel(input, this.#boardSetup, this.#t);
  }

  preferred(left: readonly LegalMove[]): LegalMove | null {
    return this.#hold.preferred(left);
  }

  shortcuts(input: SceneInput): ReturnType<typeof shortcuts> {
    return shortcuts(input, this.#t);
  }

  remarks(before: SceneInput, next: SceneInput): string[] {
    return remarks(before, next, this.#boardSetup, this.#t);
  }

  describe(input: SceneInput): string {
    return describe(input, this.#boardSetup, this.#built, this.#t);
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
    return svgView(input, this.#boardSetup, this.#lattice, this.#outline, this.#corners);
  }
}

spellers.set("rhombus", placeText);

const create: ModelFactory = (t, boardSetup) => new OnTopModel(t, boardSetup);
export default create;
