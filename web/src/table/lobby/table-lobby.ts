/** A table that is waiting for players. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../../ui/icons.ts";
import { readPreference, savePreference } from "../../ui/preferences.ts";
import { LightElement } from "../../ui/base-element.ts";
import { errorText } from "../../net/error-text.ts";
import { api } from "../../net/api.ts";
import { levelName, pictureOf } from "../../net/games.ts";
import type { HandSkillInfo, GameInfo, PlaceInfo, TableInfo } from "../../net/protocol.ts";
import { gameName, has, t } from "../../i18n/i18n.ts";
import { people } from "../../account/account-state.ts";
import { asGuardian, loadMembers, memberAt, memberField } from "../../account/playing.ts";
import { firstGameNote } from "../hint/first-game.ts";
import { handSkillsAt, handSkillOf, handSkillField } from "./hand-skill-field.ts";
import "./table-invitation.ts";
import { listed, placeName } from "../seats/seat-names.ts";
import { ratingsOf } from "../seats/seat-ratings.ts";
import { teamsOf } from "../seats/teams.ts";

/** Fires `joined` (detail: the token) once this browser has a place. */
@customElement("table-lobby")
export class TableLobby extends LightElement {
  @property({ attribute: false }) info!: TableInfo;
  @property({ attribute: false }) games: GameInfo[] = [];
  @property() token = "";
  @property({ attribute: false }) places: number[] = [];
  /** Level of a bot that takes an open place; 0 for the default. */
  @state() private level = 0;
  /** Hand skill of that bot; 0 for the default. */
  @state() private handSkill = 0;
  /** The person of the account who joins; "" for a guest. */
  @state() private member: string | undefined;
  @state() private trouble = "";
  @state() private busy = false;

  override connectedCallback(): void {
    super.connectedCallback();
    loadMembers(() => this.requestUpdate());
  }

  protected override render(): TemplateResult {
    const seated = this.places.length > 0;
    const open = this.info.places.filter((place) => place.kind === "open");
    const cover = pictureOf(this.info.game, "cover");
    return html`<div class="lobby">
      <section class="card lobby-who">
        ${cover ? html`<img class="lobby-cover" src=${cover} alt="" width="960" height="640" />` : nothing}
        <h1>${seated ? t("gathering.title") : t("gathering.invited", { game: gameName(this.info.game) })}</h1>
        ${firstGameNote(this.info.game, this.game?.lessons ?? 0, this.info.id)}
        <p role="status">${t("gathering.waiting", { count: open.length })}</p>
        ${this.info.teams
          ? html`<p>${t("gathering.teams")}</p>
              ${teamsOf(this.info.teams).map((team, index) => html`<section class="lobby-team"
                aria-labelledby="team-${index}">
                <h2 id="team-${index}">${t("team", { number: index + 1 })}</h2>
                ${this.placeList(team.flatMap((number) => this.info.places[number] ?? []))}
              </section>`)}`
          : this.placeList(this.info.places)}
        ${this.info.clock ? this.clockLine(this.info.clock) : nothing}
        ${this.info.rated
          ? ratingsOf(this.info, this.games, null, seated ? "" : (memberAt(0, this.member)?.id ?? ""))
          : nothing}
        ${this.info.assist ? html`<p class="lobby-assist">${icon("hand")} ${t("gathering.assist")}</p>` : nothing}
        ${seated && open.length > 0 ? html`${this.levelChoice()}
          ${handSkillField(this.info.game, this.handSkills, this.handSkill, (number) =>
            (this.handSkill = number))}` : nothing}
        <p class="trouble" role="alert">${this.trouble}</p>
        ${seated || open.length === 0 ? nothing : this.joinForm()}
      </section>
      <section class="card">
        <h2>${t("invite.title")}</h2>
        <table-invitation .table=${this.info.id} .code=${this.info.code ?? ""}
          .token=${this.token} .gameName=${gameName(this.info.game)}></table-invitation>
      </section>
    </div>`;
  }

  private placeList(places: readonly PlaceInfo[]): TemplateResult {
    return html`<ul class="lobby-places">
      ${places.map((place) => html`<li class=${place.kind} data-place=${place.place}>
        ${icon(place.kind === "bot" ? "robot" : "person")}
        <span>${placeName(place, this.info, this.games)}
          ${place.mine ? html`<span class="tag">${t("tag.you")}</span>` : nothing}
          ${place.program ? html`<span class="tag">${icon("robot")} ${t("tag.program")}</span>` : nothing}</span>
        ${place.kind === "open" && this.places.length > 0
          ? html`<button class="quiet" data-action="fill" ?disabled=${this.busy}
              @click=${() => void this.fill(place.place)}>${t("gathering.fill")}</button>`
          : nothing}
      </li>`)}
    </ul>`;
  }

