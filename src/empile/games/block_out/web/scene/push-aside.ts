/** Blocks that wait make way for those that fall: the film knows nothing of them. */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { composed, upright } from "../../../../../../web/src/physics/geometry.ts";
import type { Solid } from "../model/position.ts";

/** Seen from above a block is nearly a circle: that many edge lengths from its middle. */
const ROUND = 0.6;
/** Degrees that a block turns for each millimetre that it is pushed. */
const TURN = 1.1;

/** Where a waiting block is pushed to by one that comes too near; null where it is not. */
export function pushedAside(
  solid: Solid, pose: BodyPose, other: Solid, [x, y, z]: BodyPose,
): BodyPose | null {
  const [ownX, ownY, ownZ, ...turn] = pose;
  if (z - other.edge / 2 > ownZ + solid.edge / 2) return null;
  const [across, up] = [ownX - x, ownY - y];
  const far = Math.hypot(across, up);
  const push = ROUND * (solid.edge + other.edge) - far;
  if (push <= 0) return null;
  // What comes down exactly on top pushes outwards.
  const [wayX, wayY] = far > 1 ? [across / far, up / far] : [0, -1];
  // It turns the way it is struck beside its middle, as seen from the tower.
  const side = Math.sign(wayX * ownY - wayY * ownX) || 1;
  return [
    ownX + wayX * push, ownY + wayY * push, ownZ,
    ...composed(upright(-side * TURN * push), turn),
  ];
}
