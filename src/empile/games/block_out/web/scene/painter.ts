/** Textures of Block Out! that are painted in a worker. */
import { TexturePainter } from "../../../../../../web/src/stage/texture-painter.ts";

export const painter = new TexturePainter("block_out", () => import("./painters.ts"));
