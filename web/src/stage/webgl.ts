/** Whether and how this browser draws in 3D. */
import { readPreference } from "../ui/preferences.ts";

const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** `none` without WebGL 2: pictures are then SVG. `software` is slow. */
export type WebGl = "none" | "software" | "hardware";

let found: WebGl | undefined;

/** Returns how WebGL 2 draws here. */
export function webgl(): WebGl {
  found ??= probe();
  return found;
}

/**
 * Whether boards in 3D are slow here: they open as SVG from above, and are built in 3D if the user asks for it.
 * The preference `slow-3d` treats such browsers like the others.
 */
export function slow3d(): boolean {
  return webgl() === "software" && readPreference("slow-3d") !== "on";
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
