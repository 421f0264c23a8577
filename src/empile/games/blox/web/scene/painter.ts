/** Textures of Blox that are painted in a worker. */
import { TexturePainter } from "../../../../../../web/src/stage/texture-painter.ts";

export const painter = new TexturePainter("blox", () => import("./painters.ts"));
