/** The physics chunk: hands, animations and rulings. Loaded only by games that need it. */
import { Hand } from "./hand/hand.ts";
import "./hand/hand-layer.ts";
import "./hand/hand-panel.ts";
import "./ruling/ruling-card.ts";
import { browserFrameClock } from "./animation/frame-clock.ts";

export type { Hand, Shown } from "./hand/hand.ts";

/** Returns a hand that uses the browser's clock and sounds. */
export function makeHand(): Hand {
  const hand: Hand = new Hand(browserFrameClock(() => hand.world));
  return hand;
}
