/** The ratings at a table with rated games; they are loaded only for such a table. */
import { html, type TemplateResult } from "lit";
import { withLazyMessages } from "../../i18n/i18n.ts";
import type { GameInfo, StateView, TableInfo } from "../../net/protocol.ts";
import { renderAll } from "../../ui/base-element.ts";
import { placeName } from "./seat-names.ts";

let loaded: Promise<unknown> | null = null;

/** Renders who is how strong; `joining` is a member who might take a place. */
export function ratingsOf(
  info: TableInfo, games: readonly GameInfo[], state: StateView | null, joining = "",
): TemplateResult {
  loaded ??= withLazyMessages(() => import("../../rating/table-ratings.ts")).then(renderAll, () => (loaded = null));
  const over = info.status === "over" ? (state?.game_number ?? 0) : 0;
  return html`<table-ratings .table=${info.id} .over=${over} .joining=${joining}
    .seated=${info.places.map(({ kind, member }) => `${kind} ${member ?? ""}`).join()}
    .names=${info.places.map((place) => placeName(place, info, games, state?.seats))}></table-ratings>`;
}
