/**
 * Finds the parts of the games and loads them: the model first, the picture in 3D after it. For games without a board
 * in the build see `unbuilt-board.ts`.
 */
import { folderOf, loadGameMessages } from "../i18n/i18n.ts";
import type { PositionEditorFactory } from "../stage/position-editor.ts";
import type { ModelFactory, SceneFactory } from "../stage/scene.ts";

const models = import.meta.glob<{ default: ModelFactory }>("../../../src/empile/games/*/web/model/index.ts");
const scenes = import.meta.glob<{ default: SceneFactory }>("../../../src/empile/games/*/web/scene/index.ts");
const positionEditors = import.meta.glob<{ default: PositionEditorFactory }>("../../../src/empile/games/*/web/position/index.ts");
const loaded = new Map<string, ModelFactory>();

type Loaders<T> = Record<string, () => Promise<{ default: T }>>;

function loaderOf<T>(loaders: Loaders<T>, game: string): (() => Promise<{ default: T }>) | undefined {
  const path = Object.keys(loaders).find((known) => known.includes(`/games/${folderOf(game)}/`));
  return path === undefined ? undefined : loaders[path];
}

/** Loads a game's model, for `modelOf`: the generic one if the game has none. */
export async function loadModel(game: string): Promise<ModelFactory> {
  const module = await loaderOf(models, game)?.();
  const factory = module?.default ?? await (await import("./unbuilt-board.ts")).loadUnbuiltModel(game);
  loaded.set(game, factory);
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
  if (!loader) {
    const factory = await (await import("./unbuilt-board.ts")).loadPackagedScene(game);
    return factory && { stage: await import("../stage/index.ts"), factory };
  }
  const [stage, scene] = await Promise.all([import("../stage/index.ts"), loader()]);
  return { stage, factory: scene.default };
}

/** Loads a game's position editor; returns null if the game has none. */
export async function loadPositionEditor(game: string): Promise<PositionEditorFactory | null> {
  const module = await loaderOf(positionEditors, game)?.();
  return module?.default ?? null;
}
