/** Heads and tails, distinguishable from above. Both face +x. */
import {
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  Euler,
  ExtrudeGeometry,
  Matrix4,
  Quaternion,
  Shape,
  SphereGeometry,
  Vector3,
} from "three";
import { type Livery, mainColour, ringColour } from "../model/colours.ts";
import { type Part, merge } from "../../../../../../web/src/stage/merge.ts";

const WHITE = "#fdfaf2";
const PUPIL = "#15110e";

export function headGeometry(of: Livery): BufferGeometry {
  const skin = ringColour(of, 4);
  const dark = ringColour(of, 1);
  const parts: Part[] = [
    part(new CylinderGeometry(0.3, 0.36, 0.3, 18), mainColour(of), [0, 0.12, 0]),
    part(new SphereGeometry(0.37, 22, 16), skin, [0.02, 0.44, 0], [1, 0.88, 0.98]),
    part(new SphereGeometry(0.25, 18, 12), skin, [0.27, 0.36, 0], [0.95, 0.72, 1]),
    part(new SphereGeometry(0.035, 8, 6), dark, [0.48, 0.44, 0.09]),
    part(new SphereGeometry(0.035, 8, 6), dark, [0.48, 0.44, -0.09]),
  ];
  for (const side of [-1, 1]) {
    parts.push(
      part(new SphereGeometry(0.145, 16, 12), WHITE, [0.13, 0.71, side * 0.165]),
      part(new SphereGeometry(0.08, 12, 8), PUPIL, [0.195, 0.775, side * 0.175]),
      part(new SphereGeometry(0.026, 6, 5), WHITE, [0.215, 0.845, side * 0.15]),
      part(
        new ConeGeometry(0.085, 0.24, 10),
        of.pattern,
        [-0.17, 0.8, side * 0.17],
        [1, 1, 1],
        [side * 0.35, 0, 0.45],
      ),
    );
  }
  return merge(parts);
}

export function tailGeometry(of: Livery): BufferGeometry {
  const fin = new Shape();
  fin.moveTo(-0.1, -0.09);
  fin.bezierCurveTo(0.1, -0.12, 0.2, -0.44, 0.52, -0.42);
  fin.bezierCurveTo(0.44, -0.24, 0.38, -0.1, 0.3, 0);
  fin.bezierCurveTo(0.38, 0.1, 0.44, 0.24, 0.52, 0.42);
  fin.bezierCurveTo(0.2, 0.44, 0.1, 0.12, -0.1, 0.09);
  const fluke = (): BufferGeometry =>
    new ExtrudeGeometry(fin, {
      depth: 0.05,
      bevelSize: 0.035,
      bevelThickness: 0.035,
      bevelSegments: 3,
      curveSegments: 10,
    });
  const flat: [number, number, number] = [-Math.PI / 2, 0, 0.34];
  return merge([
    part(new CylinderGeometry(0.28, 0.36, 0.28, 18), mainColour(of), [0, 0.11, 0]),
    part(new SphereGeometry(0.29, 18, 12), mainColour(of), [0, 0.26, 0], [1, 0.8, 1]),
    part(fluke(), ringColour(of, 4), [0.02, 0.4, 0], [1.05, 1.05, 1], flat),
    part(fluke(), of.pattern, [0.11, 0.48, 0], [0.62, 0.62, 0.7], flat),
  ]);
}

function part(
  geometry: BufferGeometry,
  colour: string,
  at: [number, number, number],
  scale: [number, number, number] = [1, 1, 1],
  turn: [number, number, number] = [0, 0, 0],
): Part {
  const turned = new Quaternion().setFromEuler(new Euler(turn[0], turn[1], turn[2], "ZYX"));
  const place = new Matrix4().compose(new Vector3(...at), turned, new Vector3(...scale));
  return { geometry, colour, place };
}
