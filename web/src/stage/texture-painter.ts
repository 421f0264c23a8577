/**
 * Textures that are painted in a worker, so that the page answers meanwhile. Browsers whose workers cannot
 * paint do it in the page.
 */
import { SRGBColorSpace, Texture } from "three";
import { nextTask } from "../ui/tasks.ts";
import { appearance } from "./appearance.ts";
import type { Canvas } from "./sheet.ts";

/** Functions that paint, by name. Their arguments are copied to the worker. */
export type Painters<Names extends string> = Readonly<Record<Names, (...args: never[]) => Canvas>>;

/** An order for the worker; `appearance` is that of the page. */
export interface Order {
  id: number;
  group: string;
  name: string;
  args: readonly unknown[];
  appearance: string;
}

/** The worker's answer: the picture, upside down as WebGL wants it; null if it cannot paint. */
export interface Answer {
  id: number;
  picture: ImageBitmap | null;
}

/** Milliseconds for which the worker may be silent, and for which it waits for more orders. */
const PATIENCE = 5000;

const painting = new Set<Promise<void>>();
const watchers = new Set<() => void>();
const orders = new Map<number, (picture: ImageBitmap | null) => void>();
let ordered = 0;
let worker: Worker | null = null;
let capable = typeof Worker === "function" && typeof OffscreenCanvas === "function";
let idle: ReturnType<typeof setTimeout> | undefined;

/** Resolves when all textures are painted that were asked for so far. */
export async function allPainted(): Promise<void> {
  while (painting.size > 0) await Promise.all(painting);
}

/** Calls `watcher` after each texture that was painted; returns a function that stops that. */
export function onPainted(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Makes textures by the painters of a group: `stage`, or the folder of a game.
 *
 *     const painter = new TexturePainter("blox", () => import("./painters.ts"));
 *     const map = painter.texture("board", boardSetup);
 */
export class TexturePainter<Group extends Painters<keyof Group & string>> {
  readonly #group: string;
  readonly #load: () => Promise<Group>;

  /** `load` loads the painters into the page, where workers cannot paint. */
  constructor(group: string, load: () => Promise<Group>) {
    this.#group = group;
    this.#load = load;
  }

  /** Returns a texture that is empty until its picture is painted. */
  texture<Name extends keyof Group & string>(name: Name, ...args: Parameters<Group[Name]>): Texture {
    const texture = new Texture();
    texture.colorSpace = SRGBColorSpace;
    const work = this.#paint(name, args).then((picture) => {
      // WebGL turns canvases, but not bitmaps.
      texture.flipY = !(picture instanceof ImageBitmap);
      texture.image = picture;
      texture.needsUpdate = true;
    }).finally(() => {
      painting.delete(work);
      for (const watcher of watchers) watcher();
    });
    painting.add(work);
    return texture;
  }

  async #paint(name: keyof Group & string, args: readonly never[]): Promise<ImageBitmap | Canvas> {
    const picture = await order({ group: this.#group, name, args, appearance: appearance() });
    if (picture) return picture;
    const painters = await this.#load();
    await nextTask();
    return painters[name](...args);
  }
}

/** Asks the worker; returns null if it cannot paint. */
async function order(wanted: Omit<Order, "id">): Promise<ImageBitmap | null> {
  if (!capable) return null;
  clearTimeout(idle);
  const id = ++ordered;
  const picture = await new Promise<ImageBitmap | null>((resolve) => {
    orders.set(id, resolve);
    try {
      worker ??= start();
      worker.postMessage({ ...wanted, id } satisfies Order);
    } catch {
      refuse();
    }
    setTimeout(() => answer({ id, picture: null }), PATIENCE);
  });
  if (orders.size === 0) idle = setTimeout(stop, PATIENCE);
  return picture;
}

function start(): Worker {
  const started = new Worker(new URL("./paint-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data }: MessageEvent<Answer>) => answer(data);
  started.onerror = refuse;
  return started;
}

function answer({ id, picture }: Answer): void {
  const wanted = orders.get(id);
  if (wanted) wanted(picture);
  else picture?.close();
  orders.delete(id);
}

/** Gives up workers: this browser, or its settings, do not let them paint. */
function refuse(): void {
  capable = false;
  stop();
}

/** Ends the worker. What was asked of it is painted in the page. */
function stop(): void {
  worker?.terminate();
  worker = null;
  for (const id of [...orders.keys()]) answer({ id, picture: null });
}
