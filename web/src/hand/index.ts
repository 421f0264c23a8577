/** Hands and films: loaded where a game asks for them, and nowhere else. */
import { Hand } from "./hand.ts";
import "./hand-layer.ts";
import "./hand-panel.ts";
import { browserProjector } from "./projector.ts";

export type { Hand, Shown } from "./hand.ts";

/** A hand in this browser. */
export function makeHand(): Hand {
  const hand: Hand = new Hand(browserProjector(() => hand.world));
  return hand;
}