  private clockLine(clock: NonNullable<TableInfo["clock"]>): TemplateResult {
    void import("../../clock/clock-line.ts");
    return html`<clock-line .clock=${clock}></clock-line>`;
  }

  private get game(): GameInfo | undefined {
    return this.games.find((game) => game.name === this.info.game);
  }

  /** The chosen level, or the middle one. */
  private get chosenLevel(): number {
    const levels = this.game?.levels.map(({ level }) => level) ?? [];
    if (levels.includes(this.level)) return this.level;
    return levels[Math.floor((levels.length - 1) / 2)] ?? 1;
  }

  private levelChoice(): TemplateResult {
    const chosen = this.chosenLevel;
    return html`<label class="field"><span>${t("make.level")}</span>
      <select data-action="level" @change=${(event: Event) =>
        (this.level = Number((event.target as HTMLSelectElement).value))}>
        ${(this.game?.levels ?? []).map(({ level }) => html`<option value=${level}
          ?selected=${level === chosen}>${levelName(this.game, this.info.game, level)}</option>`)}
      </select>
    </label>`;
  }

  private get handSkills(): readonly HandSkillInfo[] {
    return handSkillsAt(this.info, this.game);
  }

  private joinForm(): TemplateResult {
    const member = memberAt(0, this.member);
    const obstacle = !this.info.rated || member ? null : people().length > 0 ? "guest" : "signed_out";
    return html`<form class="join-name" @submit=${this.join}>
      ${people().length > 0
        ? memberField("join-member", t("make.name"), member?.id ?? "", (id) => (this.member = id))
        : nothing}
      ${obstacle ? this.obstacle(obstacle) : nothing}
      ${member || obstacle ? nothing : html`<label class="field"><span>${t("make.name")}</span>
        <input id="join-name" name="name" maxlength="24" required autocomplete="nickname"
          .value=${readPreference("names")?.split("\n")[0] ?? ""} />
      </label>`}
      ${this.placeChoice()}
      <button class="primary big" ?disabled=${this.busy || obstacle !== null}>${t("gathering.join")}</button>
    </form>`;
  }

  /** Renders why a guest cannot take a seat with rated games; the message comes with the ratings. */
  private obstacle(name: "guest" | "signed_out"): TemplateResult | typeof nothing {
    const key = `terms.not.${name}`;
    if (!has(this.info.game, key)) return nothing;
    return html`<p class="hint" role="status" data-reason=${name}>${name === "guest"
      ? t(key)
      : html`<a href="/account">${t(key)}</a>`}</p>`;
  }

  /** Renders the choice of a team, if there is one. */
  private placeChoice(): TemplateResult | typeof nothing {
    const choices = teamsOf(this.info.teams).flatMap((team, index) => {
      const members = team.flatMap((number) => this.info.places[number] ?? []);
      // All open places of a team are equivalent.
      const open = members.find(({ kind }) => kind === "open");
      if (!open) return [];
      const names = members
        .filter(({ kind }) => kind !== "open")
        .map((member) => placeName(member, this.info, this.games));
      return [{ place: open.place, label: [
        t("team", { number: index + 1 }),
        ...(names.length > 0 ? [t("left.with", { names: listed(names) })] : []),
      ].join(", ") }];
    });
    if (choices.length < 2) return nothing;
    return html`<label class="field"><span>${t("gathering.side")}</span>
      <select id="join-place">
        ${choices.map(({ place, label }) => html`<option value=${place}>${label}</option>`)}
      </select>
    </label>`;
  }

  private async join(event: Event): Promise<void> {
    event.preventDefault();
    const member = memberAt(0, this.member);
    const name = member?.name ?? this.querySelector<HTMLInputElement>("#join-name")?.value.trim() ?? "";
    if (!name) return;
    if (!member) savePreference("names", [name, ...(readPreference("names")?.split("\n").slice(1) ?? [])].join("\n"));
    await this.try(async () => {
      const place = this.querySelector<HTMLSelectElement>("#join-place")?.value;
      const { token } = await asGuardian(() => api.join(
        this.info.id, name, this.token || null, place ? Number(place) : undefined, member?.id,
      ));
      this.dispatchEvent(new CustomEvent("joined", { detail: token }));
    });
  }

  private async fill(place: number): Promise<void> {
    const handSkill = handSkillOf(this.handSkills, this.handSkill);
    await this.try(() => api.fill(this.info.id, this.token, place, this.chosenLevel, handSkill));
  }

  private async try(action: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.trouble = "";
    try {
      await action();
    } catch (error) {
      this.trouble = errorText(error, this.info.game);
    } finally {
      this.busy = false;
    }
  }
}
