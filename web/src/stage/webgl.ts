/** Whether and how this browser draws in 3D. */

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** `none` without WebGL 2: pictures are then SVG. `software` is slow. */
export type WebGl = "none" | "software" | "hardware";

let found: WebGl | undefined;

/** Returns how WebGL 2 draws here. */
export function webgl(): WebGl {
  found ??= probe();
  return found;
}

function probe(): WebGl {
  try {
    const gl = document.createElement("canvas").getContext("webgl2");
    if (!gl) return "none";
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return SOFTWARE.test(String(name)) ? "software" : "hardware";
  } catch {
    return "none";
  }
}
