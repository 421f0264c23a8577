/** A table that still waits for people. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../app/icons.ts";
import { recall, remember } from "../app/kept.ts";
import { Plain } from "../app/plain.ts";
import { troubleText } from "../app/trouble.ts";
import { api } from "../net/api.ts";
import { levelName, pictureOf } from "../net/games.ts";
import type { DexterityInfo, GameInfo, PlaceInfo, TableInfo } from "../net/protocol.ts";
import { gameName, say } from "../words/words.ts";
import { dexteritiesAt, dexterityOf, handChoice } from "./hand-choice.ts";
import "./invitation.ts";
import { listed, placeName } from "./people.ts";
import { teamsOf } from "./teams.ts";

/** Fires `joined` (detail: the token) once this browser has a place. */
@customElement("table-gathering")
export class Gathering extends Plain {
  @property({ attribute: false }) info!: TableInfo;
  @property({ attribute: false }) games: GameInfo[] = [];
  @property() token = "";
  @property({ attribute: false }) places: number[] = [];
  /** How well a bot is to play that takes an open place; 0 until somebody chose. */
  @state() private level = 0;
  /** How steady that bot's hand is to be; 0 until somebody chose. */
  @state() private dexterity = 0;
  @state() private trouble = "";
  @state() private busy = false;

  protected override render(): TemplateResult {
    const seated = this.places.length > 0;
    const open = this.info.places.filter((place) => place.kind === "open");
    const cover = pictureOf(this.info.game, "cover");
    return html`<div class="gathering">
      <section class="card gathering-who">
        ${cover ? html`<img class="gathering-cover" src=${cover} alt="" width="960" height="640" />` : nothing}
        <h1>${seated ? say("gathering.title") : say("gathering.invited", { game: gameName(this.info.game) })}</h1>
        <p role="status">${say("gathering.waiting", { count: open.length })}</p>
        ${this.info.teams
          ? html`<p>${say("gathering.teams")}</p>
              ${teamsOf(this.info.teams).map((team, index) => html`<section class="gathering-team"
                aria-labelledby="team-${index}">
                <h2 id="team-${index}">${say("team", { number: index + 1 })}</h2>
                ${this.placeList(team.flatMap((number) => this.info.places[number] ?? []))}
              </section>`)}`
          : this.placeList(this.info.places)}
        ${this.info.calm ? html`<p class="gathering-calm">${icon("hand")} ${say("gathering.calm")}</p>` : nothing}
        ${seated && open.length > 0 ? html`${this.levelChoice()}
          ${handChoice(this.info.game, this.dexterities, this.dexterity, (number) =>
            (this.dexterity = number))}` : nothing}
        <p class="trouble" role="alert">${this.trouble}</p>
        ${seated || open.length === 0 ? nothing : this.joinForm()}
      </section>
      <section class="card">
        <h2>${say("invite.title")}</h2>
        <table-invitation .table=${this.info.id} .code=${this.info.code ?? ""}
          .token=${this.token} .gameName=${gameName(this.info.game)}></table-invitation>
      </section>
    </div>`;
  }

  private placeList(places: readonly PlaceInfo[]): TemplateResult {
    return html`<ul class="gathering-places">
      ${places.map((place) => html`<li class=${place.kind} data-place=${place.place}>
        ${icon(place.kind === "bot" ? "robot" : "person")}
        <span>${placeName(place, this.info, this.games)}
          ${place.mine ? html`<span class="tag">${say("tag.you")}</span>` : nothing}</span>
        ${place.kind === "open" && this.places.length > 0
          ? html`<button class="quiet" data-action="fill" ?disabled=${this.busy}
              @click=${() => void this.fill(place.place)}>${say("gathering.fill")}</button>`
          : nothing}
      </li>`)}
    </ul>`;
  }

  private get game(): GameInfo | undefined {
    return this.games.find((game) => game.name === this.info.game);
  }

  /** The level chosen, else the middle one. */
  private get chosenLevel(): number {
    const levels = this.game?.levels.map(({ level }) => level) ?? [];
    if (levels.includes(this.level)) return this.level;
    return levels[Math.floor((levels.length - 1) / 2)] ?? 1;
  }

  private levelChoice(): TemplateResult {
    const chosen = this.chosenLevel;
    return html`<label class="field"><span>${say("make.level")}</span>
      <select data-action="level" @change=${(event: Event) =>
        (this.level = Number((event.target as HTMLSelectElement).value))}>
        ${(this.game?.levels ?? []).map(({ level }) => html`<option value=${level}
          ?selected=${level === chosen}>${levelName(this.game, this.info.game, level)}</option>`)}
      </select>
    </label>`;
  }

  private get dexterities(): readonly DexterityInfo[] {
    return dexteritiesAt(this.info, this.game);
  }

  private joinForm(): TemplateResult {
    return html`<form class="join-name" @submit=${this.join}>
      <label class="field"><span>${say("make.name")}</span>
        <input id="join-name" name="name" maxlength="24" required autocomplete="nickname"
          .value=${recall("names")?.split("\n")[0] ?? ""} />
      </label>
      ${this.placeChoice()}
      <button class="primary big" ?disabled=${this.busy}>${say("gathering.join")}</button>
    </form>`;
  }

  /** With whom one is to play, where there is a choice. */
  private placeChoice(): TemplateResult | typeof nothing {
    const choices = teamsOf(this.info.teams).flatMap((team, index) => {
      const members = team.flatMap((number) => this.info.places[number] ?? []);
      // One open place of a team is as good as another.
      const open = members.find(({ kind }) => kind === "open");
      if (!open) return [];
      const names = members
        .filter(({ kind }) => kind !== "open")
        .map((member) => placeName(member, this.info, this.games));
      return [{ place: open.place, label: [
        say("team", { number: index + 1 }),
        ...(names.length > 0 ? [say("tag.with", { names: listed(names) })] : []),
      ].join(", ") }];
    });
    if (choices.length < 2) return nothing;
    return html`<label class="field"><span>${say("gathering.side")}</span>
      <select id="join-place">
        ${choices.map(({ place, label }) => html`<option value=${place}>${label}</option>`)}
      </select>
    </label>`;
  }

  private async join(event: Event): Promise<void> {
    event.preventDefault();
    const name = this.querySelector<HTMLInputElement>("#join-name")?.value.trim() ?? "";
    if (!name) return;
    remember("names", [name, ...(recall("names")?.split("\n").slice(1) ?? [])].join("\n"));
    await this.try(async () => {
      const place = this.querySelector<HTMLSelectElement>("#join-place")?.value;
      const { token } = await api.join(
        this.info.id, name, this.token || null, place ? Number(place) : undefined,
      );
      this.dispatchEvent(new CustomEvent("joined", { detail: token }));
    });
  }

  private async fill(place: number): Promise<void> {
    const dexterity = dexterityOf(this.dexterities, this.dexterity);
    await this.try(() => api.fill(this.info.id, this.token, place, this.chosenLevel, dexterity));
  }

  private async try(action: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await action();
    } catch (error) {
      this.trouble = troubleText(error, this.info.game);
    } finally {
      this.busy = false;
    }
  }
}
