/** Ratings at a table with rated games: beside the names, what to expect, and what the game changed. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { ratingApi, type TableRatings } from "./rating-api.ts";
import "./rating.css";
import { changeText, percentText, ratingLabel, ratingText } from "./rating-text.ts";

/** The rating of a finished game is there some moments after its end. */
const RETRIES = [600, 1500, 4000];

@customElement("table-ratings")
export class TableRatingsElement extends LightElement {
  @property() table = "";
  /** The names of the places. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** The number of the game, if it is over; else 0. */
  @property({ type: Number }) over = 0;
  /** A member who might join, or empty. */
  @property() joining = "";
  /** Changes when somebody sits down or gets up. */
  @property() seated = "";
  @state() private found: TableRatings | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.waiting);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (["table", "over", "joining", "seated"].some((name) => changed.has(name))) {
      clearTimeout(this.waiting);
      void this.load(0);
    }
  }

  private async load(tries: number): Promise<void> {
    const { table, over } = this;
    try {
      const found = await ratingApi.atTable(table, this.joining || null);
      if (table !== this.table || over !== this.over) return;
      this.found = found;
      if (over <= found.game) return;
    } catch {
      if (!this.isConnected) return; // the next try shows them
    }
    const pause = RETRIES[tries];
    if (pause !== undefined) this.waiting = setTimeout(() => void this.load(tries + 1), pause);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { found } = this;
    if (!found || found.places.length === 0) return nothing;
    const ended = this.over > 0 && found.game === this.over;
    return html`<section class="table-ratings" aria-label=${t("rating.title")} data-rated=${found.game}>
      <h3>${icon("chart")} ${t(`rating.table.${found.against}`)}</h3>
      <ul>${found.places.map((one) => html`<li data-place=${one.place}>
        <span>${one.place < 0 ? t("tag.you") : this.names[one.place] ?? ""}</span>
        <span class="rating" aria-label=${ratingLabel(one)}>${ratingText(one)}</span>
        ${ended && one.change !== null
          ? html`<strong class="rating-change" aria-label=${t("rating.change", { change: changeText(one.change) })}>
              ${changeText(one.change)}</strong>`
          : one.expected === null || this.over > 0 ? nothing
          : html`<span class="rating-expected">${t("rating.expected", { share: percentText(one.expected) })}</span>`}
      </li>`)}</ul>
      ${ended && found.weight < 1 ? html`<p class="hint">${t("rating.weight", { share: percentText(found.weight) })}</p>` : nothing}
    </section>`;
  }
}
