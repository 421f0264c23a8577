/** The study board: any position, moves of all seats, chance by choice, variations, comments and drawings. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { History } from "../ui/history.ts";
import { LightElement } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import "../ui/dialog.ts";
import { playSound } from "../ui/sound.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo, LegalMove, LinesResponse, PositionRequest, PositionResponse } from "../net/protocol.ts";
import { startOf } from "../net/position-link.ts";
import { moveOf } from "../net/record.ts";
import { BoardView } from "../board/board-view.ts";
import { loadBoard, loadPositionEditor } from "../board/load-game.ts";
import { MoveChooser } from "../board/move-chooser.ts";
import { pageMessage } from "../board/page-message.ts";
import type { PositionEditor } from "../stage/position-editor.ts";
import type { SceneInput, Target } from "../stage/scene.ts";
import { recordNames } from "../table/seats/seat-names.ts";
import "../table/seats/seat-list.ts";
import "../table/seats/seat-list.css";
import "../table/table.css";
import { seatViews } from "../learn/learner-side.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";
import { chanceCard } from "./chance-card.ts";
import { ChanceController, type ChancePosition } from "./chance-controller.ts";
import { copyName } from "./copy-name.ts";
import "./chapter-form.ts";
import "./engine-lines.ts";
import { chapterList, chapterName } from "./chapter-list.ts";
import { movesCard } from "./moves-card.ts";
import { lineArrows } from "./line-arrows.ts";
import { marksInWords, noteForm, type Drawing } from "./note-form.ts";
import { studyActions } from "./study-actions.ts";
import { studyErrorText } from "./study-error-text.ts";
import { newStudyId } from "./study-file.ts";
import { StudyKeeper } from "./study-keeper.ts";
import { studyKey } from "./study-keys.ts";
import { drawnMarks, picked } from "./study-marks.ts";
import { StudyPositions } from "./study-positions.ts";
import { NoStudyError, studyOfAddress } from "./study-source.ts";
import {
  atSamePosition, movedChapter, shownChapter, shownEvents, withChapter, withTree, withoutChapter,
  type OpenChapter, type StudyState,
} from "./study-state.ts";
import type { SaveResult, StudyChange } from "./study-store.ts";
import { loadStudy } from "./study-sync.ts";
import {
  nodeAt, promoted, toggledMark, withEvents, withNotes, without, type Noted, type Path,
} from "./study-tree.ts";
import "./study.css";

@customElement("study-page")
export class StudyPage extends LightElement {
  @property() game = "";
  @state() private history: History<StudyState> | null = null;
  /** The shown position; the one before it until it is loaded. */
  @state() private shown: PositionResponse | null = null;
  /** The events that lead to `shown`, as JSON, with the chapter. */
  @state() private shownKey = "";
  @state() private covered: readonly number[] = [];
  @state() private drawing: Drawing | null = null;
  /** Whether the form for a new chapter is open, and the chapter whose start is being set up. */
  @state() private adding = false;
  @state() private setup: OpenChapter | null = null;
  /** Whether the engine searches, and what it has found. */
  @state() private searches = false;
  @state() private found: LinesResponse | null = null;
  @state() private isPrinting = false;
  @state() private trouble = "";
  @state() private notice = "";
  @state() private told = "";
  private info: GameInfo | null = null;
  /** For the board of a chapter, of which `editorOf` is the record. */
  private editor: PositionEditor | null = null;
  private editorOf: OpenChapter["record"] | null = null;
  private readonly keeper = new StudyKeeper(this, {
    study: () => this.study,
    stored: (study, saved) => this.stored(study, saved),
    changed: (change) => this.followChange(change),
  });
  private positions = new Map<OpenChapter["record"], StudyPositions>();
  private stop: (() => void) | null = null;
  private asked = 0;
  private input: SceneInput | null = null;
  private inputOf: unknown[] = [];
  private readonly chooser = new MoveChooser(this, {
    game: () => this.game,
    current: () => this.isCurrent,
    mine: () => this.isCurrent && this.shown?.seat !== null,
    covered: () => document.querySelector("dialog[open]") !== null,
    play: (move) => this.play(move),
    tell: (text) => (this.told = text),
  });
  private readonly chance = new ChanceController(this, {
    position: () => this.chancePosition(),
    add: (events) => this.add(events),
    failed: (error) => (this.notice = studyErrorText(error, this.game)),
  });
  private readonly view = new BoardView(this, this.chooser);
  private readonly key = (event: KeyboardEvent) => this.pressed(event);

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.key);
    this.stop = onNavigate(() => void this.load());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.key);
    this.stop?.();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game")) void this.load();
  }

  // -- The study ----------------------------------------------------------------------------------

  /** `before`: the study as it was shown, whose position is kept if it is still there. */
  private async load(before: StudyState | null = null): Promise<void> {
    const store = this.keeper.open();
    const asked = ++this.asked;
    const { game } = this;
    this.trouble = this.notice = "";
    this.history = null;
    this.shown = null;
    try {
      const [games] = await Promise.all([loadGames(), loadBoard(game, "all")]);
      const info = games.find(({ name }) => name === game);
      if (!info) throw new NoStudyError("study.gone");
      const { state, isKept } = await studyOfAddress(info, location, {
        load: (id) => loadStudy(store, id, copyName),
      });
      if (asked !== this.asked) return;
      this.info = info;
      this.history = new History(before?.id === state.id ? atSamePosition(state, before) : state);
      if (!isKept && location.hash) this.keeper.keep();
      await this.showPosition();
    } catch (error) {
      if (asked !== this.asked) return;
      this.trouble = error instanceof NoStudyError ? t(error.key) : studyErrorText(error, game);
    }
  }

  /** Shows what was changed elsewhere. Edits that are not stored yet, or met others, go on as a copy. */
  private followChange({ id, copy }: StudyChange): void {
    const { study } = this;
    if (!study || (id !== null && id !== study.id)) return;
    if (copy === undefined && !this.keeper.isWaiting) {
      void this.load(study);
      return;
    }
    const name = copyName(study.name);
    this.history = new History({ ...study, id: copy ?? newStudyId(), name });
    this.keeper.keep();
    this.told = t("start.copied", { name });
  }

  private get study(): StudyState | null {
    return this.history?.now ?? null;
  }

  /** Changes the study; this can be undone. */
  private change(next: StudyState, told = ""): void {
    if (!this.history || next === this.history.now) return;
    this.history = this.history.change(next);
    this.told = told;
    this.keeper.keep();
    void this.showPosition();
  }

  /** Goes to another position, which is no change. */
  private go(path: Path, chapter = this.study?.chapter ?? 0): void {
    if (!this.history) return;
    this.history = this.history.replace({ ...this.history.now, chapter, path });
    void this.showPosition();
  }

  private step(to: "undo" | "redo"): void {
    if (!this.history) return;
    this.history = this.history[to]();
    playSound("undo");
    this.keeper.keep();
    void this.showPosition();
  }

  /** Shows whether the study is stored, and its address. */
  private stored(study: StudyState, saved: SaveResult): void {
    this.notice = saved.kept ? "" : t(`study.unsaved.${saved.reason}`);
    const address = `/study/${this.game}?id=${encodeURIComponent(study.id)}`;
    const isShown = this.isConnected && study.id === this.study?.id;
    if (isShown && location.pathname + location.search + location.hash !== address) {
      history.replaceState(history.state, "", address);
    }
  }

  // -- Positions ----------------------------------------------------------------------------------

  private positionsOf(chapter: OpenChapter): StudyPositions {
    const known = this.positions.get(chapter.record);
    if (known) return known;
    const made = new StudyPositions(chapter);
    this.positions.set(chapter.record, made);
    void made.describe(chapter.root).then(() => this.requestUpdate(), () => undefined); // moves stay in notation
    return made;
  }

  private get wantedKey(): string {
    return this.study ? JSON.stringify([this.study.chapter, shownEvents(this.study), this.covered]) : "";
  }

  /** Whether the shown position is the chosen one. */
  private get isCurrent(): boolean {
    return this.shown !== null && this.shownKey === this.wantedKey && this.drawing === null;
  }

  private async showPosition(): Promise<void> {
    const { study, wantedKey } = this;
    if (!study) return;
    const chapter = shownChapter(study);
    const events = shownEvents(study);
    this.drawing = null;
    this.chance.clear();
    try {
      const shown = await this.positionsOf(chapter).at(events, this.covered);
      if (wantedKey !== this.wantedKey) return;
      this.shown = shown;
      this.shownKey = wantedKey;
      this.trouble = "";
      this.chooser.offer([]);
      this.view.offer(shown.legal);
      if (this.editorOf !== chapter.record) void this.loadEditor(chapter, shown);
      if (shown.is_chance) await this.chance.offer();
    } catch (error) {
      if (wantedKey === this.wantedKey) this.notice = studyErrorText(error, this.game);
    }
  }

  private async loadEditor(chapter: OpenChapter, shown: PositionResponse): Promise<void> {
    const factory = await loadPositionEditor(this.game).catch(() => null);
    this.editorOf = chapter.record;
    this.editor = factory?.(translator(this.game), shown.board_setup, chapter.record.options) ?? null;
    this.requestUpdate();
  }

  private play(move: LegalMove): void {
    playSound("move");
    this.add([move.text]);
  }

  /** Adds events after the shown position, and goes there. */
  private add(events: readonly string[]): void {
    const { study } = this;
    if (!study) return;
    const tree = withEvents(shownChapter(study).root, study.path, events);
    if (tree.root === shownChapter(study).root) this.go(tree.path);
    else this.change(withTree(study, tree));
    void this.describeLast();
  }

  /** Announces what led to the shown position. */
  private async describeLast(): Promise<void> {
    const { study } = this;
    if (!study) return;
    const events = shownEvents(study);
    await this.positionsOf(shownChapter(study)).at(events, []).catch(() => null);
    if (this.study && events.join() === shownEvents(this.study).join()) {
      this.told = this.describe(events)?.text ?? "";
      this.requestUpdate();
    }
  }

  private chancePosition(): ChancePosition | null {
    const { study, shown } = this;
    if (!study || !shown?.is_chance || this.shownKey !== this.wantedKey) return null;
    const chapter = shownChapter(study);
    return {
      key: this.wantedKey, positions: this.positionsOf(chapter), events: shownEvents(study), choices: shown.chance,
      isEnd: nodeAt(chapter.root, study.path).next.length === 0, isCovered: shown.has_hidden && this.covered.length > 0,
    };
  }

  private describe(events: readonly string[]): { text: string; isMove: boolean } | null {
    const { study } = this;
    if (!study) return null;
    const chapter = shownChapter(study);
    const event = this.positionsOf(chapter).frame(events)?.event;
    if (!event) return null;
    const what = eventWords(translator(this.game), event);
    if (event.seat === undefined) return { text: what, isMove: false };
    return { text: t("log.by", { name: this.names(chapter)[event.seat] ?? "", what }), isMove: true };
  }

  private names(chapter: OpenChapter): string[] {
    return recordNames(chapter.record.seats, this.info ?? undefined);
  }

  // -- Changes ------------------------------------------------------------------------------------

  private pressed(event: KeyboardEvent): void {
    const { study } = this;
    if (!study || event.defaultPrevented || this.isPrinting || this.setup) return;
    const { root } = shownChapter(study);
    const { path } = study;
    const host = { root, path, go: (to: Path) => this.go(to), step: (to: "undo" | "redo") => this.step(to), cut: () => this.cut() };
    if (studyKey(event, host)) event.preventDefault();
  }

  private cut(): void {
    const { study } = this;
    if (!study) return;
    const tree = without(shownChapter(study).root, study.path);
    this.change(withTree(study, { root: tree, path: study.path.slice(0, -1) }), t("study.removed"));
  }

  private promote(): void {
    const { study } = this;
    if (study) this.change(withTree(study, promoted(shownChapter(study).root, study.path)), t("study.promoted"));
  }

  private note(change: Partial<Noted>): void {
    const { study, drawing } = this;
    if (!study) return;
    this.change(withTree(study, { root: withNotes(shownChapter(study).root, study.path, change) }));
    this.drawing = drawing;
  }

  /** Returns the shown position for the engine, or null if no seat acts. */
  private searchable(shown: PositionResponse): PositionRequest | null {
    const { study } = this;
    if (!study || shown.seat === null) return null;
    return this.positionsOf(shownChapter(study)).request(shownEvents(study));
  }

  /** Returns the places of the board. */
  private places(input: SceneInput): readonly Target[] {
    return this.editor?.places(input, null, []) ?? this.view.model?.places?.(input) ?? [];
  }

  private pickPlace(place: string): void {
    const { study } = this;
    if (!study || !this.drawing) return;
    const { drawing, mark } = picked(this.drawing, place);
    const { marks } = nodeAt(shownChapter(study).root, study.path);
    if (mark) this.note({ marks: toggledMark(marks, mark) });
    this.drawing = drawing;
  }

  private cover(seats: readonly number[]): void {
    this.covered = seats;
    void this.showPosition();
  }

  // -- Rendering ----------------------------------------------------------------------------------

  private makeInput(chapter: OpenChapter, shown: PositionResponse): SceneInput {
    const { choosing } = this.chooser;
    const of = [shown, choosing, chapter.record, this.drawing === null, document.documentElement.lang];
    if (this.input && of.every((one, index) => one === this.inputOf[index])) return this.input;
    this.inputOf = of;
    const last = shown.frames.at(-1);
    this.input = {
      boardSetup: shown.board_setup,
      position: shown.position,
      restPoses: shown.poses,
      names: this.names(chapter),
      mine: chapter.record.seats.map((_, seat) => seat).filter((seat) => !this.covered.includes(seat)),
      toAct: shown.seat,
      legal: this.drawing ? [] : [...choosing.legal],
      chosen: choosing.choices.length > 0 ? choosing.chosen : {},
      preview: choosing.preview,
      last: last ? moveOf(last) : null,
    };
    return this.input;
  }

  protected override render(): TemplateResult {
    const { study, shown } = this;
    if (this.trouble || !study || !shown) {
      return pageMessage(this.trouble, t("study.link"), { href: "/study", name: t("study.all") });
    }
    if (this.setup) return this.settingUp(this.setup);
    if (this.isPrinting) return html`<study-print .study=${study} @close=${() => this.closePrint()}></study-print>`;
    const chapter = shownChapter(study);
    const input = this.makeInput(chapter, shown);
    const noted = nodeAt(chapter.root, study.path);
    const places = this.drawing || noted.marks.length > 0 ? this.places(input) : [];
    document.title = `${study.name || t("study.link")} · ${gameName(this.game)} · Empile`;
    const { drawing } = this;
    return html`<div class="table study" data-state="study" data-chapter=${study.chapter} data-path=${study.path.join(",")}
      data-current=${this.shownKey === this.wantedKey} data-preview=${this.chooser.preview?.text ?? ""}>
      <h1 class="unseen">${t("study.of", { game: gameName(this.game) })}</h1>
      ${this.view.stage({
        game: this.game, input, story: `${study.id} ${study.chapter}`, asking: shown.legal.length > 0 && !drawing,
        marks: drawnMarks(noted.marks, places), arrows: this.isCurrent ? lineArrows(this.found, this.view.model, input) : [],
        places: drawing
          ? { offered: places, picked: drawing.from === null ? [] : [drawing.from], pick: (place) => this.pickPlace(place) }
          : null,
      }, `${study.id} ${study.chapter}`)}
      <div class="side">
        ${this.turn(chapter, shown, input)}
        ${this.notice ? html`<p class="notice" role="alert">${this.notice}</p>` : nothing}
        ${shown.is_chance
          ? chanceCard({
            game: this.game, choices: this.chance.choices, partial: this.chance.partial,
            choose: (choice) => this.chance.choose(choice), draw: () => void this.chance.draw(),
            undo: () => this.chance.undo(),
          })
          : nothing}
        ${this.view.choices(this.game, input)}
        <engine-lines .request=${this.searchable(shown)} .names=${input.names} .marks=${this.view.model?.seatMarks(input) ?? []}
          .running=${this.searches} .covered=${shown.seat !== null && this.covered.includes(shown.seat)}
          @run=${(event: CustomEvent<boolean>) => (this.searches = event.detail)}
          @found=${(event: CustomEvent<LinesResponse | null>) => (this.found = event.detail)}
          @play=${(event: CustomEvent<string[]>) => this.add(event.detail)}></engine-lines>
        ${movesCard({
          root: chapter.root, path: study.path, title: chapterName(chapter, study.chapter), hideChance: this.chance.draws,
          describe: (events) => this.describe(events), event: this.describe(shownEvents(study))?.text ?? "",
          go: (path) => this.go(path), step: (to) => this.step(to), promote: () => this.promote(), cut: () => this.cut(),
          canUndo: this.history?.canUndo ?? false, canRedo: this.history?.canRedo ?? false,
          hasChance: shown.has_chance, drawsChance: (draws) => this.chance.setDraws(draws),
          hands: shown.has_hidden ? input.names : [], covered: this.covered, cover: (seats) => this.cover(seats),
        })}
        ${noteForm({
          noted, hasEvent: study.path.length > 0, drawing, drawn: marksInWords(noted.marks, places), note: (change) => this.note(change),
          draw: (next) => (this.drawing = next),
        })}
        <section class="card"><seat-list .seats=${seatViews(this.view.model, input)}></seat-list></section>
        ${chapterList({
          chapters: study.chapters, shown: study.chapter,
          show: (index) => this.go([], index),
          rename: (index, name) => this.change({
            ...study, chapters: study.chapters.map((one, at) => (at === index ? { ...one, name } : one)),
          }),
          move: (index, to) => this.change(movedChapter(study, index, to)),
          remove: (index) => this.change(withoutChapter(study, index), t("study.chapter.removed")),
          add: () => (this.adding = true),
        })}
        ${studyActions({
          study, game: this.game, rename: (name) => this.change({ ...study, name }),
          tell: (text) => (this.notice = text), print: () => void this.print(),
        })}
      </div>
      <page-dialog look="box" .open=${this.adding} .closeLabel=${t("close")} .heading=${t("study.chapter.new")}
        .body=${() => this.chapterForm(chapter, shown)} @close=${() => (this.adding = false)}></page-dialog>
      <p class="unseen" aria-live="polite" data-told>${this.told}</p>
    </div>`;
  }

  private chapterForm(chapter: OpenChapter, shown: PositionResponse): TemplateResult {
    const canBegin = shown.seat !== null && shown.position.stage !== "start" && this.covered.length === 0;
    return html`<chapter-form .game=${this.info} .like=${chapter} .here=${canBegin ? startOf(shown.position) : null}
      .canSetUp=${this.editor !== null}
      @create=${(event: CustomEvent<OpenChapter>) => this.addChapter(event.detail)}
      @setup=${(event: CustomEvent<OpenChapter>) => void this.beginSetup(event.detail)}></chapter-form>`;
  }

  private addChapter(chapter: OpenChapter): void {
    this.adding = false;
    this.setup = null;
    if (this.study) this.change(withChapter(this.study, chapter), t("study.chapter.added"));
  }

  private async beginSetup(chapter: OpenChapter): Promise<void> {
    try {
      await import("./position-editor.ts");
      this.adding = false;
      this.setup = chapter;
    } catch (error) {
      this.notice = studyErrorText(error, this.game);
    }
  }

  private settingUp(chapter: OpenChapter): TemplateResult {
    const { game, rules, options } = chapter.record;
    return html`<div class="study setup" data-state="setup">
      <h1>${t("study.chapter.from.setup")}</h1>
      <position-editor .game=${game} .rules=${rules} .options=${options} .names=${this.names(chapter)} .value=${this.adoptable(chapter)}
        @done=${(event: CustomEvent<Record<string, unknown>>) =>
          this.addChapter({ ...chapter, record: { ...chapter.record, start: event.detail } })}></position-editor>
      <button class="quiet" data-action="cancel-setup" @click=${() => (this.setup = null)}>
        ${icon("close")} ${t("cancel")}</button>
    </div>`;
  }

  /** Returns the shown position if it can be changed into the start of a chapter: all of it is known, with the same options. */
  private adoptable(chapter: OpenChapter): Record<string, unknown> | null {
    const { study, shown } = this;
    if (!study || !shown || this.covered.length > 0) return null;
    const same = JSON.stringify(shownChapter(study).record.options) === JSON.stringify(chapter.record.options);
    return same ? startOf(shown.position) : null;
  }

  /** Shows the study as it is printed, in place of the page. */
  private async print(): Promise<void> {
    try {
      await import("./study-print.ts");
      this.isPrinting = true;
    } catch (error) {
      this.notice = studyErrorText(error, this.game);
    }
  }

  private closePrint(): void {
    this.isPrinting = false;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("[data-action=print]")?.focus());
  }

  private turn(chapter: OpenChapter, shown: PositionResponse, input: SceneInput): TemplateResult {
    const livery = shown.seat === null ? null : this.view.model?.seatMarks(input)[shown.seat];
    const name = shown.seat === null ? "" : (this.names(chapter)[shown.seat] ?? "");
    const text = shown.result ? t("log.over") : shown.is_chance ? t("study.chance") : t("study.turn", { name });
    return html`<div class="turn-banner" style=${livery ? `--turn: ${livery.colour}` : ""}>
      ${livery
        ? html`<span class="chip" style="--seat: var(--turn)" aria-hidden="true"><span>${livery.mark}</span></span>` : nothing}
      <span><strong>${text}</strong> <span class="hint">${this.drawing ? "" : this.chooser.hint()}</span></span>
    </div>`;
  }
}
