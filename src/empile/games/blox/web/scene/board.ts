/** The ground of the city: paved board, wooden slab, coordinates and trays. */
import {
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Shape,
  ShapeGeometry,
} from "three";
import { roundedPath, softShadow } from "../../../../../../web/src/stage/frame.ts";
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import { type Label, textQuads } from "../../../../../../web/src/stage/labels.ts";
import { type Part, merge } from "../../../../../../web/src/stage/merge.ts";
import { plank } from "../../../../../../web/src/stage/plank.ts";
import { side } from "../model/colours.ts";
import { JOINT } from "./city-art.ts";
import { painter } from "./painter.ts";
import { BEHIND, SIZE, type BoardSetup, place } from "../model/position.ts";
import { SLAB } from "../model/sizes.ts";
import { TRAY, tray } from "../model/trays.ts";

export const GROUND = -0.42;
const BEVEL = 0.08;
/** Drawn after the pieces, so that covered pixels are never shaded. */
const DRAWN_LATE = 0.5;
const NAMES = SIZE / 2 + 0.29;

export function buildBoard(boardSetup: BoardSetup, seats: number): Group {
  const root = new Group();
  root.add(board(boardSetup), slab(), trays(seats));
  if (showsCoordinates()) root.add(names());
  const shadow = softShadow(SLAB);
  shadow.position.y = GROUND + 0.004;
  root.add(shadow);
  return root;
}

function board(boardSetup: BoardSetup): Mesh {
  const side = SIZE + 2 * JOINT;
  const map = painter.texture("board", boardSetup);
  map.anisotropy = 4;
  const plane = new PlaneGeometry(side, side).rotateX(-Math.PI / 2);
  const mesh = new Mesh(plane, new MeshLambertMaterial({ map }));
  mesh.position.set(0, 0, -BEHIND);
  mesh.receiveShadow = true;
  mesh.renderOrder = DRAWN_LATE;
  return mesh;
}

function slab(): Mesh {
  const shape = new Shape();
  roundedPath(shape, SLAB.x - BEVEL, SLAB.z - BEVEL, 0.32);
  const mesh = plank(shape, -GROUND - 0.012, BEVEL, {
    base: "#b98a58", dark: "#7c5430", light: "#dcb585", planks: 1, size: 256, seed: 11,
  }, 0.15);
  mesh.position.set(0, GROUND + BEVEL, 0);
  mesh.renderOrder = DRAWN_LATE + 0.1;
  return mesh;
}

function names(): Mesh {
  const labels: Label[] = [];
  for (let index = 0; index < SIZE; index += 1) {
    const column = place(`${String.fromCharCode(97 + index)}1`);
    labels.push({
      text: String.fromCharCode(97 + index), x: column.x, y: 0.004, z: NAMES - BEHIND - 0.01,
    });
    labels.push({ text: String(index + 1), x: -NAMES, y: 0.004, z: place(`a${index + 1}`).z });
  }
  const { geometry, texture } = textQuads(labels, 0.5, "#3a2614");
  const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = 1;
  return mesh;
}

/** Returns a felt field for each seat, with a border in its colour. */
function trays(seats: number): Mesh {
  const parts: Part[] = [];
  const flat = (x: number, y: number): Matrix4 =>
    new Matrix4().makeTranslation(x, y, TRAY.z).multiply(new Matrix4().makeRotationX(-Math.PI / 2));
  for (let seat = 0; seat < seats; seat += 1) {
    const { x, width } = tray(seat, seats);
    const { colour } = side(seat);
    for (const [by, paint, y] of [[0, colour, -0.002], [0.06, "#4a3d31", 0.002]] as const) {
      const shape = new Shape();
      roundedPath(shape, width / 2 - by, TRAY.depth / 2 - by, 0.16 - by);
      parts.push({ geometry: new ShapeGeometry(shape, 6), colour: paint, place: flat(x, y) });
    }
  }
  const mesh = new Mesh(merge(parts), new MeshLambertMaterial({ vertexColors: true }));
  mesh.receiveShadow = true;
  mesh.renderOrder = DRAWN_LATE;
  return mesh;
}
