/** Flat letters and numbers on a board: one mesh with one texture. */
import { BufferGeometry, Float32BufferAttribute, type Texture } from "three";
import { letterCells } from "./letters.ts";
import { stagePainter } from "./stage-painter.ts";

export interface Label {
  text: string;
  x: number;
  y: number;
  z: number;
}

/** Returns one geometry and one texture for all `labels`, each `size` scene units wide. */
export function textQuads(
  labels: Label[],
  size: number,
  ink: string,
): { geometry: BufferGeometry; texture: Texture } {
  const cells = letterCells(labels.length);
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  labels.forEach(({ x, y, z }, index) => {
    const column = index % cells;
    const row = Math.floor(index / cells);
    for (const [right, down] of [[0, 0], [1, 0], [1, 1], [0, 1]] as const) {
      positions.push(x + (right - 0.5) * size, y, z + (down - 0.5) * size);
      uvs.push((column + right) / cells, 1 - (row + down) / cells);
    }
    const first = index * 4;
    indices.push(first, first + 3, first + 1, first + 1, first + 3, first + 2);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uvs, 2));
  geometry.setIndex(indices);
  const texture = stagePainter.texture("letters", labels.map(({ text }) => text), ink);
  return { geometry, texture };
}
