/** Keyboard control of a hand. */
import type { Hand } from "./hand.ts";

/** Millimetres per arrow key, while repeating, and with Shift. */
const STEP = 2;
const RUN = 4;
const FINE = 0.5;
/** Millimetres of height, and with Shift. */
const RISE = 2;
const RISE_FINE = 0.5;
/** Degrees: while choosing, while holding, and with Shift. */
const TURN_CHOOSING = 15;
const TURN = 5;
const TURN_FINE = 1;

/** The keys as shown to the user, with the message that explains them. */
export const KEYS: readonly { keys: readonly string[]; told: string }[] = [
  { keys: ["←", "→", "↑", "↓"], told: "hand.key.move" },
  { keys: ["W", "S"], told: "hand.key.height" },
  { keys: ["Q", "E"], told: "hand.key.turn" },
  { keys: ["F"], told: "hand.key.flip" },
  { keys: ["⇧"], told: "hand.key.fine" },
  { keys: ["V"], told: "hand.key.view" },
  { keys: ["↵"], told: "hand.key.enter" },
  { keys: ["Esc"], told: "hand.key.back" },
];

const ARROWS: Record<string, [right: number, away: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
};

/** Handles a key; returns false if it has no function. */
export function press(
  hand: Hand, event: Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "repeat">, view: () => void,
): boolean {
  const choosing = hand.stage === "choose";
  if (!choosing && hand.stage !== "held") return false;
  const { shiftKey: fine } = event;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "v") view();
  else if (key === "q" || key === "e") {
    const by = choosing ? TURN_CHOOSING : TURN;
    hand.twist((key === "q" ? 1 : -1) * (fine ? TURN_FINE : by));
  } else if (key === "f") hand.flip(fine ? -1 : 1);
  else if (key === "Enter" || key === " ") {
    // Holding a key down takes the body but must not release it at once.
    if (event.repeat) return true;
    if (choosing) hand.take();
    else hand.letGo();
  } else if (choosing) return false;
  else if (key === "Escape" || key === "Backspace") hand.back();
  else return move(hand, key, fine, event.repeat);
  return true;
}

function move(hand: Hand, key: string, fine: boolean, repeat: boolean): boolean {
  const arrow = ARROWS[key];
  const rise = key === "w" || key === "PageUp" ? 1 : key === "s" || key === "PageDown" ? -1 : 0;
  if (arrow) {
    const by = fine ? FINE : repeat ? RUN : STEP;
    hand.nudge(arrow[0] * by, arrow[1] * by);
  } else if (rise) hand.target?.raiseBy(rise * (fine ? RISE_FINE : RISE));
  else return false;
  hand.moved();
  return true;
}
