/** Review of a game: replay, analysis, what was missed, and study. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { localStore } from "../ui/storage.ts";
import { customElement, property, state } from "lit/decorators.js";
import { icon, type IconName } from "../ui/icons.ts";
import { chosenPlan } from "../ui/preferences.ts";
import { LightElement } from "../ui/base-element.ts";
import { errorText } from "../net/error-text.ts";
import { shortcutKey } from "../ui/keys.ts";
import { navigate } from "../ui/navigation.ts";
import { positionFragment, startOf } from "../net/position-link.ts";
import { loadBoard } from "../board/load-game.ts";
import "../board/choice-panel.ts";
import "../board/game-board.ts";
import type { BoardModel, PanelGroup, SceneInput } from "../stage/scene.ts";
import { inPlan, viewTools } from "../board/view-tools.ts";
import { api } from "../net/api.ts";
import type { Frame as ReplayFrame } from "../net/protocol.ts";
import { loadGames } from "../net/games.ts";
import { absenceOf, losersOf, moveOf, type GameReplay } from "../net/record.ts";
import { askedGame } from "../net/game-query.ts";
import { recordFromFragment, replayPath, studyPath } from "../net/record-link.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { keepOwn } from "../puzzle/own-puzzles.ts";
import { puzzleApi } from "../puzzle/puzzle-api.ts";
import { shareLink } from "../ui/share-link.ts";
import { playSound } from "../ui/sound.ts";
import "../table/actions/overflow-menu.ts";
import type { MenuItem } from "../table/actions/overflow-menu.ts";
import { PlayedGames } from "../table/played-games.ts";
import { copyRecord, handOver, withNames } from "../table/share-record.ts";
import type { SeatView } from "../table/seats/seat-list.ts";
import "../table/seats/seat-list.ts";
import "../table/log/table-log.ts";
import { recordNames } from "../table/seats/seat-names.ts";
import { partnersOf } from "../table/seats/teams.ts";
import "../table/end/table-over.ts";
import { outcomeOf, type Outcome } from "../table/end/outcome.ts";
import { rankings } from "../table/end/rankings.ts";
import "../table/seats/seat-list.css";
import "../table/table.css";
import "./variation.css";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";
import { replayLines } from "./replay-lines.ts";
import { copyEmbedCode, shareFilm, sharePicture } from "./sharing.ts";
import { moveBefore, stopAt } from "./steps.ts";
import { transport } from "./transport.ts";
import { variationControls, stepped, type Variation } from "./variation.ts";
import { moveArrows } from "../analysis/move-arrows.ts";
import { isWhole, fetchVariation, type Analysis, type BetterLine } from "../analysis/analysis-api.ts";

/** Milliseconds between positions during automatic play. */
const PACE = 1100;

