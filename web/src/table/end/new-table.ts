/** Another table like one whose game has ended; loaded when it is wanted. */
import { currentLanguage } from "../../i18n/i18n.ts";
import { api } from "../../net/api.ts";
import type { TableInfo } from "../../net/protocol.ts";
import { SavedTables } from "../../net/saved-tables.ts";
import { navigate } from "../../ui/navigation.ts";
import { localStore } from "../../ui/storage.ts";
import { placesAgain } from "./rematch.ts";

/** Creates a table with the same game, options and bots, and opens it. */
export async function newTable(info: TableInfo): Promise<void> {
  const kept = new SavedTables(localStore);
  const { start } = await api.record(info.id, kept.token(info.id));
  const created = await api.makeTable({
    game: info.game,
    places: placesAgain(info),
    options: info.options,
    language: currentLanguage(),
    allow_spectators: info.allow_spectators,
    hints: info.hints,
    ...(info.clock && { clock: info.clock }),
    ...(info.rated && { rated: true, friendly: info.friendly ?? false }),
    assist: info.assist ?? false,
    ...(start && { start }),
  });
  kept.keep(created.table, created.token, info.game);
  navigate(`/t/${created.table}`);
}
