/** Textures of the monsters: a pattern for each colour, a badge for each height. */
import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture } from "three";
import { type Pen, sheet } from "../../../../../../web/src/stage/sheet.ts";
import { seededRandom } from "../../../../../../web/src/stage/seeded-random.ts";
import { type Livery, ringColour } from "../model/colours.ts";

/** Scene units along the tube per texture tile. */
const TILE = 0.62;

/**
 * Returns one tile of a ring's texture: the colour of its height, and the livery's pattern along the ridge.
 */
export function ringTexture(of: Livery, height: number): Texture {
  const size = 64;
  const { canvas, pen } = sheet(size, size);
  pen.fillStyle = ringColour(of, height);
  pen.fillRect(0, 0, size, size);
  // The belly, at both ends of v, is darker, which shows which side is up.
  const shade = pen.createLinearGradient(0, 0, 0, size);
  shade.addColorStop(0, "rgba(0,0,0,0.4)");
  shade.addColorStop(0.3, "rgba(0,0,0,0)");
  shade.addColorStop(0.7, "rgba(0,0,0,0)");
  shade.addColorStop(1, "rgba(0,0,0,0.4)");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = of.pattern;
  pen.globalAlpha = 0.9;
  drawShape(pen, of, size);
  const texture = new CanvasTexture(canvas as HTMLCanvasElement);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(1 / TILE, 1);
  return texture;
}

function drawShape(pen: Pen, { shape }: Livery, size: number): void {
  const at = (x: number, y: number): [number, number] => [x * size, y * size];
  pen.beginPath();
  if (shape === "dot") {
    // The tile is stretched around the tube, so round dots are drawn as flat ellipses.
    for (const [x, y, radius] of [[0.5, 0.5, 0.17], [0, 0.34, 0.09], [1, 0.34, 0.09], [0, 0.66, 0.09], [1, 0.66, 0.09]] as const) {
      pen.moveTo(...at(x + radius, y));
      pen.ellipse(...at(x, y), size * radius, size * radius * 0.46, 0, 0, 2 * Math.PI);
    }
  } else if (shape === "triangle") {
    pen.moveTo(...at(0.12, 0.37));
    pen.lineTo(...at(0.88, 0.5));
    pen.lineTo(...at(0.12, 0.63));
  } else if (shape === "diamond") {
    pen.moveTo(...at(0.08, 0.5));
    pen.lineTo(...at(0.5, 0.37));
    pen.lineTo(...at(0.92, 0.5));
    pen.lineTo(...at(0.5, 0.63));
  } else if (shape === "band") {
    pen.rect(...at(0.34, 0.18), size * 0.3, size * 0.64);
  } else {
    const grain = seededRandom(7);
    pen.globalAlpha = 0.35;
    for (let speck = 0; speck < 70; speck += 1) {
      const side = size * (0.012 + 0.03 * grain());
      pen.rect(...at(grain(), grain()), 2 * side, side);
    }
  }
  pen.fill();
}

/** Returns a round badge with the ring's height and a rim in the monster's colour. */
export function badgeTexture(of: Livery, height: number, last: boolean): Texture {
  const size = 96;
  const { canvas, pen } = sheet(size, size);
  const middle = size / 2;
  const disc = (radius: number, colour: string): void => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(middle, middle, radius * size, 0, 7);
    pen.fill();
  };
  disc(0.49, last ? "#ffc93c" : "rgba(20,16,12,0.75)");
  disc(last ? 0.44 : 0.455, ringColour(of, 3));
  disc(0.35, "#fffaf0");
  pen.fillStyle = "#1d1712";
  pen.font = `800 ${size * 0.56}px system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillText(String(height), middle, middle + size * 0.2);
  const texture = new CanvasTexture(canvas as HTMLCanvasElement);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Returns a soft ring of light for holes that can be chosen. */
export function glowTexture(): Texture {
  const size = 64;
  const { canvas, pen } = sheet(size, size);
  const middle = size / 2;
  const light = pen.createRadialGradient(middle, middle, 0, middle, middle, middle);
  light.addColorStop(0, "rgba(255,255,255,0.34)");
  light.addColorStop(0.48, "rgba(255,255,255,0.4)");
  light.addColorStop(0.6, "rgba(255,255,255,1)");
  light.addColorStop(0.74, "rgba(255,255,255,1)");
  light.addColorStop(0.82, "rgba(255,255,255,0.3)");
  light.addColorStop(1, "rgba(255,255,255,0)");
  pen.fillStyle = light;
  pen.fillRect(0, 0, size, size);
  return new CanvasTexture(canvas as HTMLCanvasElement);
}
