/**
 * The stage draws a game's scene in 3D. Until it is loaded, and without WebGL, `SvgStage` shows the game.
 *
 *     const stage = new Stage(canvas, { motion, surface: layer });
 *     const scene = factory({ t, invalidate: stage.invalidate, motion, sound }, boardSetup);
 *     stage.setScene(scene);
 *     scene.update(input, before);
 *     await stage.start();          // compiles shaders and uploads textures, a task at a time
 *     stage.invalidate();
 *     stage.onView(() => {          // the view was turned, resized, or moved to the plan
 *       for (const target of scene.targets(input)) {
 *         const { x, y, visible, scale } = stage.project(target.at);
 *         // place the target's element at x, y (CSS pixels in the canvas), 2 * radius * scale wide
 *       }
 *     });
 *     stage.setPlan(true);
 *     stage.dispose(); scene.dispose();
 *
 * Frames are drawn on demand: after `invalidate` or a change of the view, and as long as the scene's
 * `frame` returns true or the camera moves. The canvas is sized by CSS. `surface` receives the input:
 * dragging turns the table (or pans a zoomed plan), two fingers or the wheel zoom, Shift and arrow keys
 * turn, `+`, `-` and `0` zoom and reset. A drag that begins on a button of the surface does not click it.
 * The stage sets the surface's `touch-action`: unless zoomed in, vertical swipes scroll the page.
 */
export type { Insets } from "./cameras.ts";
export type { Projected } from "./camera-rig.ts";
export { Stage, type StageOptions } from "./stage.ts";
