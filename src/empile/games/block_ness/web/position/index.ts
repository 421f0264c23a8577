/** Block Ness's part in the position editor. */
import type { PositionEditorFactory } from "../../../../../../web/src/stage/position-editor.ts";
import { readBoardSetup } from "../model/position.ts";
import { LakePositions } from "./lake-positions.ts";

const create: PositionEditorFactory = (t, boardSetup, options) =>
  new LakePositions(t, readBoardSetup(boardSetup), options["variant"] === "expert" ? 2 : 1);
export default create;
