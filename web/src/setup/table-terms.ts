/** Form fields for the terms of a new table; loaded when somebody may want them. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { features, people } from "../account/account-state.ts";
import "../clock/clock-field.ts";
import { durationText } from "../i18n/duration.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { ratingApi, type RatingInfo, type RatingList } from "../rating/rating-api.ts";
import { percentText, ratingLabel, ratingText } from "../rating/rating-text.ts";
import "../rating/rating.css";
import { LightElement } from "../ui/base-element.ts";
import type { Way } from "./chairs.ts";
import { clockOf, PACES, paceOf } from "./seek/wishes.ts";
import { obstacles, possibleTerms, type Clock, type Counts, type Seating, type Terms } from "./terms.ts";
import "./table-terms.css";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** How far the ratings of strangers may be; 0 for any. */
const RANGES = [0, 100, 200, 400];
const PATIENCES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR, 7 * 24 * HOUR];

interface Expected {
  name: string;
  /** Null before the first game. */
  rating: RatingInfo | null;
  /** The expected score, if all players are known. */
  share: number | null;
}

/** Fires `pick` (detail: the terms). */
@customElement("table-terms")
export class TableTerms extends LightElement {
  @property() game = "";
  @property({ attribute: false }) terms!: Terms;
  @property({ attribute: false }) seating!: Seating;
  /** Whether players form teams: then nothing is expected of one of them. */
  @property({ type: Boolean }) teams = false;
  @property() way: Way = "here";
  @state() private expected: Expected[] = [];
  private asked = "";

  private get seats(): number {
    return this.seating.kinds.length;
  }

  protected override updated(): void {
    void this.expect();
  }

  protected override render(): TemplateResult {
    // With computers only, nothing is rated.
    const isMeeting = this.seating.kinds.some((kind, place) => place > 0 && kind !== "bot");
    return html`${this.way === "seek" ? this.pace() : html`<clock-field .seats=${this.seats} .clock=${this.terms.clock}
        @pick=${(event: CustomEvent<Clock | null>) => this.tell({ clock: event.detail })}></clock-field>`}
      ${this.terms.clock === null && this.seating.kinds.includes("open") ? this.patience() : nothing}
      ${features() && isMeeting ? this.counting() : nothing}
      ${this.way === "seek" && this.seating.members[0] ? this.range() : nothing}`;
  }

  /** Asks how fast strangers play: with a few clocks, they find each other. */
  private pace(): TemplateResult {
    const chosen = paceOf(this.terms.clock);
    return html`<fieldset class="choice"><legend>${t("clock")}</legend>
      <div class="segments">${PACES.map((pace) => html`<label class="segment">
        <input type="radio" name="pace" value=${pace} .checked=${pace === chosen}
          @change=${() => this.tell({ clock: clockOf(pace, this.seats) ?? null })} />
        <span class="segment-face">${t(`meet.pace.${pace}`)}</span></label>`)}</div>
    </fieldset>`;
  }

  private range(): TemplateResult {
    return html`<label class="field"><span>${t("meet.range")}</span>
      <select name="range" @change=${(event: Event) => this.tell({ range: Number((event.target as HTMLSelectElement).value) })}>
        ${RANGES.map((range) => html`<option value=${range} ?selected=${range === this.terms.range}>
          ${range === 0 ? t("meet.range.any") : `± ${range}`}</option>`)}
      </select></label>`;
  }

  private patience(): TemplateResult {
    return html`<label class="field"><span>${t("terms.patience")}</span>
      <select name="patience" @change=${(event: Event) =>
        this.tell({ patience: Number((event.target as HTMLSelectElement).value) })}>
        ${PATIENCES.map((seconds) => html`<option value=${seconds} ?selected=${seconds === this.terms.patience}>
          ${durationText(seconds, currentLanguage())}</option>`)}
      </select></label>`;
  }

