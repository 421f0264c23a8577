/** The places on the table: the tower's blocks, the place on top of them, and the blocks that wait. */
import type { BodyPose, SceneInput, Target, Translate } from "../../../../../../web/src/stage/scene.ts";
import { type Solid, readPosition } from "../model/position.ts";
import { MM, sceneSpot } from "../model/units.ts";
import { type WaitingPlace, places as posesOf } from "../model/waiting-blocks.ts";
import type { Box } from "./box.ts";

/** The place on top of the tower. */
export const TOWER = "tower";
const AROUND = 0.72;
const TOP_RADIUS = 0.7;

/** Returns where a piece can go; for null, all places. Cards go to places that are not on the table. */
export function places(
  input: SceneInput, piece: string | null, { setup }: Box, waiting: ReadonlyMap<string, WaitingPlace>, t: Translate,
): Target[] {
  const position = readPosition(input);
  const { at, top } = posesOf(input, position, setup, waiting);
  const above: Target = {
    id: `place:${TOWER}`, part: "place", value: TOWER, at: sceneSpot(0, 0, top), radius: TOP_RADIUS,
    label: t(position.tower.length > 0 ? "editor.position.top" : "editor.position.table"),
    cell: { column: 0, row: position.tower.length + 1 },
  };
  if (piece !== null) return piece.startsWith("block:") ? [above] : [];
  const tower = position.tower.map((block, level) =>
    blockTarget(block, setup.blocks.get(block), at.get(block), { column: 0, row: level + 1 },
      t("editor.position.level", { block: t(`block.${block}`), level: level + 1 })));
  const free = [...waiting.keys()].filter((block) => !position.tower.includes(block)).map((block, column) =>
    blockTarget(block, setup.blocks.get(block), at.get(block), { column, row: 0 },
      t("editor.position.waiting", { block: t(`block.${block}`) })));
  return [above, ...tower.reverse(), ...free].filter((target) => target !== null);
}

function blockTarget(
  block: string, solid: Solid | undefined, pose: BodyPose | undefined, cell: { column: number; row: number }, label: string,
): Target | null {
  if (!solid || !pose) return null;
  const [x, y, z] = pose;
  return {
    id: `place:block:${block}`, part: "place", value: `block:${block}`, label, cell, at: sceneSpot(x, y, z),
    radius: (solid.edge / MM) * AROUND,
  };
}
