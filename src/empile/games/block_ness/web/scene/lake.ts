/** The lake in its wooden tray: water, holes, coordinates and buoys. */
import { type Cell, Grid } from "../../../../../../web/src/board/cells.ts";
import {
  Color,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  Path,
  PlaneGeometry,
  RingGeometry,
  Shape,
  SphereGeometry,
} from "three";
import { showsCoordinates } from "../../../../../../web/src/stage/appearance.ts";
import { roundedPath, softShadow } from "../../../../../../web/src/stage/frame.ts";
import { type Label, textQuads } from "../../../../../../web/src/stage/labels.ts";
import { plank } from "../../../../../../web/src/stage/plank.ts";
import { TexturePainter } from "../../../../../../web/src/stage/texture-painter.ts";
import { type BoardSetup, type Zone } from "../model/position.ts";
import { NAMES, RIM, SHORE } from "../model/sizes.ts";

const RIM_TOP = 0.17;
const BEVEL = 0.07;
export const GROUND = -0.5;
const ON_RIM = RIM_TOP + 0.004;
const ON_WATER = 0.012;
/** Drawn after the rings, so that covered pixels are never shaded. */
const DRAWN_LATE = 0.5;

const painter = new TexturePainter("block_ness", () => import("./painters.ts"));

export function buildLake(boardSetup: BoardSetup): Group {
  const grid = new Grid(...boardSetup.zone);
  const root = new Group();
  root.add(water(boardSetup, grid), tray(boardSetup, grid), trayShadow(boardSetup, grid));
  root.add(sockets(boardSetup, grid));
  if (showsCoordinates()) root.add(names(boardSetup, grid));
  if (!isWhole(boardSetup)) root.add(buoys(boardSetup, grid));
  return root;
}

function isWhole({ columns, rows, zone: [low, high] }: BoardSetup): boolean {
  return low.column + low.row === 0 && high.column === columns - 1 && high.row === rows - 1;
}

function middle(boardSetup: BoardSetup, grid: Grid): { x: number; z: number } {
  return grid.place({ column: (boardSetup.columns - 1) / 2, row: (boardSetup.rows - 1) / 2 });
}

function water(boardSetup: BoardSetup, grid: Grid): Mesh {
  const { x, z } = middle(boardSetup, grid);
  const map = painter.texture("water", boardSetup, SHORE);
  const plane = new PlaneGeometry(
    boardSetup.columns - 1 + 2 * SHORE,
    boardSetup.rows - 1 + 2 * SHORE,
  ).rotateX(-Math.PI / 2);
  const mesh = new Mesh(plane, new MeshLambertMaterial({ map }));
  mesh.position.set(x, 0, z);
  mesh.receiveShadow = true;
  mesh.renderOrder = DRAWN_LATE;
  return mesh;
}

function tray(boardSetup: BoardSetup, grid: Grid): Mesh {
  const half = { x: (boardSetup.columns - 1) / 2 + SHORE, z: (boardSetup.rows - 1) / 2 + SHORE };
  const shape = new Shape();
  roundedPath(shape, half.x + RIM - BEVEL, half.z + RIM - BEVEL, 0.6);
  const hole = new Path();
  roundedPath(hole, half.x + BEVEL, half.z + BEVEL, 0.34);
  shape.holes.push(hole);
  const mesh = plank(shape, RIM_TOP - GROUND, BEVEL, {
    base: "#c89a63", dark: "#8a5f35", light: "#e6c28f", planks: 1, size: 256, seed: 3,
  }, 0.16);
  const { x, z } = middle(boardSetup, grid);
  mesh.position.set(x, GROUND + BEVEL, z);
  mesh.castShadow = true;
  return mesh;
}

function trayShadow(boardSetup: BoardSetup, grid: Grid): Mesh {
  const mesh = softShadow({
    x: (boardSetup.columns - 1) / 2 + SHORE + RIM,
    z: (boardSetup.rows - 1) / 2 + SHORE + RIM,
  });
  const at = middle(boardSetup, grid);
  mesh.position.set(at.x, GROUND + 0.004, at.z);
  return mesh;
}

