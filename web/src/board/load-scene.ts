/** Finds the games' scenes and loads them together with the stage. */
import { folderOf } from "../i18n/i18n.ts";
import type { SceneFactory } from "../stage/scene.ts";

const scenes = import.meta.glob<{ default: SceneFactory }>(
  "../../../src/empile/games/*/web/scene/index.ts",
);

export type StageModule = typeof import("../stage/index.ts");

/** Loads the stage and a game's scene; returns null if the game has no scene. */
export async function loadScene(
  game: string,
): Promise<{ stage: StageModule; factory: SceneFactory } | null> {
  const path = Object.keys(scenes).find((known) => known.includes(`/games/${folderOf(game)}/`));
  const loader = path === undefined ? undefined : scenes[path];
  if (loader === undefined) return null;
  const [stage, scene] = await Promise.all([import("../stage/index.ts"), loader()]);
  return { stage, factory: scene.default };
}
