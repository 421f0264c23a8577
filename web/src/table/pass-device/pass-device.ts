/** When people who share a device must hand it on before anything more is shown. */
import type { StateView, TableInfo } from "../../net/protocol.ts";

/** Who has the device: the game and the seat. */
export type Holder = string;

export function holderOf(state: Pick<StateView, "game_number" | "to_act">): Holder {
  return `${state.game_number}:${state.to_act}`;
}

/**
 * Whether the device must be passed on before `state` may be shown. `seats` are those played from
 * here, `holder` is who said last to have the device.
 */
export function mustPass(
  info: Pick<TableInfo, "hides" | "status">,
  state: Pick<StateView, "mine" | "game_number" | "to_act">,
  seats: readonly number[],
  holder: Holder | null,
): boolean {
  if (!info.hides || info.status !== "playing" || !state.mine || seats.length < 2) return false;
  return holderOf(state) !== holder;
}
