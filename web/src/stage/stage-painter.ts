/** Textures that all games share. */
import { TexturePainter } from "./texture-painter.ts";

export const stagePainter = new TexturePainter("stage", () => import("./painters.ts"));
