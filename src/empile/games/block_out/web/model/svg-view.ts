/** The table as SVG, seen from the side and slightly from above, for browsers without WebGL. */
import type { BodyPose, SceneInput } from "../../../../../../web/src/stage/scene.ts";
import { litBlocks } from "./choices.ts";
import { MAT } from "./colours.ts";
import { LEAN, drawSolid, drawnAt, nearness } from "./block-svg.ts";
import { MM, highest } from "./units.ts";
import { round } from "./glyphs.ts";
import { MAT_RADIUS } from "./sizes.ts";
import { type BoardSetup, solidOf } from "./position.ts";
import type { Shot } from "./camera-shots.ts";
import { onTop } from "./waiting-blocks.ts";

export interface Drawn {
  /** The pose of each block. */
  poses: ReadonlyMap<string, BodyPose>;
  /** Height of the tower in millimetres. */
  top: number;
  /** The held block, and the height of its support. */
  held: string | null;
  extent: Shot;
}

export function svgView(
  input: SceneInput, boardSetup: BoardSetup, { poses, top, held, extent }: Drawn, letter: (block: string) => string,
): string {
  const lit = litBlocks(input);
  const chosen = input.preview?.parts["block"] ?? null;
  const order = [...poses].sort(([, a], [, b]) => nearness(a) - nearness(b));
  const shadows = order.map(([block, pose]) => shadow(pose, solidOf(boardSetup, block).edge, 0));
  const blocks = order.map(([block, pose]) => {
    const solid = solidOf(boardSetup, block);
    const open = lit?.has(block) ?? false;
    return (
      (open && block !== chosen ? light(pose, solid.edge) : "") +
      (block === held ? plumb(pose, top, solid.edge) : "") +
      `<g data-block="${block}">${drawSolid(solid, pose, letter(block))}</g>`
    );
  });
  if (chosen !== null && held === null) blocks.push(ghost(boardSetup, chosen, top, letter));
  const { x, z, low, height } = extent;
  const rise = height * LEAN.high;
  const box = [-x, -z * LEAN.deep - rise, 2 * x, 2 * z * LEAN.deep + rise - low * LEAN.high].map(round);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" aria-hidden="true">` +
    `<rect x="-99" y="-99" width="198" height="198" fill="#7a5a41" class="ground"/>${mat()}${shadows.join("")}${blocks.join("")}</svg>`
  );
}

function mat(): string {
  const ring = (radius: number, style: string): string =>
    `<ellipse cx="0" cy="0" rx="${round(radius / MM)}" ry="${round((radius * LEAN.deep) / MM)}" ${style}/>`;
  const line = `fill="none" stroke="${MAT.thread}" stroke-width=".05"`;
  return (
    ring(MAT_RADIUS + 2, `fill="${MAT.edge}"`) +
    ring(MAT_RADIUS, `fill="${MAT.felt}"`) +
    ring(MAT_RADIUS - 7, `${line} stroke-dasharray=".2 .15"`) +
    ring(62, `${line} opacity=".7"`)
  );
}

function shadow([x, y]: BodyPose, edge: number, z: number): string {
  const at = drawnAt([x, y, z]);
  return `<ellipse cx="${round(at.x)}" cy="${round(at.y)}" rx="${round((edge * 0.68) / MM)}" ry="${round((edge * 0.3) / MM)}" fill="#140c04" opacity=".22"/>`;
}

/** Returns a ring on the mat around a block that can be chosen. */
function light([x, y]: BodyPose, edge: number): string {
  const at = drawnAt([x, y, 0]);
  const size = `rx="${round((edge * 0.9) / MM)}" ry="${round((edge * 0.9 * LEAN.deep) / MM)}"`;
  return `<ellipse class="lit" cx="${round(at.x)}" cy="${round(at.y)}" ${size} fill="#fff3c4" fill-opacity=".75" stroke="#fff9e2" stroke-width=".07"/>`;
}

/** Returns the shadow of a held block on the tower, and the line down to it. */
function plumb([x, y, z]: BodyPose, top: number, edge: number): string {
  const [from, to] = [drawnAt([x, y, z]), drawnAt([x, y, top])];
  return (
    shadow([x, y, 0, 1, 0, 0, 0], edge, top) +
    `<path d="M${round(from.x)} ${round(from.y)}V${round(to.y)}" stroke="#fff6dc" stroke-width=".06" stroke-dasharray=".14 .12"/>` +
    `<ellipse cx="${round(to.x)}" cy="${round(to.y)}" rx=".12" ry=".06" fill="none" stroke="#fff6dc" stroke-width=".05"/>`
  );
}

/** Returns the previewed block on top of the tower. */
function ghost(boardSetup: BoardSetup, block: string, top: number, letter: (block: string) => string): string {
  const solid = solidOf(boardSetup, block);
  const pose = onTop(solid, top);
  const { x, y } = drawnAt([0, 0, highest(solid, pose) + 16]);
  return (
    `<g data-ghost="${block}" opacity=".6">${drawSolid(solid, pose, letter(block))}</g>` +
    `<path d="M${round(x - 0.25)} ${round(y - 0.3)}L${round(x)} ${round(y)}L${round(x + 0.25)} ${round(y - 0.3)}" fill="none" stroke="#fff6dc" stroke-width=".09" stroke-linecap="round" stroke-linejoin="round"/>`
  );
}
