/** Diagrams of positions on paper: the picture of the game's model, with marks drawn over it. */
import { html, nothing, type TemplateResult } from "lit";
import { markShapes, type DrawnMark } from "../board/drawn-marks.ts";
import type { BoardModel, FlatPicture, SceneInput } from "../stage/scene.ts";

/** Width of the picture's coordinates; marks have the size that they have on a board of this width. */
const WIDTH = 480;

/** Seen straight from above. */
const ABOVE = { deep: 1, high: 0 };

interface Point {
  x: number;
  y: number;
  z: number;
}

interface Frame {
  height: number;
  project: (point: Point) => { x: number; y: number; scale: number };
}

/** Returns the size of a picture, and where it shows a point; see `FlatPicture`. */
export function diagramFrame({ extent, lean = ABOVE }: Pick<FlatPicture, "extent" | "lean">): Frame {
  const low = extent.low ?? 0;
  const unit = WIDTH / (2 * extent.x);
  const height = (2 * extent.z * lean.deep + (extent.height - low) * lean.high) * unit;
  const middle = height / 2 + ((low + extent.height) / 2) * lean.high * unit;
  return {
    height,
    project: ({ x, y, z }) => ({
      x: WIDTH / 2 + x * unit, y: middle + (z * lean.deep - y * lean.high) * unit, scale: unit,
    }),
  };
}

/** Renders a position; `label` describes it. `picture` is the model, or the flat picture of a scene. */
export function studyDiagram(
  model: BoardModel, input: SceneInput, marks: readonly DrawnMark[], label: string,
): TemplateResult {
  const picture = new DOMParser().parseFromString(model.svg(input), "image/svg+xml").documentElement;
  const { height, project } = diagramFrame(model);
  picture.setAttribute("preserveAspectRatio", "xMidYMid meet");
  return html`<div class="diagram" role="img" aria-label=${label} style="aspect-ratio: ${WIDTH} / ${Math.round(height)}">
    ${document.importNode(picture, true)}
    ${marks.length > 0
      ? html`<svg class="diagram-marks" viewBox="0 0 ${WIDTH} ${Math.round(height)}" aria-hidden="true">
          ${markShapes(marks, project)}</svg>`
      : nothing}
  </div>`;
}
