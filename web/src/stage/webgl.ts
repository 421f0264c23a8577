/** Whether and how this browser draws in 3D. */
import { readPreference } from "../ui/preferences.ts";
import { type Renderer, rendererOf } from "./renderer.ts";

/** Milliseconds for which a worker may be silent. */
const PATIENCE = 5000;
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** `none` without WebGL 2: pictures are then SVG. `software` is slow. `unknown` until `probeWebgl` has resolved. */
export type WebGl = "unknown" | "none" | "software" | "hardware";

let found: WebGl = "unknown";
let probing: Promise<void> | undefined;

/** Returns how WebGL 2 draws here, as far as it is known. */
export function webgl(): WebGl {
  return found;
}

/**
 * Whether boards in 3D are slow here, or may be: they open as SVG from above, and are built in 3D if the user
 * asks for it. The preference `slow-3d` treats such browsers like the others.
 */
export function slow3d(): boolean {
  return (found === "software" || found === "unknown") && readPreference("slow-3d") !== "on";
}

/**
 * Finds out how WebGL 2 draws here; afterwards `webgl` knows.
 *
 * In a worker, because a new context waits for everything that the browser still has to draw: without a
 * graphics card the page would answer nothing for a second.
 */
export function probeWebgl(): Promise<void> {
  probing ??= probe().then((kind) => void (found = kind));
  return probing;
}

/** Notes that the page gets no context although a worker does: some browsers can be set up so. */
export function refuseWebgl(): void {
  found = "none";
}

async function probe(): Promise<WebGl> {
  const renderer = await inWorker().catch(() => null);
  // Some browsers draw in the page but not in a worker.
  const name = renderer ?? rendererOf(() => document.createElement("canvas"));
  if (name === null) return "none";
  return SOFTWARE.test(name) ? "software" : "hardware";
}

function inWorker(): Promise<Renderer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./webgl-worker.ts", import.meta.url), { type: "module" });
    const end = (settle: () => void): void => {
      clearTimeout(late);
      worker.terminate();
      settle();
    };
    worker.onmessage = ({ data }: MessageEvent<Renderer>) => end(() => resolve(data));
    const fail = () => end(() => reject(new Error("the worker did not answer")));
    const late = setTimeout(fail, PATIENCE);
    worker.onerror = fail;
  });
}
