/** Reports of players at a table, by members. */
import { signedIn } from "../account/account-state.ts";
import { withLazyMessages } from "../i18n/i18n.ts";
import type { GameInfo, StateView } from "../net/protocol.ts";
import { placeName } from "./seats/seat-names.ts";
import type { TableSession } from "./session.ts";

/** Returns what opens the form to report another player; null for guests, and if nobody else plays. */
export function reporting(
  { info, places }: TableSession, games: readonly GameInfo[], state: StateView,
): (() => void) | null {
  const others = info?.places.filter(({ place, kind, stands_in }) =>
    !places.includes(place) && (kind === "person" || stands_in)) ?? [];
  if (!info || !signedIn() || others.length === 0) return null;
  const players = others.map((place) => ({ place: place.place, name: placeName(place, info, games, state.seats) }));
  return () => void reportPlayers(info.id, players);
}

/** Opens the form to report one of some players. */
export async function reportPlayers(table: string, players: readonly { place: number; name: string }[]): Promise<void> {
  const { report } = await withLazyMessages(() => import("../reports/report-dialog.ts"));
  const people = players.map(({ place, name }) => ({ name, target: { table, place } }));
  await report(people, ["behaviour", "name", "cheating"]);
}
