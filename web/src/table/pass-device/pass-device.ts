/** Decides when players who share a device must pass it on. */
import type { StateView, TableInfo } from "../../net/protocol.ts";

/** Identifies the game and the seat of the player with the device. */
export type Holder = string;

export function holderOf(state: Pick<StateView, "game_number" | "to_act">): Holder {
  return `${state.game_number}:${state.to_act}`;
}

/**
 * Whether the device must be passed on before `state` may be shown. `seats` are those played in this browser,
 * `holder` is the last player who confirmed.
 */
export function mustPass(
  info: Pick<TableInfo, "imperfect_information" | "status">,
  state: Pick<StateView, "mine" | "game_number" | "to_act">,
  seats: readonly number[],
  holder: Holder | null,
): boolean {
  if (!info.imperfect_information || info.status !== "playing" || !state.mine || seats.length < 2) return false;
  return holderOf(state) !== holder;
}
