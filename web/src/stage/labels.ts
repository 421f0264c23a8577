/** Flat letters and numbers on a board: one mesh with one texture. */
import { BufferGeometry, CanvasTexture, Float32BufferAttribute, SRGBColorSpace, type Texture } from "three";
import { sheet } from "./wood.ts";

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
  const cells = Math.ceil(Math.sqrt(labels.length));
  const cell = 64;
  const { canvas, pen } = sheet(cells * cell, cells * cell);
  pen.font = `600 ${cell * 0.62}px Georgia, "Times New Roman", serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = ink;
  const positions: number[] = [];
  const uvs: number[] = [];
  const indices: number[] = [];
  labels.forEach(({ text, x, y, z }, index) => {
    const column = index % cells;
    const row = Math.floor(index / cells);
    pen.fillText(text, (column + 0.5) * cell, (row + 0.54) * cell);
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
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return { geometry, texture };
}
