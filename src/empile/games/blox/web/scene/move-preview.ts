/** Preview of the selected move. */
import { Group, type Material, Mesh, MeshLambertMaterial, MeshPhongMaterial, type Texture } from "three";
import type { SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { side } from "../model/colours.ts";
import { blockTexture } from "./paint.ts";
import { type Colour, actionOf, paid, place, readPosition, stacked } from "../model/position.ts";
import { blockGeometry, figureGeometry } from "./shapes.ts";
import { BLOCK } from "../model/sizes.ts";

const OPACITY = 0.72;

export class Ghosts {
  readonly root = new Group();
  readonly #block = blockGeometry();
  readonly #blocks = new Map<Colour, { material: Material; map: Texture }>();
  readonly #figure = new MeshLambertMaterial({
    vertexColors: true, transparent: true, opacity: OPACITY + 0.1,
  });

  /** Shows the preview of `input`; returns the cell whose figure a tower replaces. */
  show(input: SceneInput): string | null {
    for (const child of [...this.root.children]) {
      child.removeFromParent();
      if ((child as Mesh).geometry !== this.#block) (child as Mesh).geometry.dispose();
    }
    const { preview, toAct } = input;
    if (!preview || toAct === null) return null;
    const position = readPosition(input);
    const action = actionOf(preview.parts, position);
    const to = preview.parts["to"];
    if (action === "exchange" || to === undefined) return null;
    if (action === "build") {
      stacked(to, paid(preview.parts["pay"] ?? "")).forEach((colour, level) => {
        const mesh = new Mesh(this.#block, this.#material(colour));
        const { x, z } = place(to);
        mesh.position.set(x, level * BLOCK.height, z);
        this.root.add(mesh);
      });
      return to;
    }
    const mesh = new Mesh(figureGeometry(side(toAct)), this.#figure);
    const { x, z } = place(to);
    // Above what is taken or struck, which is still there.
    const over = action === "take" ? (position.towers[to]?.length ?? 0) * BLOCK.height + 0.02 : 0;
    mesh.position.set(x, action === "strike" ? 0.5 : over, z);
    this.root.add(mesh);
    return null;
  }

  dispose(): void {
    this.#block.dispose();
    this.#figure.dispose();
    for (const { material, map } of this.#blocks.values()) {
      material.dispose();
      map.dispose();
    }
    for (const child of this.root.children) (child as Mesh).geometry.dispose();
    this.root.clear();
  }

  #material(colour: Colour): Material {
    let kept = this.#blocks.get(colour);
    if (!kept) {
      const map = blockTexture(colour);
      const material = new MeshPhongMaterial({
        map, specular: 0x26221c, shininess: 30, transparent: true, opacity: OPACITY,
      });
      kept = { material, map };
      this.#blocks.set(colour, kept);
    }
    return kept.material;
  }
}
