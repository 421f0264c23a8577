/**
 * The stage: where a game's scene is shown.
 *
 *     const stage = Stage.supported()
 *       ? new Stage(canvas, { motion, surface: layer })
 *       : new FlatStage(holder);
 *     const scene = factory({ say, invalidate: stage.invalidate, motion, sound }, setting);
 *     stage.setScene(scene);
 *     scene.update(input, before);
 *     stage.invalidate();           // FlatStage: stage.show(input)
 *     stage.onView(() => {          // the view was turned, resized, or moved to the plan
 *       for (const target of scene.targets(input)) {
 *         const { x, y, visible, scale } = stage.project(target.at);
 *         // put the target's element at x, y (CSS pixels in the canvas), 2 * radius * scale wide
 *       }
 *     });
 *     stage.setPlan(true);
 *     stage.dispose(); scene.dispose();
 *
 * Nothing is drawn until `invalidate` is called or the view turns; then one frame, and more only
 * while the scene's `frame` returns true or the camera is on its way. The canvas is sized by CSS;
 * the stage follows its size. `surface` is the element that listens: dragging turns the table (or
 * moves a magnified plan), two fingers or the wheel magnify, Shift and arrows turn, `+`, `-` and
 * `0` magnify and go home. A drag that begins on a button on the surface is no click. The stage sets
 * the surface's `touch-action`: while all is in sight, a finger going up or down scrolls the page.
 */
export type { Extent, Insets } from "./cameras.ts";
export { SvgStage } from "./svg-stage.ts";
export { Stage, type Projected, type StageOptions } from "./stage.ts";
