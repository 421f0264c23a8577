/** Geometries of the pieces. */
import {
  BoxGeometry,
  type BufferGeometry,
  CircleGeometry,
  CylinderGeometry,
  LatheGeometry,
  Matrix4,
  Shape,
  ShapeGeometry,
  Vector2,
  Vector3,
} from "three";
import { type Part, merge } from "../../../../../../web/src/stage/merge.ts";
import { MARKS, type Side } from "../model/colours.ts";
import { BLOCK, FIGURE_HEIGHT } from "../model/sizes.ts";

const ROUND = 0.055;

/** Returns a rounded block standing on the origin; patterns have the same scale on all faces. */
export function blockGeometry(): BufferGeometry {
  const { side, height } = BLOCK;
  const steps = 5;
  const geometry = new BoxGeometry(1, 1, 1, steps, steps, steps);
  const inner = new Vector3(side / 2 - ROUND, height / 2 - ROUND, side / 2 - ROUND);
  const places = geometry.getAttribute("position");
  const normals = geometry.getAttribute("normal");
  const uvs = geometry.getAttribute("uv");
  const at = new Vector3();
  const normal = new Vector3();
  const perFace = (steps + 1) ** 2;
  for (let index = 0; index < places.count; index += 1) {
    at.fromBufferAttribute(places, index);
    const signs = new Vector3(Math.sign(at.x), Math.sign(at.y), Math.sign(at.z));
    // The middle of the grid is the flat face; the cells around it form the rounded edge.
    normal.copy(at).addScaledVector(signs, -0.5 / steps).normalize();
    at.copy(inner).multiply(signs).addScaledVector(normal, ROUND);
    places.setXYZ(index, at.x, at.y + height / 2, at.z);
    normals.setXYZ(index, normal.x, normal.y, normal.z);
    const face = Math.floor(index / perFace);
    const [u, v] = face < 2 ? [at.z, at.y] : face < 4 ? [at.x, -at.z] : [at.x, at.y];
    uvs.setXY(index, 0.5 + u / side, 0.5 + v / side);
  }
  return geometry;
}

/** Returns a figure standing on the origin: a pawn whose flat head has its side's mark. */
export function figureGeometry({ colour, deep, shape }: Side): BufferGeometry {
  const profile = [
    [0.001, 0], [0.3, 0], [0.315, 0.035], [0.285, 0.1], [0.19, 0.18], [0.145, 0.28],
    [0.14, 0.38], [0.18, 0.43],
  ].map(([x, y]) => new Vector2(x, y));
  const head = [
    [0.1, 0.4], [0.22, 0.42], [0.285, 0.48], [0.3, 0.55], [0.275, 0.62], [0.225, FIGURE_HEIGHT],
    [0.001, FIGURE_HEIGHT],
  ].map(([x, y]) => new Vector2(x, y));
  const flat = (y: number): Matrix4 =>
    new Matrix4().makeTranslation(0, y, 0).multiply(new Matrix4().makeRotationX(-Math.PI / 2));
  const parts: Part[] = [
    { geometry: new LatheGeometry(profile, 22), colour, place: new Matrix4() },
    { geometry: new LatheGeometry(head, 22), colour, place: new Matrix4() },
    {
      geometry: new CylinderGeometry(0.322, 0.322, 0.03, 24),
      colour: deep,
      place: new Matrix4().makeTranslation(0, 0.016, 0),
    },
    { geometry: new CircleGeometry(0.2, 24), colour: "#fffaf0", place: flat(FIGURE_HEIGHT + 0.004) },
    { geometry: markGeometry(shape, 0.135), colour: deep, place: flat(FIGURE_HEIGHT + 0.01) },
  ];
  return merge(parts);
}

/** Returns a mark of half size `size` in the plane z = 0. */
function markGeometry(shape: Side["shape"], size: number): ShapeGeometry {
  const outline = new Shape(MARKS[shape].map(([x, y]) => new Vector2(x * size, -y * size)));
  return new ShapeGeometry(outline);
}
