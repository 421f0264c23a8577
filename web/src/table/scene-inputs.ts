/** What the board shows of a table: made of the session and of what is chosen. */
import type { MoveSelection } from "../board/move-selection.ts";
import type { SceneInput } from "../stage/scene.ts";
import type { GameInfo, StateView } from "../net/protocol.ts";
import { seatNames } from "./seats/seat-names.ts";
import type { TableSession } from "./session.ts";
import { ownSeats } from "./turn.ts";

/** Gives the same object for as long as nothing changed: the board draws another one anew. */
export class SceneInputs {
  last: SceneInput | null = null;

  make(
    session: TableSession, state: StateView, games: readonly GameInfo[], choosing: MoveSelection,
  ): SceneInput {
    const { info } = session;
    const fresh: SceneInput = {
      setting: state.setting,
      position: state.position,
      names: info ? seatNames(state.seats, info, games) : [],
      mine: ownSeats(session),
      toAct: state.to_act,
      legal: state.mine && info?.status === "playing" ? [...choosing.legal] : [],
      chosen: choosing.choices.length > 0 ? choosing.chosen : {},
      preview: choosing.preview,
      resting: state.resting,
      last: state.last,
    };
    if (!this.last || JSON.stringify(light(fresh)) !== JSON.stringify(light(this.last))) {
      this.last = fresh;
    }
    return this.last;
  }
}

/** What of an input tells whether it is another: the large parts by their ends. */
function light(input: SceneInput): unknown {
  const { setting: _, legal, ...rest } = input;
  return [rest, legal.length, legal[0]?.text, legal.at(-1)?.text];
}
