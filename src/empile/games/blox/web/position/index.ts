/** Blox's part in the position editor. */
import type { PositionEditorFactory } from "../../../../../../web/src/stage/position-editor.ts";
import { CityPositions } from "./city-positions.ts";
import { readBox } from "./box.ts";

const create: PositionEditorFactory = (t, boardSetup, options) => new CityPositions(t, readBox(boardSetup, options));
export default create;
