/** The round felt mat under the tower and the waiting blocks. */
import {
  CanvasTexture,
  CircleGeometry,
  Group,
  Mesh,
  MeshLambertMaterial,
  PlaneGeometry,
  ShadowMaterial,
  SRGBColorSpace,
  TorusGeometry,
} from "three";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { sheet } from "../../../../../../web/src/stage/wood.ts";
import { MAT } from "../model/colours.ts";
import { MM } from "../model/units.ts";
import type { BoardSetup } from "../model/position.ts";
import type { WaitingPlace } from "../model/waiting-blocks.ts";
import { MAT_RADIUS, SHOP_RADIUS } from "../model/sizes.ts";

/** Thickness in millimetres. Height 0 is its top. */
const THICK = 1.6;
export const GROUND = -THICK / MM;
const PIXELS = 1024;

export function buildMat(boardSetup: BoardSetup, waiting: ReadonlyMap<string, WaitingPlace>): Group {
  const mat = new Group();
  const top = new Mesh(
    new CircleGeometry(MAT_RADIUS / MM, 72).rotateX(-Math.PI / 2),
    new MeshLambertMaterial({ map: felt(boardSetup, waiting) }),
  );
  top.receiveShadow = true;
  const rim = new Mesh(
    new TorusGeometry(MAT_RADIUS / MM, THICK / MM, 8, 96).rotateX(Math.PI / 2),
    new MeshLambertMaterial({ color: MAT.edge }),
  );
  rim.position.y = -0.3 * THICK / MM;
  rim.receiveShadow = true;
  // The table is unlit, so the shadow around the mat is a separate thin layer.
  const shadow = new Mesh(
    new PlaneGeometry(60, 60).rotateX(-Math.PI / 2), new ShadowMaterial({ opacity: 0.28 }),
  );
  shadow.position.y = GROUND + 0.01;
  shadow.receiveShadow = true;
  mat.add(top, rim, shadow);
  return mat;
}

function felt(boardSetup: BoardSetup, waiting: ReadonlyMap<string, WaitingPlace>): CanvasTexture {
  const { canvas, pen } = sheet(PIXELS, PIXELS);
  const scale = PIXELS / (2 * MAT_RADIUS);
  pen.translate(PIXELS / 2, PIXELS / 2);
  pen.scale(scale, scale);
  pen.fillStyle = MAT.felt;
  pen.fillRect(-MAT_RADIUS, -MAT_RADIUS, 2 * MAT_RADIUS, 2 * MAT_RADIUS);
  fibres(pen);
  stitches(pen, MAT_RADIUS - 7, 5.5);
  pen.globalAlpha = 0.75;
  pen.lineWidth = 1.1;
  circle(pen, 62);
  pen.globalAlpha = 0.5;
  circle(pen, 5);
  cross(pen);
  for (const [name, { angle }] of waiting) stall(pen, boardSetup.blocks.get(name)?.edge ?? 0, angle);
  pen.globalAlpha = 1;
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function fibres(pen: CanvasRenderingContext2D): void {
  const random = seededRandom(23);
  for (let fibre = 0; fibre < 9000; fibre += 1) {
    const [x, y] = [(random() - 0.5) * 2 * MAT_RADIUS, (random() - 0.5) * 2 * MAT_RADIUS];
    const angle = random() * Math.PI;
    pen.strokeStyle = random() < 0.5 ? MAT.feltDark : MAT.feltLight;
    pen.globalAlpha = 0.15 + 0.3 * random();
    pen.lineWidth = 0.35 + 0.5 * random();
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + 3.5 * Math.cos(angle), y + 3.5 * Math.sin(angle));
    pen.stroke();
  }
}

function stitches(pen: CanvasRenderingContext2D, radius: number, length: number): void {
  pen.save();
  pen.strokeStyle = MAT.thread;
  pen.globalAlpha = 0.85;
  pen.lineWidth = 1.5;
  pen.lineCap = "round";
  pen.setLineDash([length, length * 0.8]);
  circle(pen, radius);
  pen.restore();
}

function circle(pen: CanvasRenderingContext2D, radius: number): void {
  pen.strokeStyle = MAT.thread;
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.stroke();
}

/** Paints a cross in the middle, for aiming. */
function cross(pen: CanvasRenderingContext2D): void {
  pen.beginPath();
  for (const [x, y] of [[1, 0], [0, 1], [-1, 0], [0, -1]] as const) {
    pen.moveTo(8 * x, 8 * y);
    pen.lineTo(16 * x, 16 * y);
  }
  pen.stroke();
}

/** Paints the outline of a waiting block. */
function stall(pen: CanvasRenderingContext2D, edge: number, angle: number): void {
  pen.save();
  pen.rotate(-(angle * Math.PI) / 180);
  pen.strokeStyle = MAT.thread;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1;
  pen.strokeRect(-edge / 2, SHOP_RADIUS - edge / 2, edge, edge);
  pen.restore();
}
