/** Block Ness's part in the pages of solo games. */
import type { SoloParts, Start } from "../../../../../../web/src/board/level-editor.ts";
import type { Position } from "../model/position.ts";
import { LakeEditor } from "./lake-editor.ts";
import { decode, describe, EMPTY, encode, type LevelStart } from "./level.ts";

const asStart = (start: LevelStart | null) => start as unknown as Start | null;
const asLevel = (start: Start) => start as unknown as LevelStart;

const parts: SoloParts = {
  variants: ["base", "expert"],
  empty: () => asStart(EMPTY) as Start,
  encode: (start) => encode(asLevel(start)),
  decode: (text) => asStart(decode(text)),
  describe: (position, t) => describe(position as unknown as Position, t),
  left: (position) => (position as unknown as Position).reserves[0]?.length ?? 0,
  make: () => new LakeEditor(),
};
export default parts;