  private counting(): TemplateResult {
    const isHere = this.way === "here" || this.way === "invite";
    const choices: Counts[] = isHere && people().length > 1 ? ["none", "people", "household"] : ["none", "people"];
    const { clock, counts } = possibleTerms(this.terms, this.seating);
    const against = (wanted: Counts) => obstacles(wanted, clock, this.seating);
    const reasons = [...new Set(choices.flatMap(against))];
    return html`<fieldset class="choice">
        <legend>${t("terms.counts")}</legend>
        <div class="segments">${choices.map((choice) => html`<label class="segment">
          <input type="radio" name="counts" value=${choice} .checked=${choice === counts}
            ?disabled=${against(choice).length > 0} @change=${() => this.tell({ counts: choice })} />
          <span class="segment-face">${t(`terms.counts.${choice}`)}</span></label>`)}</div>
        <div role="status">${reasons.length === 0 && counts === "none"
          ? nothing
          : html`<ul class="terms-reasons hint">
              ${reasons.map((reason) => html`<li data-reason=${reason}>${t(`terms.not.${reason}`)}</li>`)}
              ${counts === "none" ? nothing : html`<li>${t("terms.no_help")}</li>`}
            </ul>`}</div>
      </fieldset>
      ${counts === "none" || !isHere ? nothing : this.ratings()}`;
  }

  private ratings(): TemplateResult | typeof nothing {
    if (this.expected.length === 0) return nothing;
    return html`<section class="table-ratings" aria-label=${t("rating.title")}>
      <ul>${this.expected.map(({ name, rating, share }) => html`<li>
        <span>${name}</span>
        ${rating
          ? html`<span class="rating" aria-label=${ratingLabel(rating)}>${ratingText(rating)}</span>`
          : html`<span>${t("terms.unrated")}</span>`}
        ${share === null
          ? nothing
          : html`<span class="rating-expected">${t("rating.expected", { share: percentText(share) })}</span>`}
      </li>`)}</ul>
      ${this.expected.some(({ share }) => share !== null) || this.teams
        ? nothing
        : html`<p class="hint">${t("terms.expected.later")}</p>`}
    </section>`;
  }

  /** Asks how strong those are who take part, and what to expect of them once all are known. */
  private async expect(): Promise<void> {
    const { clock, counts } = possibleTerms(this.terms, this.seating);
    const { kinds } = this.seating;
    const ids = this.seating.members.filter((member, place): member is string => kinds[place] === "person" && member !== null);
    const wanted = counts === "none" ? "" : [this.game, ids.join(), this.seats, clock?.kind, counts].join();
    if (wanted === this.asked) return;
    this.asked = wanted;
    this.expected = [];
    if (counts === "none" || !clock) return;
    const pool: RatingList = {
      game: this.game, size: this.seats === 2 ? "two" : "more", speed: clock.kind === "days" ? "slow" : "fast",
      against: counts,
    };
    try {
      const found = await (ids.length === this.seats ? expectedOf(pool, ids) : Promise.all(ids.map((id) => currentOf(pool, id))));
      if (wanted !== this.asked) return;
      this.expected = this.teams ? found.map((one) => ({ ...one, share: null })) : found;
    } catch {
      this.asked = ""; // the next change asks again
    }
  }

  private tell(change: Partial<Terms>): void {
    this.dispatchEvent(new CustomEvent<Terms>("pick", { detail: { ...this.terms, ...change } }));
  }
}

function nameOf(id: string): string {
  return people().find((member) => member.id === id)?.name ?? "";
}

/** Returns what to expect of a game between members. */
async function expectedOf(pool: RatingList, ids: readonly string[]): Promise<Expected[]> {
  const { members } = await ratingApi.expected(pool, ids);
  return members.map((rating) => ({ name: nameOf(rating.id), rating, share: rating.expected }));
}

async function currentOf({ game, size, speed, against }: RatingList, id: string): Promise<Expected> {
  const { ratings } = await ratingApi.of(id);
  const rating = ratings.find((one) =>
    one.game === game && one.size === size && one.speed === speed && one.against === against) ?? null;
  return { name: nameOf(id), rating, share: null };
}
