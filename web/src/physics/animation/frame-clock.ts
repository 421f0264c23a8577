/** The browser's clock, pictures and sounds, for films and hands. */
import { playKnock } from "../../ui/sound.ts";
import type { FrameClock } from "./animation-player.ts";
import type { World } from "../hand/world.ts";

/** A change of speed that is as loud as any, in millimetres a second. */
const LOUDEST = 1600;
/** The edge, in millimetres, of a body with a middling voice: larger ones sound lower. */
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
