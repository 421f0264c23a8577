/** The sheet of a new game: who plays, in one line what else is chosen, and Play, which makes a table, a challenge or a search. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { features, findMe, people } from "../account/account-state.ts";
import { textOf } from "../account/actions.ts";
import { memberAt } from "../account/playing.ts";
import { clockText } from "../clock/presets.ts";
import { contactsApi, personIn } from "../contacts/contacts-api.ts";
import { gameName, has, loadGameMessages, currentLanguage, t } from "../i18n/i18n.ts";
import { meetsStrangers } from "./seek/has-lobby.ts";
import { api } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { CreateTable, Friend, GameInfo, HandSkillInfo, OptionInfo, PlaceRequest } from "../net/protocol.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { percentText } from "../rating/rating-text.ts";
import { handSkillField, handSkillOf } from "../table/lobby/hand-skill-field.ts";
import "../table/preparation-note.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";
import { savePreference } from "../ui/preferences.ts";
import { localStore } from "../ui/storage.ts";
import { chairsOf, choose, placeOf, resize, wayOf, type Chair, type Way } from "./chairs.ts";
import { lastSetup, makeTable, saveSetup, savedNames } from "./last-setup.ts";
import { hasEditor } from "./load-editor.ts";
import { optionTexts } from "./option-field.ts";
import { isPossible, setOption, visibleOptions } from "./options.ts";
import "./place-field.ts";
import { fitsHere, preferHere, prefersHere } from "./play-here.ts";
import { searchOf, startSearch, type Search } from "./seek/search.ts";
import { possibleTerms, requestOf, termsOf, USUAL, type Seating, type Terms } from "./terms.ts";
import "./who-plays.css";

type Options = Record<string, unknown>;

/** Fires `seek` and `challenged`, before it leads to the pages of these; `preventDefault` keeps the page. */
@customElement("who-plays")
export class WhoPlays extends LightElement {
  /** The game, or the first choice among `games`. */
  @property({ attribute: false }) first!: GameInfo;
  /** The games to choose from; empty if the page has chosen one. */
  @property({ attribute: false }) games: readonly GameInfo[] = [];
  /** The game that the user has chosen among `games`. */
  @state() private picked: GameInfo | null = null;
  /** Who is to play; null: those of the last game. */
  @property({ attribute: false }) asked: Chair | null = null;
  /** Fixed options that are not asked for. */
  @property({ attribute: false }) given: Options = {};
  /** Description of the fixed options. */
  @property() givenName = "";
  /** The position from which each game begins; the number of players is then among `given`. */
  @property({ attribute: false }) start: Options | null = null;
  @state() private chairs: Chair[] = [];
  /** The member of the account at the user's place; "" for a guest, undefined before any choice. */
  @state() private me: string | undefined = undefined;
  /** Names of guests here, by place. */
  @state() private names: string[] = savedNames();
  @state() private friends: readonly Friend[] = [];
  private friendsOf = "";
  @state() private options: Options = {};
  /** The hand skills available with the chosen options; empty without physics. */
  @state() private handSkills: readonly HandSkillInfo[] = [];
  @state() private handSkill = 0;
  @state() private assist = false;
  @state() private hints = true;
  @state() private watch = true;
  @state() private here = prefersHere();
  @state() private terms: Terms = USUAL;
  /** The place that begins; null until one is chosen, so that the lot decides. */
  @state() private begins: number | null = null;
  private readonly lot = Math.random();
  /** What the user may expect of a challenge, from 0 to 1, if that is known. */
  @state() private expected: number | null = null;
  private expectedOf = "";
  @state() private unfolded = false;
  @state() private busy = false;
  @state() private trouble = "";
  /** The search for the member whom the user has named. */
  private calling: Promise<void> = Promise.resolve();

  private get game(): GameInfo {
    return this.picked ?? this.first;
  }

  private get players(): number {
    return this.chairs.length + 1;
  }

  private get way(): Way {
    return wayOf(this.chairs);
  }

  /** All who play, the user first. */
  private get all(): Chair[] {
    return [{ kind: "person", member: memberAt(0, this.me)?.id ?? "" }, ...this.chairs];
  }

