/** The round felt mat under the tower and the waiting blocks. */
import {
  CircleGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  ShadowMaterial,
  TorusGeometry,
} from "three";
import { painter } from "./painter.ts";
import { MAT } from "../model/colours.ts";
import { MM } from "../model/units.ts";
import type { BoardSetup } from "../model/position.ts";
import type { WaitingPlace } from "../model/waiting-blocks.ts";
import { MAT_RADIUS } from "../model/sizes.ts";

/** Thickness in millimetres. Height 0 is its top. */
const THICK = 1.6;
export const GROUND = -THICK / MM;

export function buildMat(boardSetup: BoardSetup, waiting: ReadonlyMap<string, WaitingPlace>): Group {
  const mat = new Group();
  const map = painter.texture("felt", boardSetup, waiting);
  map.anisotropy = 8;
  const top = new Mesh(
    new CircleGeometry(MAT_RADIUS / MM, 72).rotateX(-Math.PI / 2),
    new MeshLambertMaterial({ map }),
  );
  top.receiveShadow = true;
  const rim = new Mesh(
    new TorusGeometry(MAT_RADIUS / MM, THICK / MM, 8, 96).rotateX(Math.PI / 2),
    new MeshLambertMaterial({ color: MAT.edge }),
  );
  rim.position.y = -0.3 * THICK / MM;
  rim.receiveShadow = true;
  // The table is unlit, so the shadow around the mat is a separate thin layer.
  const shadow = new Mesh(
    new PlaneGeometry(60, 60).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.28 }),
  );
  shadow.position.y = GROUND + 0.01;
  shadow.receiveShadow = true;
  mat.add(top, rim, shadow);
  return mat;
}
