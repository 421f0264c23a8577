/** On Top's part in the position editor. */
import type { PositionEditorFactory } from "../../../../../../web/src/stage/position-editor.ts";
import { readBoardSetup } from "../model/position.ts";
import { TilePositions } from "./tile-positions.ts";

const create: PositionEditorFactory = (t, boardSetup) => new TilePositions(t, readBoardSetup(boardSetup));
export default create;