  private get chosen(): Options {
    return { ...this.options, ...this.given, players: this.players };
  }

  /** The choices, without those that others rule out. Strangers play as the rules say. */
  private get possibleOptions(): Options {
    if (this.way === "seek") return {};
    const possible = this.game.options.filter((option) => isPossible(this.game, option, this.chosen));
    return Object.fromEntries(possible.filter(({ name }) => name in this.options).map(({ name }) => [name, this.options[name]]));
  }

  private get asksFor(): OptionInfo[] {
    if (this.way === "seek") return [];
    return visibleOptions(this.game, this.given, this.chosen, (option) => has(this.game.name, `option.${option}`),
      (option) => hasEditor(this.game.name, option));
  }

  private get seating(): Seating {
    return {
      kinds: this.all.map(({ kind }) => kind),
      members: this.all.map((chair) => (chair.kind === "person" ? chair.member || null : null)),
      isSignedIn: people().length > 0,
      hasStart: this.start !== null,
    };
  }

  private get rated(): boolean {
    return possibleTerms(this.terms, this.seating).counts !== "none";
  }

  private get beginner(): number {
    return this.begins !== null && this.begins < this.players ? this.begins : Math.floor(this.lot * this.players);
  }

  /** What cannot be chosen here: no challenge begins from a position, and strangers play as the rules say. */
  private get ruledOut(): Chair["kind"][] {
    const free = this.start === null;
    return [
      ...(free && this.friendsOf ? [] : ["friend" as const]),
      ...(free && meetsStrangers(memberAt(0, this.me)) && Object.keys(this.given).length === 0 ? [] : ["anybody" as const]),
    ];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void findMe().then(() => this.requestUpdate());
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("first") || changed.has("picked")) this.takeLast();
    // A child may take the first place, or turn out to be who plays here.
    if (this.way === "seek" && this.ruledOut.includes("anybody")) this.chairs = resize([], this.chairs.length);
    void this.findFriends();
    void this.expect();
  }

  /** Begins with what was last played, as far as this sheet can say it. */
  private takeLast(): void {
    const setup = lastSetup(this.game);
    const before = this.chairs;
    this.chairs = chairsOf(setup, this.ruledOut, this.game.levels.map(({ level }) => level));
    if (this.asked && this.asked.kind !== this.chairs[0]?.kind) {
      const count = this.game.players.find((players) => players > 1) ?? 2;
      this.chairs = resize([this.asked], count - 1);
    }
    // Another game with the same people.
    if (this.asked && before.length > 0) this.resize(before.length + 1, before);
    if (this.start) this.resize(Number(this.given["players"]));
    // What is uploaded or drawn is chosen anew: the sheet cannot tell which file it was.
    const simple = this.game.options.filter(({ kind }) => kind !== "data" && kind !== "list").map(({ name }) => name);
    this.options = Object.fromEntries(Object.entries(this.start ? {} : (setup.options ?? {}))
      .filter(([name]) => simple.includes(name)));
    this.hints = setup.hints ?? true;
    this.assist = setup.assist ?? false;
    this.watch = setup.allow_spectators ?? true;
    this.terms = this.start ? USUAL : termsOf(setup);
    this.handSkills = this.game.hand_skills;
    if (this.handSkills.length > 0 && Object.keys(this.options).length > 0) void this.lookAtHands();
  }

  private resize(players: number, chairs: readonly Chair[] = this.chairs): void {
    const possible = this.start ? [players] : this.game.players;
    const count = possible.includes(players) ? players : (possible.find((other) => other > 1) ?? 2);
    this.chairs = resize(chairs, count - 1, this.game.levels[0]?.level);
  }

  private async findFriends(): Promise<void> {
    const owner = features() ? (memberAt(0, this.me)?.id ?? "") : "";
    if (owner === this.friendsOf) return;
    this.friendsOf = owner;
    this.friends = [];
    if (!owner) {
      if (this.way === "challenge") this.chairs = choose(this.chairs, 0, { kind: "open" });
      return;
    }
    const { friends } = await contactsApi.contacts(owner).catch(() => ({ friends: [] as Friend[] }));
    const isAway = ({ presence = "away" }: Friend) => Number(presence === "away");
    if (owner === this.friendsOf) this.friends = [...friends].sort((friend, other) => isAway(friend) - isAway(other));
  }

  /** Asks what to expect of a challenge, once all are named. */
  private async expect(): Promise<void> {
    const members = this.all.map((chair) => (chair.kind === "person" ? chair.member : chair.kind === "friend" ? (chair.person?.id ?? "") : ""));
    const speed = this.terms.clock?.kind === "days" ? "slow" : "fast";
    const isKnown = this.way === "challenge" && members.every(Boolean);
    const asked = isKnown ? JSON.stringify([members, this.game.name, speed]) : "";
    if (asked === this.expectedOf) return;
    this.expectedOf = asked;
    this.expected = null;
    if (!isKnown) return;
    const answer = await contactsApi.expected(members, this.game.name, speed).catch(() => null);
    if (asked === this.expectedOf) this.expected = answer?.members[0]?.expected ?? null;
  }

  // -- What is seen -------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { game, way } = this;
    return html`<form @submit=${(event: Event) => void this.play(event)}><div class="play-choices">
      ${this.givenName ? html`<p class="given">${icon("plan")} ${this.givenName}</p>` : nothing}
      ${this.games.length > 1 ? this.gameChoice() : nothing}
      ${this.start || game.players.length < 2 ? nothing : this.seats()}
      <fieldset class="places"><legend>${t("who.title")}</legend>${this.all.map((chair, place) => this.place(chair, place))}</fieldset>
      <details class="more-options unfold" @toggle=${(event: Event) => void this.unfold(event)}>
        <summary>${this.summary()}</summary>
        ${this.unfolded ? html`<div class="more-inside">${this.inside()}</div>` : nothing}
      </details>
      <preparation-note .game=${game.name}></preparation-note>
      </div><div class="play-foot">
        <p class="hint" role="status">${this.note()}</p>
        <p class="trouble" role="alert">${this.trouble}</p>
        <button class="primary big" aria-busy=${this.busy} data-action="play" data-way=${way}>
          ${icon(way === "seek" ? "people" : "play")} ${t(WORDS[way])}</button>
      </div>
    </form>`;
  }

  private gameChoice(): TemplateResult {
    return html`<label class="field"><span>${t("contacts.game")}</span>
      <select name="game" @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        this.picked = this.games.find(({ name }) => name === value) ?? null;
      }}>${this.games.map(({ name }) => html`<option value=${name} .selected=${name === this.game.name}>${gameName(name)}</option>`)}
      </select></label>`;
  }

  private seats(): TemplateResult {
    return html`<fieldset class="choice"><legend>${t("make.seats")}</legend>
      <div class="segments">${this.game.players.map((count) => html`<label class="segment">
        <input type="radio" name="seats" .value=${String(count)} .checked=${count === this.players}
          @change=${() => this.resize(count)} />
        <span class="segment-face">${count}</span></label>`)}</div>
    </fieldset>`;
  }

  private place(chair: Chair, place: number): TemplateResult {
    const out = this.ruledOut;
    const hands = handSkillOf(this.handSkills, this.handSkill) === null ? this.handSkills : [];
    return html`<place-field .place=${place} .chair=${chair} .game=${this.game} .guest=${this.names[place] ?? ""}
      .friends=${out.includes("friend") ? null : this.friends} .meets=${!out.includes("anybody")} .hands=${hands}
      @pick=${(event: CustomEvent<Chair>) => this.sit(event.detail, place)}
      @rename=${(event: CustomEvent<string>) => {
        const names = [...this.names];
        names[place] = event.detail;
        this.names = Array.from(names, (name) => name ?? "");
      }}
      @call=${(event: CustomEvent<string>) => (this.calling = this.call(event.detail, place))}></place-field>`;
  }

  private sit(chair: Chair, place: number): void {
    this.trouble = "";
    if (place > 0) this.chairs = choose(this.chairs, place - 1, chair);
    else if (chair.kind === "person") this.me = chair.member;
  }

  /** Returns in a line what is chosen, besides who plays. */
  private summary(): string {
    const { way, terms, players, rated } = this;
    const { clock } = possibleTerms(terms, this.seating);
    const begins = this.begins === null ? t("who.lot") : t("who.begins", { name: this.nameAt(this.beginner) });
    return [
      ...(players > 1 ? [clock ? clockText(clock, t) : t("clock.none")] : []),
      ...(way === "here" && !rated || !features() ? [] : [t(`terms.counts.${possibleTerms(terms, this.seating).counts}`)]),
      ...(players > 1 && (way === "here" || way === "invite") && !rated ? [begins] : []),
      ...optionTexts(this.game, this.asksFor, this.possibleOptions),
      ...(way === "here" || way === "invite" ? (this.hints || rated ? [] : [t("who.no_hints")]) : []),
      ...(way === "here" || this.watch ? [] : [t("who.no_watch")]),
    ].join(" · ") || t("who.more");
  }

  /** Says what others see of the choice of places, or what to expect. */
  private note(): string | typeof nothing {
    const { way, expected } = this;
    if (expected !== null) return t("contacts.expected", { share: percentText(expected) });
    return this.players > 2 && (way === "challenge" || way === "seek") ? t(`who.rest.${way}`) : nothing;
  }

  private nameAt(place: number): string {
    const request = this.places()[place];
    return request?.name ?? t(request?.kind === "bot" ? "bot" : "make.friend");
  }

  /** Loads the options when somebody asks for them. */
  private async unfold(event: Event): Promise<void> {
    const { open } = event.target as HTMLDetailsElement;
    try {
      if (open) await Promise.all([import("./table-terms.ts"), import("./who-begins.ts")]);
      this.unfolded = open;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  private inside(): TemplateResult {
    const { game, way, players, rated } = this;
    const isTable = way === "here" || way === "invite";
    return html`
      ${players > 1 && isTable ? this.whoBegins(rated) : nothing}
      ${players > 1 ? html`<table-terms .game=${game.name} .terms=${this.terms} .seating=${this.seating} .way=${way}
        .teams=${Boolean(this.possibleOptions["teams"])}
        @pick=${(event: CustomEvent<Terms>) => (this.terms = event.detail)}></table-terms>` : nothing}
      ${this.asksFor.map((option) => html`<option-field .game=${game} .option=${option} .chosen=${this.chosen}
        @pick=${(event: CustomEvent<unknown>) => this.set(option, event.detail)}></option-field>`)}
      ${this.chairs.some(({ kind }) => kind === "bot")
        ? handSkillField(game.name, this.handSkills, this.handSkill, (number) => (this.handSkill = number)) : nothing}
      ${isTable && this.handSkills.length > 0
        ? this.tick("assist", "make.assist", this.assist, (ticked) => (this.assist = ticked), rated) : nothing}
      ${isTable ? this.tick("hints", "who.hints", this.hints, (ticked) => (this.hints = ticked), rated) : nothing}
      ${fitsHere({ places: this.places(), ...requestOf(this.terms, this.seating) })
        ? this.tick("here", "who.here", this.here, (ticked) => preferHere(this.here = ticked)) : nothing}
      ${way === "here" ? nothing : this.tick("watch", "watch.allow", this.watch, (ticked) => (this.watch = ticked))}`;
  }

  private whoBegins(rated: boolean): TemplateResult {
    return html`<who-begins .game=${this.game.name} .options=${{ ...this.possibleOptions, ...this.given, players: this.players }}
      .places=${this.places()} .first=${Number(this.start?.["seat"] ?? 0)} .begins=${this.beginner} .rated=${rated}
      @pick=${(event: CustomEvent<number>) => (this.begins = event.detail)}></who-begins>`;
  }

  private tick(name: string, key: string, ticked: boolean, set: (ticked: boolean) => void, off = false): TemplateResult {
    return html`<label class="tick"><input type="checkbox" name=${name} .checked=${ticked && !off} ?disabled=${off}
      @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} /> <span>${t(key)}</span></label>`;
  }

  // -- Choices ------------------------------------------------------------------------------------

  private set(option: OptionInfo, value: unknown): void {
    this.options = setOption(this.game, this.options, option.name, value);
    if (this.game.hand_skills.length > 0) void this.lookAtHands();
  }

  /** Checks whether the options involve physics. */
  private async lookAtHands(): Promise<void> {
    const { game, options } = this;
    try {
      const checked = await api.checkOptions(game.name, { ...this.possibleOptions, ...this.given });
      if (this.game === game && this.options === options) this.handSkills = checked.hand_skills;
    } catch {
      // Faults of the options are reported when the table is created.
    }
  }

  /** Finds the member whom the user has named. */
  private async call(text: string, place: number): Promise<void> {
    this.trouble = "";
    if (!text.trim()) return;
    try {
      const whom = personIn(text);
      const person = await ("name" in whom ? contactsApi.named(whom.name) : contactsApi.profile(whom.member));
      if (person.id === this.friendsOf) this.trouble = t("contacts.error.self");
      else this.sit({ kind: "friend", person }, place);
    } catch (error) {
      this.trouble = textOf(error, "contacts.error");
    }
  }

  private places(): PlaceRequest[] {
    const nameOf = (member: string) => people().find(({ id }) => id === member)?.name ?? "";
    const skill = handSkillOf(this.handSkills, this.handSkill);
    return this.all.map((chair, place) => ({
      ...placeOf(chair, this.names[place]?.trim() || t("place.person", { number: place + 1 }), nameOf),
      ...(chair.kind === "bot" && skill !== null && { hand_skill: skill }),
    }));
  }

  // -- Play ---------------------------------------------------------------------------------------

  private async play(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    await this.calling;
    savePreference("names", this.names.join("\n"));
    const { way } = this;
    try {
      if (way === "seek") this.seek();
      else if (way === "challenge") await this.challenge();
      else await this.begin();
    } catch (error) {
      await loadGameMessages(this.game.name, "all"); // fault texts of boards are part of the long texts
      this.trouble = way === "challenge" ? textOf(error, "contacts.error") : errorText(error, this.game.name);
    } finally {
      this.busy = false;
    }
  }

  private async begin(): Promise<void> {
    const terms: Partial<CreateTable> = requestOf(this.terms, this.seating);
    navigate(await makeTable({
      game: this.game.name,
      places: this.places(),
      options: { ...this.possibleOptions, ...this.given },
      language: currentLanguage(),
      allow_spectators: this.way === "here" || this.watch,
      hints: this.hints,
      assist: this.assist && this.handSkills.length > 0,
      ...(this.start && { start: this.start }),
      ...(this.players > 1 && !terms.rated && { begins: this.beginner }),
      ...terms,
    }));
  }

  private async challenge(): Promise<void> {
    const invited = this.chairs.flatMap((chair) => (chair.kind === "friend" && chair.person ? [{ member: chair.person.id }] : []));
    if (invited.length < this.chairs.length) return;
    const { clock } = possibleTerms(this.terms, this.seating);
    const { challenge, token } = await contactsApi.challenge(this.friendsOf, {
      game: this.game.name, members: invited, options: { ...this.possibleOptions, ...this.given },
      rated: this.rated, allow_spectators: this.watch, ...(clock && { clock }),
    });
    if (token) new SavedTables(localStore).keep(challenge.table, token, this.game.name);
    savePreference("game", this.game.name);
    if (this.dispatchEvent(new Event("challenged", { cancelable: true }))) navigate("/friends");
  }

  private seek(): void {
    const { clock, range } = possibleTerms(this.terms, this.seating);
    const setup = {
      game: this.game.name, places: this.places(), allow_spectators: this.watch, ...(clock && { clock }),
      seek: { rated: this.rated, range },
    };
    saveSetup(setup);
    const search = searchOf(this.game.name, setup, this.all[0]?.kind === "person" ? this.all[0].member : "");
    if (this.dispatchEvent(new CustomEvent<Search>("seek", { detail: search, cancelable: true }))) navigate(startSearch(search));
  }
}

const WORDS: Record<Way, string> = { here: "make.play", invite: "who.invite", challenge: "contacts.challenge", seek: "meet.seek" };
