/** Running public games with live pictures, the best one large: links to their tables. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { clockText } from "../clock/presets.ts";
import { gameName, t } from "../i18n/i18n.ts";
import { levelName } from "../net/games.ts";
import type { GameInfo, WatchedGame, WatchedPlace } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { pictureUrl, type WatchList } from "./watch-list.ts";
import "./watched-games.css";

@customElement("watched-games")
export class WatchedGames extends LightElement {
  /** Changes in place. */
  @property({ attribute: false, hasChanged: () => true }) list!: WatchList;
  @property({ attribute: false }) games: readonly GameInfo[] = [];
  /** How many games to show besides the featured one. */
  @property({ type: Number }) most = Infinity;

  protected override render(): TemplateResult {
    const { featured, others } = this.list;
    const shown = featured ? [featured, ...others.slice(0, this.most)] : others.slice(0, this.most);
    return html`<ul class="watched">${repeat(shown, ({ table }) => table, (game) => this.game(game, game === featured))}</ul>`;
  }

  private game(game: WatchedGame, featured: boolean): TemplateResult {
    const facts = [
      game.clock ? clockText(game.clock, t) : "", game.rated ? t("meet.is_rated") : "", game.over ? t("watch.over") : "",
    ].filter(Boolean);
    return html`<li class=${featured ? "watched-featured" : nothing} data-watch=${game.table}>
      <a href="/t/${game.table}">
        <span class="watched-picture"><img src=${pictureUrl(game)} alt="" loading="lazy" decoding="async" /></span>
        <span class="watched-text">
          ${featured ? html`<span class="watched-best">${t("watch.featured")}</span>` : nothing}
          <strong>${gameName(game.game)}</strong>
          <span>${game.places.map((place, index) => html`${index > 0 ? " · " : nothing}${this.player(place, game)}`)}</span>
          ${facts.length > 0 ? html`<span class="watched-facts">${facts.join(" · ")}</span>` : nothing}
        </span>
      </a></li>`;
  }

  private player(place: WatchedPlace, { game }: WatchedGame): TemplateResult {
    if (place.kind === "bot") {
      return html`${levelName(this.games.find(({ name }) => name === game), game, place.level ?? null)}`;
    }
    return html`${place.name || t("account.guest")}${place.rating === undefined ? nothing : html` <small>(${place.rating})</small>`}`;
  }
}
