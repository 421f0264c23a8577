/** Block Out!'s part in the position editor. */
import type { PositionEditorFactory } from "../../../../../../web/src/stage/position-editor.ts";
import { readBox } from "./box.ts";
import { TowerPositions } from "./tower-positions.ts";

const create: PositionEditorFactory = (t, boardSetup, options) => new TowerPositions(t, readBox(boardSetup, options));
export default create;
