/** The ratings of a member, and how one of them changed, as a plot and as a table. */
import { html, nothing, svg, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { currentLanguage, gameName, loadGameMessages, t } from "../i18n/i18n.ts";
import { errorText } from "../net/error-text.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { ratingApi, type MemberRating, type RatingPoint } from "./rating-api.ts";
import { HEIGHT, plotOf, WIDTH } from "./rating-plot.ts";
import { changeText, ratingLabel, ratingText } from "./rating-text.ts";
import "./rating.css";

@customElement("member-ratings")
export class MemberRatingsElement extends LightElement {
  /** The public ID of the member. */
  @property() member = "";
  @state() private ratings: readonly MemberRating[] = [];
  @state() private chosen = 0;
  /** The newest first. */
  @state() private points: readonly RatingPoint[] = [];
  @state() private trouble = "";

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("member") && this.member) void this.load();
  }

  private async load(): Promise<void> {
    const { member } = this;
    this.ratings = this.points = [];
    try {
      const { ratings } = await ratingApi.of(member);
      await Promise.all([...new Set(ratings.map(({ game }) => game))]
        .map((game) => loadGameMessages(game).catch(() => undefined)));
      if (member !== this.member) return;
      this.ratings = ratings;
      if (ratings.length > 0) await this.choose(0);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  private async choose(number: number): Promise<void> {
    this.chosen = number;
    try {
      const { points } = await ratingApi.history(this.member, this.ratings[number]!);
      if (this.chosen === number) this.points = points;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.trouble) return html`<p role="alert">${this.trouble}</p>`;
    if (this.ratings.length === 0) return nothing;
    return html`<section class="card"><h2 id="member-ratings">${icon("chart")} ${t("rating.title")}</h2>
      <div class="profile-table" role="region" aria-labelledby="member-ratings" tabindex="0"><table>
        <thead><tr>${["game", "seats", "speed", "points", "games"].map((name) =>
          html`<th scope="col">${t(`rating.column.${name}`)}</th>`)}</tr></thead>
        <tbody>${this.ratings.map((one) => html`<tr>
          <th scope="row">${gameName(one.game)}${one.against === "people" ? nothing
            : html` <span class="tag">${t(`rating.against.${one.against}`)}</span>`}</th>
          <td>${t(`rating.size.${one.size}`)}</td><td>${t(`rating.speed.${one.speed}`)}</td>
          <td aria-label=${ratingLabel(one)}>${ratingText(one)}</td><td>${one.games}</td></tr>`)}</tbody>
      </table></div>
      <p class="hint">${t("rating.help")}</p>
      ${this.history()}
    </section>`;
  }

  private history(): TemplateResult {
    const oldest = [...this.points].reverse();
    return html`
      ${this.ratings.length > 1
        ? html`<label class="field"><span>${t("rating.history")}</span>
            <select data-action="rating" @change=${(event: Event) =>
              void this.choose(Number((event.target as HTMLSelectElement).value))}>
              ${this.ratings.map((one, number) => html`<option value=${number} ?selected=${number === this.chosen}>
                ${this.nameOf(one)}</option>`)}
            </select></label>`
        : html`<h3>${t("rating.history")}</h3>`}
      ${oldest.length > 0 ? this.plot(oldest) : nothing}
      <details class="unfold"><summary>${t("rating.as_table")}</summary>
        <div class="profile-table" role="region" aria-label=${t("rating.history")} tabindex="0"><table>
          <thead><tr>${["date", "points", "change", "rank"].map((name) =>
            html`<th scope="col">${t(`rating.column.${name}`)}</th>`)}</tr></thead>
          <tbody>${this.points.map((one) => html`<tr>
            <th scope="row">${new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(one.ended)}</th>
            <td aria-label=${ratingLabel(one)}>${ratingText(one)}</td>
            <td>${changeText(one.change)}</td>
            <td>${t("rating.rank", { rank: one.rank, players: one.players })}</td></tr>`)}</tbody>
        </table></div></details>`;
  }

  private nameOf(one: MemberRating): string {
    const parts = [gameName(one.game), t(`rating.size.${one.size}`), t(`rating.speed.${one.speed}`)];
    if (one.against !== "people") parts.push(t(`rating.against.${one.against}`));
    return parts.join(", ");
  }

  private plot(oldest: readonly RatingPoint[]): TemplateResult {
    const { line, band, dots, lines } = plotOf(oldest);
    const last = oldest[oldest.length - 1]!;
    const label = t("rating.plot", { count: oldest.length, first: oldest[0]!.points, last: last.points });
    return html`<svg class="rating-plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
      ${lines.map(({ y, points }) => svg`<line x1="48" x2=${WIDTH - 12} y1=${y} y2=${y} />
        <text x="42" y=${y + 4} text-anchor="end">${points}</text>`)}
      ${svg`<path class="band" d=${band} /><path class="line" d=${line} />`}
      ${dots.length <= 40 ? dots.map(({ x, y }) => svg`<circle cx=${x} cy=${y} r="3" />`) : nothing}
    </svg>`;
  }
}
