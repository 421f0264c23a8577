/** Worker that tells what draws WebGL 2, while the page goes on. */
import { rendererOf } from "./renderer.ts";

postMessage(rendererOf(() => new OffscreenCanvas(1, 1)));
