/** The running games in which this browser or account has a place. */
import { html, nothing, type TemplateResult } from "lit";
import { localStore } from "../ui/storage.ts";
import { customElement, property, state } from "lit/decorators.js";
import { ownTables } from "../account/own-tables.ts";
import { LightElement } from "../ui/base-element.ts";
import { previewTable } from "../net/table-preview.ts";
import type { GameInfo, Welcome } from "../net/protocol.ts";
import { SavedTables, type SavedTable } from "../net/saved-tables.ts";
import { listed, placeName } from "../table/seats/seat-names.ts";
import { gameName, t } from "../i18n/i18n.ts";

const MOST = 6;

@customElement("your-tables")
export class YourTables extends LightElement {
  @property({ attribute: false }) games: GameInfo[] = [];
  @state() private tables: SavedTable[] = [];
  @state() private seen = new Map<string, Welcome | string>();
  private readonly kept = new SavedTables(localStore);

  override connectedCallback(): void {
    super.connectedCallback();
    this.tables = this.kept.all().filter(({ over }) => !over).slice(0, MOST);
    for (const table of this.tables) void this.look(table);
    void this.lookAtAccount();
  }

  /** Adds the running tables of the account that this browser does not have: they open by the session. */
  private async lookAtAccount(): Promise<void> {
    const found = await ownTables();
    const known = new Set(this.kept.all().map(({ id }) => id));
    const more = found.filter(({ table }) => !known.has(table));
    const seen = more.map(({ table: id, game, made }) => ({ id, token: "", game, at: made }));
    this.tables = [...seen, ...this.tables].slice(0, MOST);
    for (const table of this.tables.filter(({ token }) => token === "")) void this.look(table);
  }

  private async look({ id, token }: SavedTable): Promise<void> {
    const answer = await previewTable(id, token);
    if (answer === "no_table" || (typeof answer === "object" && answer.table.status === "over")) {
      if (answer === "no_table") this.kept.forget(id);
      this.tables = this.tables.filter((table) => table.id !== id);
      return;
    }
    this.seen = new Map(this.seen).set(id, answer);
    void import("../board/small-board.ts").catch(() => undefined);
  }

  protected override render(): TemplateResult | typeof nothing {
    this.hidden = this.tables.length === 0;
    if (this.hidden) return nothing;
    const first = [...this.tables].sort((one, other) => Number(this.isTurn(other)) - Number(this.isTurn(one)));
    return html`<ul class="left-list" aria-label=${t("games.title")}>${first.map((table) => this.row(table))}</ul>`;
  }

  /** Says in the title and on the icon of the app how many games wait for this user. */
  protected override updated(): void {
    const turns = this.tables.filter((table) => this.isTurn(table)).length;
    document.title = turns > 0 ? `(${turns}) Empile` : "Empile";
    navigator.setAppBadge?.(turns).catch(() => undefined); // not everywhere allowed
  }

  private isTurn({ id }: SavedTable): boolean {
    const seen = this.seen.get(id);
    return typeof seen === "object" && seen.state?.mine === true && seen.table.status === "playing";
  }

  private row(table: SavedTable): TemplateResult {
    const seen = this.seen.get(table.id);
    const welcome = typeof seen === "object" ? seen : null;
    const others = welcome?.table.places.filter((place) => !place.mine) ?? [];
    const names = others.map((place) => placeName(place, welcome?.table, this.games, welcome?.state?.seats));
    return html`<li>
      <a href="/t/${table.id}" class=${this.isTurn(table) ? "mine" : ""}>
        ${welcome?.state ? html`<small-board .game=${table.game} .state=${welcome.state}></small-board>` : nothing}
        <strong>${table.game ? gameName(table.game) : "Empile"}</strong>
        <span>${names.length > 0 ? t("left.with", { names: listed(names) }) : nothing}</span>
        <span class="left-turn">${seen === "no_game" ? t("left.no_game") : turn(welcome)}</span>
      </a>
    </li>`;
  }
}

function turn(welcome: Welcome | null): string {
  if (!welcome) return "…";
  const { status } = welcome.table;
  if (status === "gathering") return t("left.gathering");
  if (status === "frozen") return t("left.frozen");
  return welcome.state?.mine ? t("turn.theirs.you") : t("left.theirs");
}
