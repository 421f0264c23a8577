/** The board: a plank with a painted top. */
import { Group, Mesh, MeshLambertMaterial, Path, Shape, ShapeGeometry, type BufferGeometry } from "three";
import { softShadow } from "../../../../../../web/src/stage/frame.ts";
import { plank } from "../../../../../../web/src/stage/plank.ts";
import type { Spot } from "../model/lattice.ts";
import { type Outline, RIM } from "../model/outline.ts";
import { painter } from "./painter.ts";
import type { BoardSetup } from "../model/position.ts";
import { GROUND } from "../model/sizes.ts";

const BEVEL = 0.05;

export function buildBoard(boardSetup: BoardSetup, outline: Outline): Group {
  const board = new Group();
  const half = outline.half();
  const body = plank(shapeOf(outline.around(RIM.edge - BEVEL)), -GROUND - 0.01, BEVEL, {
    base: "#6b4426", dark: "#3a2110", light: "#8f6238", planks: 1, size: 256, seed: 5,
  }, 0.3);
  body.position.y = GROUND + BEVEL;
  body.castShadow = true;
  const map = painter.texture("board", boardSetup);
  map.anisotropy = 4;
  const top = new Mesh(
    topGeometry(outline.around(RIM.edge - 1.6 * BEVEL), half),
    new MeshLambertMaterial({ map }),
  );
  top.receiveShadow = true;
  const shadow = softShadow(half, outline.around(RIM.edge));
  shadow.position.y = GROUND + 0.004;
  board.add(body, top, shadow);
  return board;
}

function shapeOf(spots: readonly Spot[]): Shape {
  const path = new Path();
  // Shapes are in a plane with y up that is rotated down onto the table.
  for (const [index, { x, z }] of spots.entries()) {
    if (index === 0) path.moveTo(x, -z);
    else path.lineTo(x, -z);
  }
  path.closePath();
  return new Shape(path.getPoints());
}

function topGeometry(spots: readonly Spot[], half: Spot): BufferGeometry {
  const geometry = new ShapeGeometry(shapeOf(spots)).rotateX(-Math.PI / 2);
  const places = geometry.getAttribute("position");
  const uvs = geometry.getAttribute("uv");
  for (let index = 0; index < places.count; index += 1) {
    uvs.setXY(index, 0.5 + places.getX(index) / (2 * half.x), 0.5 - places.getZ(index) / (2 * half.z));
  }
  return geometry;
}
