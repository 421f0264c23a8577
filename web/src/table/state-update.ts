/** The state of the game in this browser: the whole one in `welcome`, then the changes in updates. */
import type { Update, StateView } from "../net/protocol.ts";

/** Returns the state after an update. Without a state, only an update with all members makes one. */
export function merged(state: StateView | null, update: Update): StateView | null {
  const changed = update.state;
  if (!changed) return state;
  if (!state && changed.board_setup === undefined) return null;
  const next = { ...state, ...changed } as StateView;
  if (changed.last === undefined) {
    const move = update.events.findLast((event) => event.kind === "move");
    if (move) next.last = { seat: move.seat, text: move.text, parts: move.parts ?? {} };
  }
  return next;
}
