/** Asks the graphics driver for its name. Without imports, so that a worker loads nothing else. */

/** The name of what draws WebGL 2; null without WebGL 2. */
export type Renderer = string | null;

/** Returns what draws on a canvas. Waits for everything that the browser still has to draw. */
export function rendererOf(canvas: () => HTMLCanvasElement | OffscreenCanvas): Renderer {
  try {
    const gl = canvas().getContext("webgl2") as WebGL2RenderingContext | null;
    if (!gl) return null;
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return String(name);
  } catch {
    return null;
  }
}
