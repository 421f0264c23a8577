/** Where blocks wait that are not in the tower, and where the next one goes. */
import type { BodyPose, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { highest, standing } from "./units.ts";
import { COLOURS, type Position, type Setting, type Solid, freeBlocks, readResting } from "./position.ts";
import { SHOP_RADIUS } from "./sizes.ts";

const GAP = 9;
/** More between two colours. */
const COLOUR_GAP = 9;
/** How high a block hovers that is about to be placed. */
const HOVER = 22;

export interface WaitingPlace {
  /** Degrees from the front, counter-clockwise seen from above. */
  angle: number;
  pose: BodyPose;
}

/** The blocks' places: an arc around the front of the tower, by colour from left to right. */
export function waitingPlaces(setting: Setting): ReadonlyMap<string, WaitingPlace> {
  // Farther away at both ends stand the large ones: none hides another.
  const blocks = COLOURS.flatMap((colour, index) => {
    const found = [...setting.blocks.values()].filter((solid) => solid.colour === colour);
    return index === 0 ? found.reverse() : found;
  });
  let along = 0;
  const middles = blocks.map(({ edge, colour }, index) => {
    if (index > 0) along += GAP + (blocks[index - 1]?.colour === colour ? 0 : COLOUR_GAP);
    along += edge;
    return along - edge / 2;
  });
  return new Map(blocks.map((solid, index) => {
    const angle = ((((middles[index] ?? 0) - along / 2) / SHOP_RADIUS) * 180) / Math.PI;
    const turn = (angle * Math.PI) / 180;
    const [x, y] = [SHOP_RADIUS * Math.sin(turn), -SHOP_RADIUS * Math.cos(turn)];
    return [solid.name, { angle, pose: standing(solid, x, y, 0, angle) }];
  }));
}

/** A block standing upright in the middle of a tower of that height. */
export function onTop(solid: Solid, top: number): BodyPose {
  return standing(solid, 0, 0, top, 0);
}

export interface Places {
  /** Where each block is. */
  at: ReadonlyMap<string, BodyPose>;
  /** The height of the tower, without the block that is being placed. */
  top: number;
  /** The block that is on its way to the tower. */
  placing: string | null;
}

/** Where all blocks of a position are. */
export function places(
  input: SceneInput, position: Position, setting: Setting, waiting: ReadonlyMap<string, WaitingPlace>,
): Places {
  const at = new Map<string, BodyPose>();
  const told = readResting(input);
  let top = 0;
  let placing: string | null = null;
  for (const block of position.tower) {
    const solid = setting.blocks.get(block);
    if (!solid) continue;
    const known = told?.get(block);
    if (told && !known) {
      placing = block;
      at.set(block, onTop(solid, top + HOVER));
      continue;
    }
    const pose = known ?? onTop(solid, top);
    at.set(block, pose);
    top = Math.max(top, highest(solid, pose));
  }
  for (const block of freeBlocks(setting, position)) {
    const stall = waiting.get(block);
    if (stall) at.set(block, stall.pose);
  }
  return { at, top, placing };
}
