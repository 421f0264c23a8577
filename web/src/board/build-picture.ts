/** Builds a game's picture in 3D in small tasks, so that the page answers in between. */
import type { Stage } from "../stage/index.ts";
import type { Scene, SceneFactory, SceneHost, SceneInput } from "../stage/scene.ts";
import { refuseWebgl, webgl } from "../stage/webgl.ts";
import { reducedMotion } from "../ui/motion.ts";
import { nextTask } from "../ui/tasks.ts";
import { loadScene } from "./load-game.ts";

/** The board that a picture is built for; its members may change meanwhile. */
export interface Site {
  readonly game: string;
  readonly boardSetup: Record<string, unknown>;
  /** Identifies the board setup and the appearance. */
  readonly made: string;
  readonly plan: boolean;
  /** The input that is shown at the moment. */
  readonly shown: SceneInput | null;
  readonly canvas: HTMLCanvasElement;
  /** The element that turns the view. */
  readonly surface: HTMLElement;
  /** Whether the picture is still wanted. */
  readonly isConnected: boolean;
  /** Whether the browser has taken the graphics context away. */
  readonly lost: boolean;
  /** Called when it does so. */
  changeStage(lost: boolean): void;
  /** Whether the bodies of the scene are needed without WebGL too. */
  readonly byHand: boolean;
  /** Returns what the scene needs. `stage` is null without WebGL. */
  host(stage: Stage | null): SceneHost;
}

export interface Picture {
  scene: Scene;
  factory: SceneFactory;
  /** Null without WebGL. */
  stage: Stage | null;
}

/** Returns null if the flat picture stays, or if the picture is no longer wanted. */
export async function buildPicture(site: Site): Promise<Picture | null> {
  const supported = site.isConnected && !site.lost && webgl() !== "none";
  if (!supported && !site.byHand) return null;
  const parts = await loadScene(site.game);
  await nextTask();
  if (!parts || !site.isConnected) return null;
  const stage = supported ? makeStage(parts.stage.Stage, site) : null;
  if (!stage && !site.byHand) return null;
  await nextTask();
  const { factory } = parts;
  const { made } = site;
  let scene = factory(site.host(stage), site.boardSetup);
  await nextTask();
  let { shown } = site;
  if (shown) scene.update(shown, null);
  stage?.setScene(scene);
  await stage?.start();
  if (!site.isConnected) {
    stage?.dispose();
    scene.dispose();
    return null;
  }
  if (site.made !== made) {
    scene.dispose();
    scene = factory(site.host(stage), site.boardSetup);
    stage?.setScene(scene);
    shown = null;
  }
  if (site.shown && site.shown !== shown) scene.update(site.shown, null);
  stage?.setPlan(site.plan);
  stage?.invalidate();
  return { scene, factory, stage };
}

/** Returns null if the browser refuses WebGL after all. */
function makeStage(stage: typeof Stage, site: Site): Stage | null {
  try {
    const made = new stage(site.canvas, {
      motion: () => !reducedMotion(), surface: site.surface, lost: () => site.changeStage(true),
    });
    made.setPlan(site.plan);
    return made;
  } catch {
    refuseWebgl();
    return null;
  }
}
