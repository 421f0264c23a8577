/**
 * Finds the parts of the games and loads them: the model first, the picture in 3D after it. Parts of games that are
 * not in the build come from their packages.
 */
import { folderOf, isBuilt, loadGameMessages, withLazyMessages } from "../i18n/i18n.ts";
import { loadPackagedFile } from "../i18n/packages.ts";
import type { PositionEditorFactory } from "../stage/position-editor.ts";
import type { ModelFactory, PackagedSceneFactory, PackagedSceneHost, SceneFactory } from "../stage/scene.ts";

const models = import.meta.glob<{ default: ModelFactory }>("../../../src/empile/games/*/web/model/index.ts");
const scenes = import.meta.glob<{ default: SceneFactory }>("../../../src/empile/games/*/web/scene/index.ts");
const positionEditors = import.meta.glob<{ default: PositionEditorFactory }>("../../../src/empile/games/*/web/position/index.ts");
const loaded = new Map<string, ModelFactory>();

type Loaders<T> = Record<string, () => Promise<{ default: T }>>;

function loaderOf<T>(loaders: Loaders<T>, game: string): (() => Promise<{ default: T }>) | undefined {
  const path = Object.keys(loaders).find((known) => known.includes(`/games/${folderOf(game)}/`));
  return path === undefined ? undefined : loaders[path];
}

/** Loads the default export of a module of a game's package; returns null if there is no such module. */
async function loadPackaged<T>(game: string, file: string): Promise<T | null> {
  if (isBuilt(game)) return null;
  return loadPackagedFile(game, file, async (address) => {
    const module = await import(/* @vite-ignore */ address) as { default?: unknown };
    if (typeof module.default !== "function") throw new Error(`the default export of ${address} is no function`);
    return module.default as T;
  });
}

/** Loads a game's model, for `modelOf`: the generic one if the game has none. */
export async function loadModel(game: string): Promise<ModelFactory> {
  const module = await loaderOf(models, game)?.();
  const factory = module?.default ?? await loadPackaged<ModelFactory>(game, "model.js") ?? await loadGeneric();
  loaded.set(game, factory);
  return factory;
}

/** Without texts of its own: those of the page that it uses are loaded with it. */
async function loadGeneric(): Promise<ModelFactory> {
  const { default: factory } = await withLazyMessages(() => import("./generic/index.ts"));
  return factory;
}

/** Loads a game's messages and its model, so that a board can be shown at once. */
export async function loadBoard(game: string, messages: "first" | "all" = "first"): Promise<void> {
  await Promise.all([loadGameMessages(game, messages), loadModel(game).catch(() => null)]);
}

/** Returns the factory of a model that is loaded, or null. */
export function modelOf(game: string): ModelFactory | null {
  return loaded.get(game) ?? null;
}

export interface SceneParts {
  stage: typeof import("../stage/index.ts");
  factory: SceneFactory;
}

/** Loads the stage and a game's scene; returns null if the game has no scene. */
export async function loadScene(game: string): Promise<SceneParts | null> {
  const loader = loaderOf(scenes, game);
  if (!loader) return loadPackagedScene(game);
  const [stage, scene] = await Promise.all([import("../stage/index.ts"), loader()]);
  return { stage, factory: scene.default };
}

/** Packages do not bundle three.js: their scenes get the classes of the page. */
async function loadPackagedScene(game: string): Promise<SceneParts | null> {
  const factory = await loadPackaged<PackagedSceneFactory>(game, "scene.js");
  if (factory === null) return null;
  const [stage, { three }] = await Promise.all([import("../stage/index.ts"), import("../stage/three-classes.ts")]);
  return {
    stage,
    factory: (host, boardSetup) => factory(Object.defineProperty(host, "three", { value: three }) as PackagedSceneHost, boardSetup),
  };
}

/** Loads a game's position editor; returns null if the game has none. */
export async function loadPositionEditor(game: string): Promise<PositionEditorFactory | null> {
  const module = await loaderOf(positionEditors, game)?.();
  return module?.default ?? null;
}
