/** The browser's clock, animation frames and sounds. */
import { playKnock } from "../../ui/sound.ts";
import type { FrameClock } from "./animation-player.ts";
import type { World } from "../hand/world.ts";

/** The change of speed with full volume, in millimetres per second. */
const LOUDEST = 1600;
/** Edge length, in millimetres, of a body with a medium pitch: larger ones sound lower. */
const MIDDLING = 40;

export function browserFrameClock(world: () => World | null): FrameClock {
  return {
    now: () => performance.now() / 1000,
    next: (action) => {
      const asked = requestAnimationFrame(action);
      return () => cancelAnimationFrame(asked);
    },
    knock: ({ body, speed }) => {
      const edge = world()?.shapes.get(body)?.edge ?? MIDDLING;
      playKnock(MIDDLING / edge, Math.min(1, speed / LOUDEST));
    },
  };
}