@customElement("replay-page")
export class ReplayPage extends LightElement {
  /** The table whose game is replayed; null for the record in the address. */
  @property({ attribute: false }) tableId: string | null = null;
  @state() private replay: GameReplay | null = null;
  @state() private trouble = "";
  @state() private at = 0;
  /** Whether the focus is on the scrubber, which tells the position itself. */
  @state() private scrubs = false;
  @state() private playing = 0;
  @state() private plan = chosenPlan();
  @state() private model: BoardModel | null = null;
  @state() private notice = "";
  /** Whether the table has gone on to another game. */
  @state() private rematch = false;
  /** The only seat that this browser had; undefined if there was none, or several. */
  private seat: number | undefined;
  /** Whether it is shown on another page, without what only the page itself has room for. */
  @property({ type: Boolean }) embedded = false;
  /** Whether the analysis is shown. */
  @state() private analysing = false;
  @state() private analysis: Analysis | null = null;
  /** The variation that is shown in place of the game. */
  @state() private side: Variation | null = null;
  /** Names of the seats, bots by their level. */
  private names: string[] = [];
  private input: SceneInput | null = null;
  private inputOf: ReplayFrame | null = null;
  private readonly key = (event: KeyboardEvent) => this.pressed(event);
  private readonly readdress = () => {
    if (this.tableId === null) void this.load();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.key);
    window.addEventListener("hashchange", this.readdress);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.key);
    window.removeEventListener("hashchange", this.readdress);
    this.pause();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tableId")) void this.load();
  }

  private async load(): Promise<void> {
    this.replay = null;
    this.trouble = "";
    this.at = 0;
    this.side = null;
    this.analysing = false;
    this.analysis = null;
    this.rematch = false;
    void this.lookForRematch();
    const own = new PlayedGames(localStore).all().find(({ table, number }) =>
      table === this.tableId && number === (askedGame() ?? number));
    this.seat = own?.mine.length === 1 ? own.mine[0] : undefined;
    try {
      const record = await recordFromFragment(location.hash);
      if (this.tableId === null && record === null) {
        this.trouble = t(location.hash ? "replay.damaged" : "replay.none");
        return;
      }
      const replay = this.tableId === null
        ? await api.checkRecord(record)
        : await api.replay(this.tableId, new SavedTables(localStore).token(this.tableId), askedGame());
      await loadBoard(replay.record.game);
      const games = await loadGames().catch(() => []);
      this.names = recordNames(
        replay.record.seats, games.find(({ name }) => name === replay.record.game),
      );
      this.replay = replay;
      if (new URLSearchParams(location.search).has("analyse")) await this.analyse();
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  /** Finds out whether the table has gone on to another game. */
  private async lookForRematch(): Promise<void> {
    const { tableId: table } = this;
    const number = askedGame();
    if (table === null || number === undefined || this.embedded) return;
    const info = await api.table(table).catch(() => null);
    if (table === this.tableId) this.rematch = info !== null && info.game_number > number;
  }

  // -- Navigation ---------------------------------------------------------------------------------

  private get last(): number {
    return (this.replay?.frames.length ?? 1) - 1;
  }

  private go(to: number): void {
    const wanted = Math.min(this.last, Math.max(0, to));
    const stop = stopAt(this.replay?.frames ?? [], this.at, wanted);
    if (stop === this.at) return;
    if (wanted === this.at + 1) playSound("move");
    this.at = stop;
  }

  private step(to: number): void {
    this.pause();
    this.go(to);
  }

  private pause(): void {
    clearInterval(this.playing);
    this.playing = 0;
  }

  private togglePlay(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at === this.last) this.at = 0;
    this.playing = window.setInterval(() => {
      this.go(this.at + 1);
      if (this.at === this.last) this.pause();
    }, PACE);
  }

  private pressed(event: KeyboardEvent): void {
    if (!this.replay || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const field = event.target as HTMLElement;
    if (event.shiftKey || field.matches("input, select, textarea")) return;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.step(this.at - 1),
      ArrowRight: () => this.step(this.at + 1),
      Home: () => this.step(0),
      End: () => this.step(this.last),
    };
    if (shortcutKey(event) === "s" && !this.embedded) keys[event.key] = () => void this.study();
    if (!field.closest("button, a, summary")) keys[" "] = () => this.togglePlay();
    const { side } = this;
    if (side) {
      Object.assign(keys, {
        ArrowLeft: () => this.stepAside(side.at - 1),
        ArrowRight: () => this.stepAside(side.at + 1),
        Home: () => this.stepAside(0),
        End: () => this.stepAside(side.frames.length),
        Escape: () => this.comeBack(),
        " ": () => this.stepAside(side.at + 1),
      });
      if (field.closest("button, a, summary")) delete keys[" "];
    }
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // -- Analysis -----------------------------------------------------------------------------------

  private async analyse(): Promise<void> {
    if (!this.replay || !isWhole(this.replay.record)) return;
    try {
      await import("../analysis/analysis-panel.ts");
      this.analysing = true;
    } catch (error) {
      this.notice = errorText(error);
    }
  }

  /** Shows a better continuation. */
  private async showLine(point: BetterLine): Promise<void> {
    const { replay } = this;
    if (!replay) return;
    this.pause();
    this.notice = "";
    try {
      const frames = await fetchVariation(replay.record, point.event, point.line ?? []);
      if (replay !== this.replay) return;
      this.side = { frames, from: point.event, back: point.event + point.events, at: 1 };
      await this.updateComplete;
      const title = this.querySelector<HTMLElement>("#side-line-title");
      title?.focus();
      this.querySelector(".stage-area")?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.notice = errorText(error);
    }
  }

  private stepAside(to: number): void {
    if (!this.side) return;
    const before = this.side.at;
    this.side = stepped(this.side, to);
    if (this.side.at === before + 1) playSound("move");
  }

  private comeBack(): void {
    if (!this.side) return;
    this.at = this.side.back;
    this.side = null;
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>(".turning .current .turning-go, [data-action=best-line]")?.focus());
  }

  /** Makes puzzles of what a seat missed, and opens the first one. */
  private async lookForMissed({ record }: GameReplay, seat: number): Promise<void> {
    this.notice = t("puzzles.own.looking");
    try {
      const missed = await puzzleApi.missed(record, seat);
      keepOwn(missed, Date.now());
      const first = missed[0];
      if (first) navigate(`/puzzles/own/${first.info.id}`);
      else this.notice = t("puzzles.own.nothing");
    } catch (error) {
      this.notice = errorText(error);
    }
  }

  // -- Rendering ----------------------------------------------------------------------------------

  private makeInput(replay: GameReplay, frame: ReplayFrame): SceneInput {
    if (this.input && this.inputOf === frame) return this.input;
    this.inputOf = frame;
    this.input = this.inputAt(replay, frame, moveOf(this.side ? frame : replay.frames[moveBefore(replay.frames, this.at)]));
    return this.input;
  }

  private inputAt(replay: GameReplay, frame: ReplayFrame, last = moveOf(frame)): SceneInput {
    return {
      boardSetup: replay.board_setup,
      position: frame.position,
      restPoses: frame.poses,
      names: this.names,
      mine: [],
      toAct: frame.to_act,
      legal: [],
      chosen: {},
      preview: null,
      last,
    };
  }

  protected override render(): TemplateResult {
    const { replay, side } = this;
    const frame = side ? side.frames[side.at] : replay?.frames[this.at];
    if (!replay || !frame) {
      return html`<section class="message" data-state=${this.trouble ? "refused" : "waiting"}>
        ${this.trouble
          ? html`<h1>${t("replay.trouble")}</h1><p role="alert">${this.trouble}</p>
              <a class="button primary" href="/">${t("home")}</a>`
          : html`<p role="status">${t("loading")}</p>`}
      </section>`;
    }
    const { game } = replay.record;
    const input = this.makeInput(replay, frame);
    const { ended } = replay.record;
    const atEnd = !side && this.at === this.last;
    const outcome = atEnd ? outcomeOf(replay.record.result, losersOf(replay.record), frame.scores, replay.teams) : null;
    const ending = ended && ended.by !== "resignation" ? ended.by : null;
    const isOver = outcome !== null || (atEnd && ending !== null);
    const marks = this.model?.seatMarks(input) ?? [];
    const seats = this.seats(replay, isOver ? { ...input, toAct: null } : input, outcome);
    const move = moveBefore(replay.frames, this.at);
    const before = replay.frames[move - 1];
    const arrows = side || !this.model || !before || !this.analysing
      ? []
      : moveArrows(this.analysis, move - 1, this.model, this.inputAt(replay, before), moveOf(replay.frames[move]));
    document.title = `${gameName(game)} · ${t("replay")} · Empile`;
    return html`<div class="table replay ${side ? "aside" : ""}" data-state=${side ? "aside" : "replay"}
      data-frame=${this.at} data-frames=${this.last}>
      <h1 class="unseen">${t("replay.of", { game: gameName(game) })}</h1>
      <div class="stage-area">
        ${side ? html`<p class="aside-tag">${t("analysis.side")}</p>` : nothing}
        <game-board .story=${side ? "aside" : "game"} .game=${game} .boardSetup=${replay.board_setup} .input=${input} .plan=${inPlan(this.plan, this.model)}
          .label=${translator(game)("board")} .arrows=${arrows}
          @model=${(event: CustomEvent<BoardModel>) => (this.model = event.detail)}
          @drawing-known=${() => this.requestUpdate()}></game-board>
        ${viewTools(inPlan(this.plan, this.model), (plan) => (this.plan = plan))}
      </div>
      ${this.embedded ? html`<div class="side">${this.controls(replay, frame)}
        <p><a href=${this.ownPath()} target="_blank" rel="noopener">${t("replay.open", { game: gameName(game) })}</a></p>
      </div>` : html`<div class="side">
        ${side
          ? variationControls(side, game, input.names, (to) => this.stepAside(to), () => this.comeBack())
          : this.controls(replay, frame)}
        ${this.notice ? html`<p class="told" role="status">${this.notice}</p>` : nothing}
        ${this.analysing
          ? html`<analysis-panel .record=${replay.record} .names=${this.names} .frames=${replay.frames} .marks=${marks}
              .at=${side ? side.back : this.at}
              @go=${(event: CustomEvent<number>) => this.goInGame(event.detail)}
              @found=${(event: CustomEvent<Analysis | null>) => (this.analysis = event.detail)}
              @line=${(event: CustomEvent<BetterLine>) => void this.showLine(event.detail)}></analysis-panel>`
          : nothing}
        ${isOver
          ? html`<table-over .game=${game} .outcome=${outcome} .ending=${ending === "late" ? "aborted" : ending} .still=${true}
              .seats=${seats} .teams=${replay.teams}></table-over>`
          : nothing}
        <section class="card reserve">
          <choice-panel .groups=${tableFacts(this.model, input)}></choice-panel>
        </section>
        <section class="card"><seat-list .seats=${seats}></seat-list></section>
        <section class="card"><h2>${t("log")}</h2>
          <table-log .lines=${replayLines(replay, { t, game: translator(game), seats: this.names, marks }, this.at, this.analysis)}
            @frame=${(event: CustomEvent<number>) => this.goInGame(event.detail)}></table-log>
        </section>
      </div>`}
    </div>`;
  }

  private controls(replay: GameReplay, frame: ReplayFrame): TemplateResult {
    const words = translator(replay.record.game);
    const told = ({ event }: ReplayFrame): string => {
      if (!event) return t("replay.start");
      const what = eventWords(words, event);
      return event.seat === undefined ? what : t("log.by", { name: this.names[event.seat] ?? "", what });
    };
    const where = t("replay.at", { at: this.at, of: this.last });
    const what = replay.frames.slice(moveBefore(replay.frames, this.at), this.at + 1).map(told).join("; ");
    return html`<section class="card controls" aria-label=${t("replay")}>
      <p class="replay-told" role="status" aria-live=${this.scrubs ? "off" : "polite"}><strong>${where}</strong> ${what}</p>
      <input type="range" min="0" max=${this.last} .value=${String(this.at)}
        aria-label=${t("replay.scrubber")}
        aria-valuetext=${`${where} ${what}`} @focus=${() => (this.scrubs = true)} @blur=${() => (this.scrubs = false)}
        @input=${(event: Event) => this.step(Number((event.target as HTMLInputElement).value))} />
      ${transport(this.at, this.last, this.playing !== 0, (to) => this.step(to), () => this.togglePlay())}
      ${this.embedded ? nothing : this.actions(replay, frame)}
    </section>`;
  }

  private actions(replay: GameReplay, frame: ReplayFrame): TemplateResult {
    const button = (name: string, text: string, picture: IconName, action: () => Promise<void>) =>
      html`<button class="secondary" data-action=${name} aria-keyshortcuts=${name === "study" ? "s" : nothing}
        @click=${() => void action()}>${icon(picture)} ${text}</button>`;
    const isFinished = isWhole(replay.record);
    const { seat } = this;
    return html`<div class="actions">
      ${this.rematch
        ? html`<a class="button secondary" data-action="rematch" href="/t/${this.tableId}">
            ${icon("next")} ${t("replay.rematch")}</a>`
        : nothing}
      ${isFinished && !this.analysing
        ? button("analyse", t("analysis.begin"), "chart", () => this.analyse())
        : nothing}
      ${replay.record.result && seat !== undefined
        ? button("missed", t("puzzles.own.link"), "puzzle", () => this.lookForMissed(replay, seat))
        : nothing}
      ${isFinished ? button("study", t("replay.study"), "study", () => this.study()) : nothing}
      ${this.canBegin(replay, frame)
        ? button("play-on", t("start.from_here"), "play", () => this.playOn(replay, frame))
        : nothing}
      <overflow-menu .label=${t("more")} .items=${this.menu(replay)}></overflow-menu>
    </div>`;
  }

  private menu(replay: GameReplay): MenuItem[] {
    const { game } = replay.record;
    const shown = withNames(replay.record, this.names);
    const item = (name: string, label: string, picture: IconName, run: () => Promise<string>): MenuItem =>
      ({ name, label, icon: picture, run: () => void this.draw(run()) });
    return [
      item("copy-link", t("replay.link"), "share", () => this.shareLink(replay)),
      item("picture", t("replay.picture"), "save", () => sharePicture(replay.record, this.at)),
      item("film", t("replay.film"), "play", () => shareFilm(replay.record, this.at)),
      item("embed", t("replay.embed"), "copy", async () => copyEmbedCode(game, await this.publicPath(replay))),
      item("record", t("record.save"), "save", () => handOver(shown, game)),
      item("copy", t("record.copy"), "copy", () => copyRecord(shown)),
      { name: "rules", label: t("rules"), icon: "book", run: () => navigate(`/rules/${game}`) },
    ];
  }

  /** Whether a new game can begin from a position of the replay, all of which must be known. */
  private canBegin(replay: GameReplay, frame: ReplayFrame): boolean {
    const { stage } = frame.position as { stage?: unknown };
    return isWhole(replay.record) && frame.to_act !== null && stage !== "start";
  }

  /** Opens a study of the game at the shown position. */
  private async study(): Promise<void> {
    const { replay } = this;
    if (replay && isWhole(replay.record)) navigate(await studyPath(withNames(replay.record, this.names), this.side?.from ?? this.at));
  }

  private async playOn(replay: GameReplay, frame: ReplayFrame): Promise<void> {
    const { game, rules, options } = replay.record;
    navigate(`/start${await positionFragment({ game, rules, options, start: startOf(frame.position) })}`);
  }

  /** Returns the address of the page that shows the whole replay. */
  private ownPath(): string {
    return location.pathname.replace(/^\/embed/, "/r") + location.search + location.hash;
  }

  /** Waits for what is shared, and says what became of it. */
  private async draw(shared: Promise<string>): Promise<void> {
    this.notice = t("loading");
    this.notice = await shared;
  }

  /** Returns the replay's address: the present one if everybody may watch it, else one with the record. */
  private async publicPath({ record }: GameReplay): Promise<string> {
    const isPublic = this.tableId === null || !isWhole(record) || await api.table(this.tableId).then(
      ({ allow_spectators: allowed }) => allowed, () => false,
    );
    return isPublic ? location.pathname + location.search + location.hash : replayPath(record);
  }

  private async shareLink(replay: GameReplay): Promise<string> {
    const path = await this.publicPath(replay);
    const told = await shareLink(t("replay.of", { game: gameName(replay.record.game) }), location.origin + path);
    return told === "shared" ? "" : t(told === "copied" ? "copied" : "copy.failed");
  }

  private goInGame(frame: number): void {
    this.side = null;
    this.pause();
    this.at = frame;
  }

  private seats(replay: GameReplay, input: SceneInput, outcome: Outcome | null): SeatView[] {
    const ranks = rankings(outcome, replay.teams, replay.record.game, this.model, input);
    const marks = this.model?.seatMarks(input) ?? [];
    const facts = this.model?.seatFacts(input) ?? [];
    const left = !this.side && this.at === this.last ? replay.record.left : undefined;
    return this.names.map((name, seat) => ({
      name, livery: marks[seat] ?? null, facts: facts[seat] ?? [],
      toAct: input.toAct === seat, mine: false, bot: false, absent: false, resigned: Boolean(left?.[seat]), left: absenceOf(left?.[seat]),
      standsIn: false, ranking: ranks[seat], takeable: null,
      partners: partnersOf(seat, replay.teams).map((other) => this.names[other] ?? ""),
    }));
  }
}

/** Returns the game's facts about the table, without the groups of choices. */
function tableFacts(model: BoardModel | null, input: SceneInput): PanelGroup[] {
  return (model?.panel(input) ?? []).filter(({ choices }) => choices.length === 0);
}