function holesOf([low, high]: Zone): Cell[] {
  const holes: Cell[] = [];
  for (let row = low.row; row <= high.row; row += 1) {
    for (let column = low.column; column <= high.column; column += 1) holes.push({ column, row });
  }
  return holes;
}

/** Round sockets in the zone in use, shaded from the upper left so that they look recessed. */
function sockets(boardSetup: BoardSetup, grid: Grid): InstancedMesh {
  const geometry = new RingGeometry(0.001, 0.2, 16, 4);
  const place = geometry.getAttribute("position");
  const colours: number[] = [];
  for (let index = 0; index < place.count; index += 1) {
    const x = place.getX(index);
    const y = place.getY(index);
    const out = Math.hypot(x, y) / 0.2;
    const lit = (x - y) / 0.2 / 1.42;
    const tone = out > 0.9 ? 0.4 + 0.3 * lit : 0.022 + 0.03 * Math.max(0, lit) * out;
    colours.push(tone * 0.6, tone * 0.85, tone);
  }
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  geometry.rotateX(-Math.PI / 2);
  const material = new MeshLambertMaterial({ vertexColors: true });
  const holes = holesOf(boardSetup.zone);
  const mesh = new InstancedMesh(geometry, material, holes.length);
  holes.forEach((hole, index) => {
    const { x, z } = grid.place(hole);
    mesh.setMatrixAt(index, new Matrix4().makeTranslation(x, 0.008, z));
  });
  mesh.receiveShadow = true;
  return mesh;
}

/** A line of buoys around the zone in use, if the lake is larger. */
function buoys(boardSetup: BoardSetup, grid: Grid): InstancedMesh {
  const [low, high] = boardSetup.zone;
  const a = grid.place(low);
  const b = grid.place(high);
  const x = Math.abs(b.x - a.x) / 2 + 0.56;
  const z = Math.abs(b.z - a.z) / 2 + 0.56;
  // Where the zone reaches the shore, no buoys are needed.
  const open = {
    top: high.row < boardSetup.rows - 1,
    bottom: low.row > 0,
    left: low.column > 0,
    right: high.column < boardSetup.columns - 1,
  };
  const places: [number, number][] = [];
  const side = (ax: number, az: number, bx: number, bz: number): void => {
    const count = Math.max(1, Math.round(Math.hypot(bx - ax, bz - az) / 0.5));
    for (let k = 0; k < count; k += 1) {
      places.push([ax + ((bx - ax) * k) / count, az + ((bz - az) * k) / count]);
    }
  };
  if (open.top) side(-x, -z, x, -z);
  if (open.right) side(x, -z, x, z);
  if (open.bottom) side(x, z, -x, z);
  if (open.left) side(-x, z, -x, -z);
  const geometry = new SphereGeometry(0.075, 10, 6);
  const mesh = new InstancedMesh(geometry, new MeshLambertMaterial(), places.length);
  const white = new Color("#fff6e6");
  const red = new Color("#e2674a");
  places.forEach(([px, pz], index) => {
    mesh.setMatrixAt(index, new Matrix4().makeTranslation(px, 0.03, pz));
    mesh.setColorAt(index, index % 4 === 0 ? red : white);
  });
  return mesh;
}

/** Letters below the columns and numbers at the rows: one mesh with one texture. */
function names(boardSetup: BoardSetup, grid: Grid): Mesh {
  const [low, high] = boardSetup.zone;
  const labels: Label[] = [];
  const below = low.row === 0 ? ON_RIM : ON_WATER;
  const beside = low.column === 0 ? ON_RIM : ON_WATER;
  for (let column = low.column; column <= high.column; column += 1) {
    const { x, z } = grid.place({ column, row: low.row });
    labels.push({ text: String.fromCharCode(97 + column), x, y: below, z: z + NAMES });
  }
  for (let row = low.row; row <= high.row; row += 1) {
    const { x, z } = grid.place({ column: low.column, row });
    labels.push({ text: String(row + 1), x: x - NAMES, y: beside, z });
  }
  const { geometry, texture } = textQuads(labels, 0.62, "#3d2a18");
  const material = new MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = 1;
  return mesh;
}
