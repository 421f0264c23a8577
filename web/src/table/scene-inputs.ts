/** Builds the scene's input from the session and the selection. */
import type { MoveSelection } from "../board/move-selection.ts";
import type { SceneInput } from "../stage/scene.ts";
import type { GameInfo, StateView } from "../net/protocol.ts";
import type { TableSession } from "./session.ts";
import { namesOfSeats, ownSeats } from "./turn.ts";

/** Returns the same object as long as nothing changed, since the board redraws a new one. */
export class SceneInputs {
  last: SceneInput | null = null;

  make(
    session: TableSession, state: StateView, games: readonly GameInfo[], choosing: MoveSelection,
  ): SceneInput {
    const { info } = session;
    const fresh: SceneInput = {
      boardSetup: state.board_setup,
      position: state.position,
      names: namesOfSeats(session, games),
      mine: ownSeats(session),
      toAct: state.to_act,
      legal: state.mine && info?.status === "playing" ? [...choosing.legal] : [],
      chosen: choosing.choices.length > 0 ? choosing.chosen : {},
      preview: choosing.preview,
      restPoses: state.poses,
      last: state.last,
    };
    if (!this.last || JSON.stringify(light(fresh)) !== JSON.stringify(light(this.last))) {
      this.last = fresh;
    }
    return this.last;
  }
}

/** Returns a short key that changes with the input; large parts are represented by their ends. */
function light(input: SceneInput): unknown {
  const { boardSetup: _, legal, ...rest } = input;
  return [rest, legal.length, legal[0]?.text, legal.at(-1)?.text];
}
