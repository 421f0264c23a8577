/** Form to create a table: against bots, on one screen, or with friends. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { localStore } from "../ui/storage.ts";
import { customElement, property, state } from "lit/decorators.js";
import { icon, stack, type IconName } from "../ui/icons.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";
import { LightElement } from "../ui/base-element.ts";
import { navigate } from "../ui/navigation.ts";
import { errorText } from "../net/error-text.ts";
import { hasEditor } from "./load-editor.ts";
import { api } from "../net/api.ts";
import { levelName } from "../net/games.ts";
import type { CreateTable, HandSkillInfo, GameInfo, OptionInfo, PlaceRequest } from "../net/protocol.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { handSkillOf, handSkillField } from "../table/lobby/hand-skill-field.ts";
import { currentLanguage, gameName, has, loadGameMessages, t, translator, withLazyMessages } from "../i18n/i18n.ts";
import { loadMembers, memberAt, memberField } from "../account/playing.ts";
import { people } from "../account/account-state.ts";
import "./data-option.ts";
import "../table/preparation-note.ts";
import type { Seating, Terms } from "./terms.ts";
import { visibleOptions, setOption, isPossible, parseNumber, othersOf } from "./options.ts";

type Mode = "bots" | "screen" | "friends";
const MODES: { mode: Mode; icon: IconName }[] = [
  { mode: "bots", icon: "robot" },
  { mode: "screen", icon: "screen" },
  { mode: "friends", icon: "link" },
];

@customElement("table-maker")
export class TableMaker extends LightElement {
  @property({ attribute: false }) game!: GameInfo;
  /** Fixed options that are not asked for. */
  @property({ attribute: false }) given: Record<string, unknown> = {};
  /** Description of the fixed options. */
  @property() givenName = "";
  /** The position from which each game begins; the number of players is then among `given`. */
  @property({ attribute: false }) start: Record<string, unknown> | null = null;
  @state() private mode: Mode = "bots";
  @state() private seats = 0;
  @state() private level = 0;
  /** The hand skills available with the chosen options; empty without physics. */
  @state() private handSkills: readonly HandSkillInfo[] = [];
  @state() private handSkill = 0;
  @state() private assist = false;
  @state() private options: Record<string, unknown> = {};
  /** With friends, and on one screen: the places after the creator's. */
  @state() private invited: ("open" | "bot")[] = [];
  @state() private seated: ("person" | "bot")[] = [];
  /** Levels of computers by place, if they differ from the one of all. */
  @state() private ownLevels: Record<number, number> = {};
  @state() private names: string[] = readPreference("names")?.split("\n") ?? [];
  /** The people of the account who play, by place; "" for a guest. */
  @state() private members: Record<number, string> = {};
  @state() private watch = true;
  @state() private hints = true;
  /** Null until something is chosen. */
  @state() private terms: Terms | null = null;
  /** The module of the terms, once it is loaded. */
  @state() private termsForm: typeof import("./table-terms.ts") | null = null;
  private loading: Promise<unknown> | null = null;
  @state() private busy = false;
  @state() private trouble = "";

  private get players(): number {
    if (this.start) return Number(this.given.players);
    return this.game.players.includes(this.seats) ? this.seats : (this.game.players[0] ?? 2);
  }

  private get chosenLevel(): number {
    const levels = this.game.levels.map((known) => known.level);
    if (levels.includes(this.level)) return this.level;
    return levels[0] ?? 1;
  }

  /** Returns who plays at each place, the creator first. */
  private get kinds(): PlaceRequest["kind"][] {
    return Array.from({ length: this.players }, (_, place) => {
      if (place === 0) return "person";
      if (this.mode === "bots") return "bot";
      return this.mode === "screen" ? (this.seated[place - 1] ?? "person") : (this.invited[place - 1] ?? "open");
    });
  }

  /** Returns the places of computers. */
  private get bots(): number[] {
    return this.kinds.flatMap((kind, place) => (kind === "bot" ? [place] : []));
  }

  private get chosen(): Record<string, unknown> {
    return { ...this.options, players: this.players };
  }

  private get seating(): Seating {
    return {
      kinds: this.kinds,
      members: this.kinds.map((_, place) => memberAt(place, this.members[place])?.id ?? null),
      isSignedIn: people().length > 0,
      hasStart: this.start !== null,
    };
  }

  /** The terms as the server takes them. */
  private get request(): Partial<CreateTable> {
    return this.terms && this.termsForm ? this.termsForm.requestOf(this.terms, this.seating) : {};
  }

  override connectedCallback(): void {
    super.connectedCallback();
    loadMembers(() => this.requestUpdate());
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("game")) return;
    this.options = {};
    this.ownLevels = {};
    this.handSkills = this.game.hand_skills;
  }

  protected override render(): TemplateResult {
    const asked = visibleOptions(
      this.game, this.given, this.chosen,
      (option) => has(this.game.name, `option.${option}`),
      (option) => hasEditor(this.game.name, option),
    );
    const rare = asked.filter((option) => option.advanced);
    const rated = this.request.rated === true;
    return html`<form @submit=${this.make}>
      <p class="maker-game">${gameName(this.game.name)}</p>
      <h2>${t("make.title")}</h2>
      ${this.givenName ? html`<p class="given">${icon("plan")} ${this.givenName}</p>` : nothing}
      ${this.players > 1 ? this.modes() : nothing}
      ${this.start ? nothing : this.seatsChoice()}
      ${this.bots.length > 0 ? this.levels() : nothing}
      ${this.people()}
      ${asked.filter((option) => !option.advanced).map((option) => this.option(option))}
      ${this.handSkills.length > 0
        ? this.tick("assist", this.assist, (ticked) => (this.assist = ticked), rated)
        : nothing}
      <details class="more-options unfold" @toggle=${() => this.requestUpdate()}><summary>${t("make.more")}</summary>
        <div class="more-inside">
          ${this.bots.length > 1 ? this.bots.map((place) => this.ownLevel(place)) : nothing}
          ${this.bots.length > 0
            ? handSkillField(this.game.name, this.handSkills, this.handSkill, (number) =>
              (this.handSkill = number))
            : nothing}
          ${rare.map((option) => this.option(option))}
          ${this.tick("hints", this.hints, (ticked) => (this.hints = ticked), rated)}
          ${this.mode === "bots" && this.querySelector("details[open]") ? this.tableTerms() : nothing}
        </div>
      </details>
      ${this.mode === "bots" ? nothing : this.tableTerms()}
      ${this.mode === "friends"
        ? this.tick("watch", this.watch, (ticked) => (this.watch = ticked))
        : nothing}
      <preparation-note .game=${this.game.name}></preparation-note>
      <button class="primary big" aria-busy=${this.busy} data-action="play">
        ${this.mode === "friends" ? t("make.invite") : t("make.play")}
      </button>
      <p class="trouble" role="alert">${this.trouble}</p>
    </form>`;
  }

  /** Renders the choice of a clock and of rated games, which is loaded when somebody may want it. */
  private tableTerms(): TemplateResult | typeof nothing {
    if (this.players < 2) return nothing;
    if (!this.termsForm) {
      this.loading ??= withLazyMessages(() => import("./table-terms.ts")).then(
        (loaded) => (this.termsForm = loaded), () => (this.loading = null));
      return nothing;
    }
    return html`<table-terms .game=${this.game.name} .terms=${this.terms ?? this.termsForm.USUAL} .seating=${this.seating}
      .alone=${this.mode === "bots"} .teams=${Boolean(this.possibleOptions().teams)}
      @pick=${(event: CustomEvent<Terms>) => (this.terms = event.detail)}></table-terms>`;
  }

  private tick(name: string, ticked: boolean, set: (ticked: boolean) => void, off = false): TemplateResult {
    return html`<label class="tick"><input type="checkbox" name=${name} .checked=${ticked && !off} ?disabled=${off}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} />
      <span>${t(`make.${name}`)}</span></label>`;
  }

  private modes(): TemplateResult {
    return this.radios(
      "mode", t("make.how"), "modes",
      MODES.map(({ mode, icon: picture }) => ({
        value: mode,
        label: html`${icon(picture)}<span>${t(`make.${mode}`)}</span>`,
      })),
      this.mode,
      (value) => (this.mode = value as Mode),
    );
  }

  private seatsChoice(): TemplateResult {
    return this.radios(
      "seats", t("make.seats"), "",
      this.game.players.map((count) => ({ value: String(count), label: html`${count}` })),
      String(this.players),
      (value) => (this.seats = Number(value)),
    );
  }

  private levels(): TemplateResult {
    return this.radios(
      "level", t("make.level"), "ladder",
      this.game.levels.map(({ level, hand_skill: handSkill }, below) => ({
        value: String(level),
        label: html`${stack(below + 1)}<span>${levelName(this.game, this.game.name, level)}</span>
          ${this.handOfLevel(handSkill)}`,
      })),
      String(this.chosenLevel),
      (value) => (this.level = Number(value)),
    );
  }

  /** Renders the level of one of several computers. */
  private ownLevel(place: number): TemplateResult {
    const own = this.ownLevels[place] ?? 0;
    return html`<label class="field"><span>${t("make.level_at", { number: place + 1 })}</span>
      <select name="level-${place}" @change=${(event: Event) => {
        this.ownLevels = { ...this.ownLevels, [place]: Number((event.target as HTMLSelectElement).value) };
      }}>
        <option value="0" ?selected=${own === 0}>${t("make.level_at.same")}</option>
        ${this.game.levels.map(({ level }) => html`<option value=${level} ?selected=${level === own}>
          ${levelName(this.game, this.game.name, level)}</option>`)}
      </select>
    </label>`;
  }

  /** Renders the hand skill that goes with a level, unless one is chosen separately. */
  private handOfLevel(handSkill: number | undefined): TemplateResult | typeof nothing {
    const hand = this.handSkills.find(({ number }) => number === handSkill);
    if (!hand || handSkillOf(this.handSkills, this.handSkill) !== null) return nothing;
    return html`<small>${translator(this.game.name)(hand.key)}</small>`;
  }

  /** Renders a message of the game, with its hint if there is one. */
  private named(key: string): TemplateResult {
    const words = translator(this.game.name);
    return html`<span>${words(key)}</span>${has(this.game.name, `${key}.hint`)
      ? html`<small>${words(`${key}.hint`)}</small>`
      : nothing}`;
  }

  private option(option: OptionInfo): TemplateResult {
    if (option.kind === "number") return this.numberOption(option);
    if (option.kind === "data" || option.kind === "list") {
      return html`<data-option .game=${this.game.name} .option=${option}
        .others=${othersOf(this.game, option, { ...this.chosen, ...this.given })}
        @pick=${(event: CustomEvent<unknown>) => this.set(option, event.detail)}></data-option>`;
    }
    const words = translator(this.game.name);
    const key = `option.${option.name}`;
    const chosen = this.options[option.name] ?? option.default;
    return this.radios(
      key, words(key), "",
      option.values.map((value) => ({
        value: JSON.stringify(value), label: this.named(`${key}.${String(value)}`),
      })),
      JSON.stringify(chosen),
      (value) => this.set(option, JSON.parse(value)),
    );
  }

  private numberOption(option: OptionInfo): TemplateResult {
    const words = translator(this.game.name);
    const key = `option.${option.name}`;
    const [least, greatest] = option.values;
    return html`<label class="field number-option">
      <span>${words(key)}${has(this.game.name, `${key}.hint`)
        ? html` <small>(${words(`${key}.hint`)})</small>`
        : nothing}</span>
      <input type="number" inputmode="numeric" name=${key} required
        min=${String(least)} max=${String(greatest)}
        .value=${String(this.options[option.name] ?? option.default)}
        @change=${(event: Event) =>
          this.set(option, parseNumber((event.target as HTMLInputElement).value, option))} />
    </label>`;
  }

  private set(option: OptionInfo, value: unknown): void {
    this.options = setOption(this.game, this.options, option.name, value);
    if (this.game.hand_skills.length > 0) void this.lookAtHands();
  }

  /** Checks whether the options involve physics. */
  private async lookAtHands(): Promise<void> {
    const { game, options } = this;
    try {
      const checked = await api.checkOptions(game.name, { ...this.possibleOptions(), ...this.given });
      if (this.game === game && this.options === options) this.handSkills = checked.hand_skills;
    } catch {
      // Faults of the options are reported when the table is created.
    }
  }

  private people(): TemplateResult {
    if (this.mode === "screen") {
      return html`<fieldset class="people"><legend>${t("make.names")}</legend>
        ${this.kinds.map((kind, place) => html`<div class="seated">
          ${place > 0 ? this.kindField(place, kind, ["person", "bot"]) : nothing}
          ${kind === "person" ? this.nameField(place) : nothing}</div>`)}
      </fieldset>`;
    }
    if (this.mode === "bots") return this.nameField(0);
    return html`<fieldset class="people"><legend>${t("make.people")}</legend>
      ${this.nameField(0)}
      ${this.kinds.slice(1).map((kind, index) => this.kindField(index + 1, kind, ["open", "bot"]))}
    </fieldset>`;
  }

  /** Asks who plays at a place: a person of the account, or a guest by name. */
  private nameField(index: number): TemplateResult {
    const alone = this.mode !== "screen";
    if (people().length === 0) return this.guestField(index, alone);
    const member = memberAt(index, this.members[index]);
    const label = alone ? t("make.name") : t("place.person", { number: index + 1 });
    return html`${memberField(`member-${index}`, label, member?.id ?? "", (id) => {
      this.members = { ...this.members, [index]: id };
    })}${member ? nothing : this.guestField(index, alone)}`;
  }

  private guestField(index: number, alone: boolean): TemplateResult {
    return html`<label class="field">
      <span>${alone ? t("make.name") : t("place.person", { number: index + 1 })}</span>
      <input name="name-${index}" maxlength="24" autocomplete=${alone ? "nickname" : "off"}
        .value=${this.names[index] ?? ""}
        placeholder=${t("place.person", { number: index + 1 })}
        @input=${(event: Event) => {
          const names = [...this.names];
          names[index] = (event.target as HTMLInputElement).value;
          this.names = Array.from(names, (name) => name ?? "");
        }} />
    </label>`;
  }

  private kindField(place: number, chosen: string, kinds: ("open" | "person" | "bot")[]): TemplateResult {
    const texts = { open: t("make.friend"), person: t("make.person"), bot: t("bot") };
    return html`<label class="field">
      <span>${t("make.place", { number: place + 1 })}</span>
      <select name="kind-${place}" @change=${(event: Event) =>
        this.seat(place, (event.target as HTMLSelectElement).value)}>
        ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === chosen}>${texts[kind]}</option>`)}
      </select>
    </label>`;
  }

  private seat(place: number, kind: string): void {
    const others = this.kinds.slice(1);
    others[place - 1] = kind as PlaceRequest["kind"];
    if (this.mode === "screen") this.seated = others.map((other) => (other === "bot" ? other : "person"));
    else this.invited = others.map((other) => (other === "bot" ? other : "open"));
  }

  private radios(
    name: string, label: string, look: string,
    values: { value: string; label: TemplateResult }[], chosen: string,
    choose: (value: string) => void,
  ): TemplateResult {
    return html`<fieldset class="choice ${look}">
      <legend>${label}</legend>
      <div class="segments">
        ${values.map(
          ({ value, label: text }) => html`<label class="segment">
            <input type="radio" name=${name} .value=${value} ?checked=${value === chosen}
              .checked=${value === chosen} @change=${() => choose(value)} />
            <span class="segment-face">${text}</span>
          </label>`,
        )}
      </div>
    </fieldset>`;
  }

  private places(): PlaceRequest[] {
    const person = (index: number): PlaceRequest => {
      const member = memberAt(index, this.members[index]);
      if (member) return { kind: "person", name: member.name, member: member.id };
      return { kind: "person", name: this.names[index]?.trim() || t("place.person", { number: index + 1 }) };
    };
    const handSkill = handSkillOf(this.handSkills, this.handSkill);
    const { bots } = this;
    const bot = (place: number): PlaceRequest => ({
      kind: "bot",
      level: (bots.length > 1 && this.ownLevels[place]) || this.chosenLevel,
      ...(handSkill === null ? {} : { hand_skill: handSkill }),
    });
    return this.kinds.map((kind, place) => {
      if (kind === "open") return { kind };
      return kind === "bot" ? bot(place) : person(place);
    });
  }

  /** Returns the choices, without those that the number of players rules out. */
  private possibleOptions(): Record<string, unknown> {
    const possible = this.game.options.filter((option) => isPossible(this.game, option, this.chosen));
    return Object.fromEntries(
      possible.filter(({ name }) => name in this.options).map(({ name }) => [name, this.options[name]]),
    );
  }

  private async make(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    savePreference("names", this.names.join("\n"));
    try {
      const made = await api.makeTable({
        game: this.game.name,
        places: this.places(),
        options: { ...this.possibleOptions(), ...this.given },
        language: currentLanguage(),
        allow_spectators: this.mode === "friends" ? this.watch : true,
        hints: this.hints,
        assist: this.assist && this.handSkills.length > 0,
        ...(this.start && { start: this.start }),
        ...this.request,
      });
      new SavedTables(localStore).keep(made.table, made.token, this.game.name);
      navigate(`/t/${made.table}`);
    } catch (error) {
      await loadGameMessages(this.game.name, "all"); // fault texts of boards are part of the long texts
      this.trouble = errorText(error, this.game.name);
    } finally {
      this.busy = false;
    }
  }
}
