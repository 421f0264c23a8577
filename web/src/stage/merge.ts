/** Merges geometries into one mesh with vertex colours: one draw call per piece. */
import { BufferGeometry, Color, Float32BufferAttribute, type Matrix4 } from "three";

export interface Part {
  geometry: BufferGeometry;
  colour: string;
  place: Matrix4;
}

/** Merges `parts` and disposes of their geometries. */
export function merge(parts: Part[]): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const colours: number[] = [];
  for (const { geometry, colour, place } of parts) {
    const flat = geometry.index ? geometry.toNonIndexed() : geometry.clone();
    flat.applyMatrix4(place);
    positions.push(...(flat.getAttribute("position").array as Float32Array));
    normals.push(...(flat.getAttribute("normal").array as Float32Array));
    const { r, g, b } = new Color(colour);
    for (let vertex = 0; vertex < flat.getAttribute("position").count; vertex += 1) {
      colours.push(r, g, b);
    }
    flat.dispose();
    geometry.dispose();
  }
  const merged = new BufferGeometry();
  merged.setAttribute("position", new Float32BufferAttribute(positions, 3));
  merged.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  merged.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return merged;
}
