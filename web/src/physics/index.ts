/** Hands and films: loaded where a game asks for them, and nowhere else. */
import { Hand } from "./hand/hand.ts";
import "./hand/hand-layer.ts";
import "./hand/hand-panel.ts";
import "./ruling/ruling-card.ts";
import { browserFrameClock } from "./animation/frame-clock.ts";

export type { Hand, Shown } from "./hand/hand.ts";

/** A hand in this browser. */
export function makeHand(): Hand {
  const hand: Hand = new Hand(browserFrameClock(() => hand.world));
  return hand;
}
