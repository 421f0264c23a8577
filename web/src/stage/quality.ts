/** Adapts the rendering quality to the speed of the device. */

export interface Quality {
  /** The most device pixels per CSS pixel. */
  pixelRatio: number;
  /** The most pixels in a frame of a motion; a sharp frame follows at rest. */
  movingPixels: number;
  /** Side of the shadow map in texels. */
  shadowMap: number;
}

const LEVELS: Quality[] = [
  { pixelRatio: 2, movingPixels: Infinity, shadowMap: 2048 },
  { pixelRatio: 2, movingPixels: 1_500_000, shadowMap: 1024 },
  { pixelRatio: 1.25, movingPixels: 350_000, shadowMap: 1024 },
  { pixelRatio: 1, movingPixels: 160_000, shadowMap: 512 },
];
const BY_SOFTWARE = 2;
const SLOW_SECONDS = 0.05;
const PATIENCE = 5;

/** Watches the time between frames of a motion and lowers the quality if it is long. */
export class QualityGovernor {
  #level: number;
  #slow = 0;

  constructor(software: boolean) {
    this.#level = software ? BY_SOFTWARE : 0;
  }

  get quality(): Quality {
    return LEVELS[this.#level] as Quality;
  }

  /** Reports a frame `seconds` after the previous one; returns whether the quality changed. */
  frame(seconds: number): boolean {
    this.#slow = seconds > SLOW_SECONDS ? this.#slow + 1 : 0;
    if (this.#slow < PATIENCE || this.#level >= LEVELS.length - 1) return false;
    this.#level += 1;
    this.#slow = 0;
    return true;
  }
}

/** Returns the device pixels per CSS pixel of a picture of `width` by `height` CSS pixels. */
export function pixelRatio(
  { pixelRatio: most, movingPixels }: Quality,
  screen: { width: number; height: number; devicePixelRatio: number },
  atRest: boolean,
): number {
  const sharp = Math.min(screen.devicePixelRatio, most);
  if (atRest) return sharp;
  return Math.min(sharp, Math.sqrt(movingPixels / (screen.width * screen.height)));
}
