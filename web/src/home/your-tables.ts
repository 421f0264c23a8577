/** List of the tables at which this browser has a place. */
import { html, nothing, type TemplateResult } from "lit";
import { localStore } from "../ui/storage.ts";
import { customElement, property, state } from "lit/decorators.js";
import { ownTables } from "../account/own-tables.ts";
import { icon } from "../ui/icons.ts";
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
    const all = this.kept.all();
    this.tables = [...all.filter(({ over }) => !over), ...all.filter(({ over }) => over)].slice(0, MOST);
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
    if (answer === "no_table") {
      this.forget(id);
      return;
    }
    this.seen = new Map(this.seen).set(id, answer);
  }

  private forget(id: string): void {
    this.kept.forget(id);
    this.tables = this.tables.filter((table) => table.id !== id);
  }

  protected override render(): TemplateResult | typeof nothing {
    this.hidden = this.tables.length === 0;
    if (this.hidden) return nothing;
    return html`<h2>${icon("play")} ${t("left.title")}</h2>
      <ul class="left-list">${this.tables.map((table) => this.row(table))}</ul>
      <a class="button quiet" href="/games">${icon("again")} ${t("games.link")}</a>`;
  }

  private row(table: SavedTable): TemplateResult {
    const seen = this.seen.get(table.id);
    const welcome = typeof seen === "object" ? seen : null;
    const others = welcome?.table.places.filter((place) => !place.mine) ?? [];
    const names = others.map((place) => placeName(place, welcome?.table, this.games, welcome?.state?.seats));
    const mine = welcome?.state?.mine === true && welcome.table.status === "playing";
    return html`<li>
      <a href="/t/${table.id}" class=${mine ? "mine" : ""}>
        <strong>${table.game ? gameName(table.game) : "Empile"}</strong>
        <span>${names.length > 0 ? t("left.with", { names: listed(names) }) : nothing}</span>
        <span class="left-turn">${turn(welcome)}</span>
      </a>
      ${table.token === ""
        ? nothing
        : html`<button class="quiet round" title=${t("left.forget")} aria-label=${t("left.forget")}
            @click=${() => this.forget(table.id)}>${icon("close")}</button>`}
    </li>`;
  }
}

function turn(welcome: Welcome | null): string {
  if (!welcome) return "…";
  const { status } = welcome.table;
  if (status === "gathering") return t("left.gathering");
  if (status === "over") return t("left.over");
  if (status === "frozen") return t("left.frozen");
  return welcome.state?.mine ? t("left.yours") : t("left.theirs");
}
