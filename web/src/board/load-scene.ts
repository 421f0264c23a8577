/** The scenes that games bring along, loaded together with the stage. */
import { folderOf } from "../i18n/i18n.ts";
import type { SceneFactory } from "../stage/scene.ts";

const scenes = import.meta.glob<{ default: SceneFactory }>(
  "../../../src/empile/games/*/web/scene/index.ts",
);

export type StageModule = typeof import("../stage/index.ts");

/** Load the stage and a game's scene; null where the game has none. */
export async function loadScene(
  game: string,
): Promise<{ stage: StageModule; factory: SceneFactory } | null> {
  const path = Object.keys(scenes).find((known) => known.includes(`/games/${folderOf(game)}/`));
  const loader = path === undefined ? undefined : scenes[path];
  if (loader === undefined) return null;
  const [stage, scene] = await Promise.all([import("../stage/index.ts"), loader()]);
  return { stage, factory: scene.default };
}
