/** How finely the picture is drawn, by how fast this machine draws it. */
import type { WebGLRenderer } from "three";

export interface Quality {
  /** The most device pixels to a CSS pixel. */
  pixelRatio: number;
  /** Side of the shadow map in texels. */
  shadowMap: number;
}

const LEVELS: Quality[] = [
  { pixelRatio: 2, shadowMap: 2048 },
  { pixelRatio: 1.5, shadowMap: 1024 },
  { pixelRatio: 1, shadowMap: 1024 },
  { pixelRatio: 0.75, shadowMap: 512 },
];
const SLOW = 0.06;
const PATIENCE = 6;
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** Watches the time between frames of a motion and steps the quality down where it is long. */
export class Governor {
  #level: number;
  #slow = 0;

  constructor(renderer: WebGLRenderer) {
    this.#level = drawnBySoftware(renderer) ? 2 : 0;
  }

  get quality(): Quality {
    return LEVELS[this.#level] as Quality;
  }

  /** Tell of a frame that came `seconds` after the one before; true if the quality changed. */
  frame(seconds: number): boolean {
    this.#slow = seconds > SLOW ? this.#slow + 1 : 0;
    if (this.#slow < PATIENCE || this.#level >= LEVELS.length - 1) return false;
    this.#level += 1;
    this.#slow = 0;
    return true;
  }
}

function drawnBySoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return SOFTWARE.test(String(name));
}
