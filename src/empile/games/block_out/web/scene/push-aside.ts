/** Pushes waiting blocks out of the way of falling ones, which the server's animation does not include. */
import type { BodyPose } from "../../../../../../web/src/stage/scene.ts";
import { composed, upright } from "../../../../../../web/src/physics/geometry.ts";
import type { Solid } from "../model/position.ts";

/** Radius of a block seen from above, in edge lengths. */
const ROUND = 0.6;
/** Degrees of rotation per millimetre of push. */
const TURN = 1.1;

/** Returns the pose of a waiting block pushed by one that comes too close, or null. */
export function pushedAside(
  solid: Solid, pose: BodyPose, other: Solid, [x, y, z]: BodyPose,
): BodyPose | null {
  const [ownX, ownY, ownZ, ...turn] = pose;
  if (z - other.edge / 2 > ownZ + solid.edge / 2) return null;
  const [across, up] = [ownX - x, ownY - y];
  const far = Math.hypot(across, up);
  const push = ROUND * (solid.edge + other.edge) - far;
  if (push <= 0) return null;
  // A block that lands exactly on top pushes outwards.
  const [wayX, wayY] = far > 1 ? [across / far, up / far] : [0, -1];
  // The direction of rotation follows from which side is hit.
  const side = Math.sign(wayX * ownY - wayY * ownX) || 1;
  return [
    ownX + wayX * push, ownY + wayY * push, ownZ,
    ...composed(upright(-side * TURN * push), turn),
  ];
}
