/** The canvas of the 3D view, and when a frame is on it. */

/** Milliseconds between two looks at a frame that is being drawn, and the longest wait for it. */
const LOOK = 6;
const PATIENCE = 10_000;

/**
 * A browser that draws WebGL in software waits for the end of each frame before it shows the page, which then
 * answers nothing for a tenth of a second and more. With `apart`, frames are therefore drawn on a canvas
 * outside the page, and copied to the one in the page when they are ready.
 */
export class Screen {
  /** The canvas for WebGL. */
  readonly buffer: HTMLCanvasElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #pen: CanvasRenderingContext2D | null;

  /** Throws if a canvas was used in the other way before. */
  constructor(canvas: HTMLCanvasElement, apart: boolean) {
    this.#canvas = canvas;
    this.buffer = apart ? document.createElement("canvas") : canvas;
    this.#pen = apart ? canvas.getContext("2d", { alpha: false }) : null;
    if (apart && !this.#pen) throw new Error("this browser does not support 2D canvas");
  }

  /** Calls `done` when the frame that was just drawn is in the page: at once, unless it is drawn apart. */
  show(gl: WebGL2RenderingContext, done: () => void): void {
    const { buffer } = this;
    const canvas = this.#canvas;
    const pen = this.#pen;
    if (!pen) {
      done();
      return;
    }
    void drawn(gl).then(() => {
      if (canvas.width !== buffer.width) canvas.width = buffer.width;
      if (canvas.height !== buffer.height) canvas.height = buffer.height;
      pen.drawImage(buffer, 0, 0);
      done();
    });
  }
}

/** Resolves when everything is drawn that was requested of `gl`, without blocking the page. */
export async function drawn(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  if (!fence) return;
  const until = performance.now() + PATIENCE;
  do {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  } while (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED && performance.now() < until);
  gl.deleteSync(fence);
}
