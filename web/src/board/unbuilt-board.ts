/** Boards of games that have none in the build: that of their package, or the generic one. Loaded on demand. */
import { isBuilt, withLazyMessages } from "../i18n/i18n.ts";
import { loadPackagedFile } from "../i18n/packages.ts";
import type { ModelFactory, PackagedSceneFactory, PackagedSceneHost, SceneFactory } from "../stage/scene.ts";

/** Loads the default export of a module of a game's package; returns null if there is no such module. */
async function loadPackaged<T>(game: string, file: string): Promise<T | null> {
  if (isBuilt(game)) return null;
  return loadPackagedFile(game, file, async (address) => {
    const module = await import(/* @vite-ignore */ address) as { default?: unknown };
    if (typeof module.default !== "function") throw new Error(`the default export of ${address} is no function`);
    return module.default as T;
  });
}

/** Loads a game's model from its package, or the generic one. */
export async function loadUnbuiltModel(game: string): Promise<ModelFactory> {
  const packaged = await loadPackaged<ModelFactory>(game, "model.js");
  if (packaged) return packaged;
  // Without texts of its own: those of the page that it uses are loaded with it.
  const { default: generic } = await withLazyMessages(() => import("./generic/index.ts"));
  return generic;
}

/** Loads a game's scene from its package; returns null if it has none. It gets the three.js of the page. */
export async function loadPackagedScene(game: string): Promise<SceneFactory | null> {
  const factory = await loadPackaged<PackagedSceneFactory>(game, "scene.js");
  if (factory === null) return null;
  const { three } = await import("../stage/three-classes.ts");
  return (host, boardSetup) => factory(Object.defineProperty(host, "three", { value: three }) as PackagedSceneHost, boardSetup);
}
