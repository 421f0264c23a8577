/** Textures of On Top that are painted in a worker. */
import { TexturePainter } from "../../../../../../web/src/stage/texture-painter.ts";

export const painter = new TexturePainter("on_top", () => import("./painters.ts"));
