/** Shared geometries, textures and materials, created once and disposed of together. */
import {
  type BufferGeometry,
  type Material,
  MeshPhongMaterial,
  SpriteMaterial,
  type Texture,
} from "three";
import { archGeometry } from "./ring-shape.ts";
import { livery } from "../model/colours.ts";
import { headGeometry, tailGeometry } from "./heads-tails.ts";
import { badgeTexture, ringTexture } from "./paint.ts";
import type { Ring } from "../model/position.ts";

interface Disposable {
  dispose(): void;
}

export class Resources {
  readonly #kept = new Map<string, Disposable>();

  arch(ring: Ring): BufferGeometry {
    return this.#once(`arch ${ring.distance}.${ring.height}`, () => archGeometry(ring));
  }

  head(colour: string | undefined): BufferGeometry {
    return this.#once(`head ${colour}`, () => headGeometry(livery(colour)));
  }

  tail(colour: string | undefined): BufferGeometry {
    return this.#once(`tail ${colour}`, () => tailGeometry(livery(colour)));
  }

  /** Returns the material of a ring; `ghost` is its opacity as a preview. */
  skin(colour: string | undefined, height: number, ghost = 1): Material {
    return this.#once(`skin ${colour} ${height} ${ghost}`, () => {
      const map = this.#once(`skin texture ${colour} ${height}`, () =>
        ringTexture(livery(colour), height),
      );
      return lacquer({ map }, ghost);
    });
  }

  /** Returns the material of heads and tails, which have vertex colours. */
  body(ghost = 1): Material {
    return this.#once(`body ${ghost}`, () => lacquer({ vertexColors: true }, ghost));
  }

  badge(colour: string | undefined, height: number, last: boolean): SpriteMaterial {
    return this.#once(`badge ${colour} ${height} ${last}`, () => {
      const map = this.#once(`badge texture ${colour} ${height} ${last}`, () =>
        badgeTexture(livery(colour), height, last),
      );
      return new SpriteMaterial({ map, depthWrite: false });
    });
  }

  dispose(): void {
    for (const kept of this.#kept.values()) kept.dispose();
    this.#kept.clear();
  }

  #once<T extends Disposable>(key: string, make: () => T): T {
    let kept = this.#kept.get(key) as T | undefined;
    if (!kept) {
      kept = make();
      this.#kept.set(key, kept);
    }
    return kept;
  }
}

function lacquer(skin: { map?: Texture; vertexColors?: boolean }, ghost: number): Material {
  return new MeshPhongMaterial({
    ...skin,
    specular: 0x2a2620,
    shininess: 38,
    transparent: ghost < 1,
    opacity: ghost,
    depthWrite: ghost === 1,
  });
}
