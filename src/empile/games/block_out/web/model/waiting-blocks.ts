/** Where blocks outside the tower are, and where the next one goes. */
import type { BodyPose, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { highest, standing } from "./units.ts";
import { COLOURS, type Position, type BoardSetup, type Solid, freeBlocks, readResting } from "./position.ts";
import { SHOP_RADIUS } from "./sizes.ts";

const GAP = 9;
/** Additional gap between two colours. */
const COLOUR_GAP = 9;
/** Height above the tower of the block to be placed. */
const HOVER = 22;

export interface WaitingPlace {
  /** Degrees from the front, counter-clockwise seen from above. */
  angle: number;
  pose: BodyPose;
}

/** Returns the blocks' places: an arc in front of the tower, by colour from left to right. */
export function waitingPlaces(boardSetup: BoardSetup): ReadonlyMap<string, WaitingPlace> {
  // Large blocks are at both ends, farther away, so that none hides another.
  const blocks = COLOURS.flatMap((colour, index) => {
    const found = [...boardSetup.blocks.values()].filter((solid) => solid.colour === colour);
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

/** Returns the pose of a block standing upright on a tower of height `top`. */
export function onTop(solid: Solid, top: number): BodyPose {
  return standing(solid, 0, 0, top, 0);
}

export interface Places {
  /** The pose of each block. */
  at: ReadonlyMap<string, BodyPose>;
  /** Height of the tower without the block being placed. */
  top: number;
  /** The block being placed. */
  placing: string | null;
}

/** Returns the poses of all blocks of a position. */
export function places(
  input: SceneInput, position: Position, boardSetup: BoardSetup, waiting: ReadonlyMap<string, WaitingPlace>,
): Places {
  const at = new Map<string, BodyPose>();
  const told = readResting(input);
  let top = 0;
  let placing: string | null = null;
  for (const block of position.tower) {
    const solid = boardSetup.blocks.get(block);
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
  for (const block of freeBlocks(boardSetup, position)) {
    const stall = waiting.get(block);
    if (stall) at.set(block, stall.pose);
  }
  return { at, top, placing };
}
