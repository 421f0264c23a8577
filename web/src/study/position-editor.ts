/**
 * Sets up a position: pieces from a tray onto the board, what is told apart from the board in a form, and the
 * server's verdict after each change.
 *
 * Fires `done` (detail: the position) when the user takes over a position from which a game can begin.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { shortcutKey } from "../ui/keys.ts";
import { chosenPlan } from "../ui/preferences.ts";
import { LightElement } from "../ui/base-element.ts";
import { isIdle } from "../ui/focus.ts";
import { playSound } from "../ui/sound.ts";
import { History } from "../ui/history.ts";
import { api } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { PositionResponse } from "../net/protocol.ts";
import "../board/choice-panel.ts";
import { Dragging } from "../board/dragging.ts";
import "../board/game-board.ts";
import type { Chosen, GameBoard } from "../board/game-board.ts";
import { loadBoard, loadPositionEditor } from "../board/load-game.ts";
import { inPlan, viewTools } from "../board/view-tools.ts";
import type { Position, PositionEditor } from "../stage/position-editor.ts";
import type { BoardModel, PanelGroup, SceneInput, Target } from "../stage/scene.ts";
import { t, translator } from "../i18n/i18n.ts";
import { askPosition, checkPosition, type Verdict, verdictCard } from "./position-check.ts";
import { isSamePosition, positionForm } from "./position-fields.ts";
import "../table/table.css";
import "./position-editor.css";

/** Milliseconds without a change before the server checks it. */
const REST = 300;

type Tool = "put" | "take" | "turn";

/** A place on the board, or beside it. */
type UsedPlace = Pick<Target, "value" | "label"> & Partial<Pick<Target, "at">>;

@customElement("position-editor")
export class PositionEditorElement extends LightElement {
  @property() game = "";
  /** The version of the game's rules; the newest without one. */
  @property({ attribute: false }) rules: number | null = null;
  @property({ attribute: false }) options: Record<string, unknown> = {};
  /** The position to begin with; null: an empty board. */
  @property({ attribute: false }) value: Position | null = null;
  /** Static board data; null: what the options produce. */
  @property({ attribute: false }) boardSetup: Record<string, unknown> | null = null;
  /** Names of the seats; default: their colours. */
  @property({ attribute: false }) names: readonly string[] = [];
  @state() private history: History<Position> | null = null;
  @state() private tool: Tool = "put";
  @state() private piece: string | null = null;
  /** Places that are chosen for the piece so far. */
  @state() private chosen: readonly string[] = [];
  @state() private verdict: Verdict = { kind: "asking" };
  @state() private model: BoardModel | null = null;
  @state() private plan = chosenPlan();
  @state() private trouble = "";
  @state() private told = "";
  private editor: PositionEditor | null = null;
  private setup: Record<string, unknown> = {};
  /** The position with which a game begins, if it is not an empty board. */
  private start: Position | null = null;
  private timer = 0;
  /** Number of checks; only the last answer counts. */
  private asked = 0;
  private input: SceneInput | null = null;
  private places: readonly Target[] = [];
  /** What the input and the places were made of. */
  private of: { input: unknown[]; places: unknown[] } = { input: [], places: [] };
  /** The place of the piece that was put last, for turning it. */
  private last: string | null = null;
  /** Where keyboard focus goes once the board shows other places. */
  private follow: Target["at"] | null = null;
  private readonly key = (event: KeyboardEvent) => this.pressedKey(event);

  constructor() {
    super();
    new Dragging(this, {
      begun: (thing) => this.choosePiece(thing.dataset["choice"]?.replace(/^piece:/, "") ?? "", true),
      over: () => false,
      dropped: (found) => found && this.use(found, false),
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.key);
    clearTimeout(this.timer);
    this.asked += 1;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game") || changed.has("options") || changed.has("boardSetup")) void this.enter();
  }

  private async enter(): Promise<void> {
    const { game, rules, options, boardSetup } = this;
    const asked = (this.asked += 1);
    this.history = null;
    this.trouble = "";
    try {
      const [factory, setup, start] = await Promise.all([
        loadPositionEditor(game),
        boardSetup ?? api.checkOptions(game, options).then((found) => found.board_setup),
        askPosition({ game, rules, options, draw: Date.now() % 1000 }).catch(() => null), // such as a solo game, which has none
        loadBoard(game, "all"),
      ]);
      if (asked !== this.asked) return;
      if (!factory) {
        this.trouble = t("study.position.none");
        return;
      }
      this.setup = setup;
      this.editor = factory((key, args) => translator(game)(key, args), setup, options);
      this.start = this.startOf(start);
      this.begin();
    } catch (error) {
      if (asked === this.asked) this.trouble = errorText(error, game);
    }
  }

  private startOf(found: PositionResponse | null): Position | null {
    const { editor } = this;
    if (!editor || !found) return null;
    const start = editor.adopt?.(found.position) ?? found.position;
    return isSamePosition(start, editor.empty()) ? null : start;
  }

  private begin(): void {
    const { editor, value } = this;
    if (!editor) return;
    const begun = value === null ? editor.empty() : editor.adopt?.(value) ?? value;
    this.become(new History(begun));
  }

  // -- The position -------------------------------------------------------------------------------

  private become(history: History<Position>): void {
    this.history = history;
    this.chosen = [];
    if (this.piece !== null && !this.isOffered(this.piece)) this.piece = null;
    this.verdict = { kind: "asking" };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), REST);
  }

  private change(position: Position | null | undefined, told = ""): boolean {
    if (!this.history || !position || position === this.history.now) return false;
    this.told = told;
    this.become(this.history.change(position));
    return true;
  }

  private step(to: "undo" | "redo"): void {
    const next = this.history?.[to]();
    if (!next || next === this.history) return;
    playSound("undo");
    this.told = t(`study.position.told.${to}`);
    this.become(next);
  }

  private async check(): Promise<void> {
    const position = this.history?.now;
    if (!position) return;
    const asked = (this.asked += 1);
    const verdict = await checkPosition({ game: this.game, rules: this.rules, options: this.options, start: position });
    if (asked === this.asked) this.verdict = verdict;
  }

  // -- Tools --------------------------------------------------------------------------------------

  private get tray(): PanelGroup[] {
    const groups = this.editor && this.history ? this.editor.tray(this.history.now) : [];
    // A finger scrolls the tray, and taps.
    if (!matchMedia("(pointer: fine)").matches) return groups;
    return groups.map((group) => ({
      ...group,
      choices: group.choices.map((choice) => (choice.enabled && choice.svg ? { ...choice, carries: "place" } : choice)),
    }));
  }

  /** Places that are not on the board. */
  private get beside(): PanelGroup[] {
    const { editor, history, tool, piece, chosen } = this;
    if (!history || !editor?.beside || tool === "turn") return [];
    return editor.beside(history.now, tool === "put" ? piece : null, chosen).map((group) => ({
      ...group,
      // Without a piece, nothing is put.
      choices: group.choices.map((choice) => (tool === "put" && piece === null ? { ...choice, enabled: false, plain: true } : choice)),
    }));
  }

  private isOffered(piece: string): boolean {
    return this.tray.some(({ choices }) => choices.some(({ value, enabled }) => value === piece && enabled));
  }

  private pieceName(): string {
    const choices = this.tray.flatMap((group) => group.choices);
    return choices.find(({ value }) => value === this.piece)?.label ?? "";
  }

  private choosePiece(piece: string, keep = false): void {
    const again = piece === this.piece && this.tool === "put" && !keep;
    this.tool = "put";
    this.piece = again ? null : piece;
    this.chosen = [];
    this.told = this.guide();
    playSound("pick");
  }

  private chooseTool(tool: Tool): void {
    this.tool = tool;
    this.chosen = [];
    this.told = this.guide();
  }

  /** Drops the last chosen place, or else the piece. */
  private drop(): void {
    if (this.chosen.length > 0) this.chosen = this.chosen.slice(0, -1);
    else if (this.piece !== null) this.piece = null;
    else return;
    playSound("undo");
    this.told = this.guide();
  }

  /** Uses the tool at a place. */
  private use({ value: place, label, at }: UsedPlace, keys: boolean): void {
    const { editor, history, piece } = this;
    if (!editor || !history) return;
    if (keys && at) this.follow = at;
    if (this.tool === "take") this.take(place, label);
    else if (this.tool === "turn") this.turn(place);
    else if (piece === null) this.told = this.guide();
    else if (this.chosen.includes(place)) {
      this.chosen = this.chosen.slice(0, this.chosen.indexOf(place));
      this.told = this.guide();
    } else {
      this.put(piece, [...this.chosen, place], label);
    }
  }

  private put(piece: string, chosen: readonly string[], label: string): void {
    const { editor, history } = this;
    if (!editor || !history) return;
    const next = editor.put(history.now, piece, chosen);
    if (next === null) {
      this.chosen = chosen;
      this.told = this.guide();
      playSound("pick");
      return;
    }
    const told = t("study.position.told.put", { piece: this.pieceName(), place: label });
    this.last = chosen.at(-1) ?? null;
    if (this.change(next, told)) playSound("move");
  }

  private take(place: string, label: string): void {
    const { editor, history } = this;
    if (editor && history && this.change(editor.take(history.now, place), t("study.position.told.take", { place: label }))) {
      playSound("undo");
    }
  }

  private turn(place: string | null): void {
    const { editor, history } = this;
    if (!editor || !history || place === null) return;
    if (this.change(editor.turn?.(history.now, place), t("study.position.told.turn"))) playSound("pick");
  }

  private pressedKey(event: KeyboardEvent): void {
    if (!this.isConnected || !this.history || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    const idle = isIdle(target);
    if (!idle && !this.contains(target)) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (target.matches("input:not([type=radio]), select, textarea")) return;
      const key = event.key.toLowerCase();
      if (key === "z") this.step(event.shiftKey ? "redo" : "undo");
      else if (key === "y") this.step("redo");
      else return;
      event.preventDefault();
      return;
    }
    const place = this.places.find(({ id }) => id === target.dataset["target"]);
    if (event.key === "Delete" && place) {
      event.preventDefault();
      this.follow = place.at;
      this.take(place.value, place.label);
    } else if (shortcutKey(event) === "r" && this.editor?.turn) {
      event.preventDefault();
      this.turn(place && this.turned(place.value) ? place.value : this.last);
    }
  }

  private turned(place: string): Position | null {
    return this.history ? this.editor?.turn?.(this.history.now, place) ?? null : null;
  }

  // -- What the board shows -----------------------------------------------------------------------

  private makeInput(position: Position): SceneInput {
    const poses = this.verdict.kind === "good" ? this.verdict.found.poses : undefined;
    const of = [position, this.names, poses && JSON.stringify(poses), document.documentElement.lang];
    if (this.input && of.every((one, index) => one === this.of.input[index])) return this.input;
    this.of.input = of;
    const seat = typeof position["seat"] === "number" ? position["seat"] : null;
    const input: SceneInput = {
      boardSetup: this.setup, position, names: [...this.names], mine: [], toAct: seat, legal: [], chosen: {},
      preview: null, restPoses: poses ?? {}, last: null,
    };
    this.input = this.names.length > 0 ? input : { ...input, names: this.colours(input) };
    return this.input;
  }

  private colours(input: SceneInput): string[] {
    return this.model?.seatMarks(input).map(({ name }) => name) ?? [];
  }

  private makePlaces(input: SceneInput): readonly Target[] {
    const { editor, tool, piece, chosen } = this;
    const of = [input, tool, piece, chosen];
    if (of.every((one, index) => one === this.of.places[index])) return this.places;
    this.of.places = of;
    this.places = editor ? this.placesOf(editor, input) : [];
    return this.places;
  }

  private placesOf(editor: PositionEditor, input: SceneInput): Target[] {
    const { tool, piece, chosen } = this;
    if (tool === "put" && piece !== null) {
      const begun = chosen.length > 0 ? editor.places(input, piece, []) : [];
      // Choosing a chosen place again drops it.
      const next = editor.places(input, piece, chosen);
      return [...begun.filter(({ value }) => chosen.includes(value)), ...next.filter(({ value }) => !chosen.includes(value))];
    }
    const all = editor.places(input, null, []);
    if (tool === "turn") return all.filter(({ value }) => this.turned(value) !== null);
    return all.filter(({ value }) => editor.take(input.position, value) !== input.position);
  }

  private guide(): string {
    if (this.tool !== "put") return t(`study.position.guide.${this.tool}`);
    if (this.piece === null) return t("study.position.guide.piece");
    return t(this.chosen.length > 0 ? "study.position.guide.next" : "study.position.guide.put", { piece: this.pieceName() });
  }

  protected override updated(): void {
    const at = this.follow;
    this.follow = null;
    const board = this.querySelector<GameBoard>("game-board");
    if (at && board) void board.updateComplete.then(() => board.focusNear(at));
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override render(): TemplateResult {
    const { history, editor } = this;
    if (!history || !editor) {
      return this.trouble
        ? html`<p class="notice" role="alert">${this.trouble}</p>` : html`<p role="status">${t("loading")}</p>`;
    }
    const input = this.makeInput(history.now);
    return html`<div class="position-editor" data-ready="true" data-verdict=${this.verdict.kind} data-tool=${this.tool}
      data-piece=${this.piece ?? ""}>
      <div class="position-board">${this.board(input)}${this.tools(history)}</div>
      <div class="position-side">
        ${verdictCard(this.verdict, input.names, {
          again: () => void this.check(),
          done: () => this.dispatchEvent(new CustomEvent<Position>("done", { detail: history.now })),
        })}
        <section class="card position-tray" aria-label=${t("study.position.tray")}>
          <choice-panel .groups=${this.tray} .chosen=${this.tool === "put" && this.piece !== null ? { piece: this.piece } : {}}
            @choose=${({ detail }: CustomEvent<Chosen>) => this.pieceChosen(detail)} @undo=${() => this.drop()}></choice-panel>
        </section>
        ${this.besideCard()}
        ${positionForm(editor.fields(history.now), (id, value) => this.change(editor.set(history.now, id, value)))}
      </div>
      <p class="unseen" role="status" data-told>${this.told}</p>
    </div>`;
  }

  private board(input: SceneInput): TemplateResult {
    const plan = inPlan(this.plan, this.model);
    const places = this.makePlaces(input);
    return html`<div class="stage-area">
      <game-board .game=${this.game} .boardSetup=${this.setup} .input=${input} .plan=${plan} story="position"
        .label=${translator(this.game)("board")} .places=${places} .picked=${this.chosen} .outlined=${this.piece !== null || this.tool !== "put"}
        @choose=${({ detail }: CustomEvent<Chosen>) => this.placeChosen(detail)} @undo=${() => this.drop()}
        @model=${({ detail }: CustomEvent<BoardModel>) => this.modelLoaded(detail)}
        @drawing-known=${() => this.requestUpdate()}></game-board>
      ${viewTools(plan, (chosen) => (this.plan = chosen), () => this.querySelector<GameBoard>("game-board")?.look("home"))}
    </div>`;
  }

  private besideCard(): TemplateResult | typeof nothing {
    const groups = this.beside;
    if (groups.length === 0) return nothing;
    return html`<section class="card position-tray position-beside" aria-label=${t("study.position.beside")}>
      <choice-panel .groups=${groups} .chosen=${this.chosen.length > 0 ? { place: this.chosen.at(-1) ?? "" } : {}}
        @choose=${({ detail: { value, keys } }: CustomEvent<Chosen>) => {
          const place = groups.flatMap(({ choices }) => choices).find((choice) => choice.value === value);
          if (place) this.use(place, keys);
        }} @undo=${() => this.drop()}></choice-panel>
    </section>`;
  }

  private modelLoaded(model: BoardModel): void {
    this.model = model;
    this.input = null; // the names are those of its colours
  }

  private placeChosen({ value, keys }: Chosen): void {
    const target = this.places.find((place) => place.value === value);
    if (target) this.use(target, keys);
  }

  private pieceChosen({ value, keys }: Chosen): void {
    this.choosePiece(value);
    if (!keys || this.piece === null) return;
    void this.updateComplete.then(() => this.querySelector<GameBoard>("game-board")?.focusTarget());
  }

  private tools(history: History<Position>): TemplateResult {
    const { editor, start } = this;
    const tools: Tool[] = editor?.turn ? ["put", "take", "turn"] : ["put", "take"];
    const button = (action: string, text: string, does: () => void, disabled = false, keys?: string) => html`
      <button class="quiet" type="button" data-action=${action} ?disabled=${disabled} aria-keyshortcuts=${keys ?? nothing}
        @click=${does}>${text}</button>`;
    return html`
      <fieldset class="choice position-tools"><legend class="unseen">${t("study.position.tool")}</legend>
        <div class="segments">${tools.map((tool) => html`<label class="segment">
          <input type="radio" name="position-tool" value=${tool} .checked=${tool === this.tool}
            @change=${() => this.chooseTool(tool)} />
          <span class="segment-face">${t(`study.position.tool.${tool}`)}</span></label>`)}</div>
      </fieldset>
      <p class="position-guide">${this.guide()}</p>
      <div class="row">
        ${button("undo", t("boards.undo"), () => this.step("undo"), !history.canUndo, "Control+Z")}
        ${button("redo", t("boards.redo"), () => this.step("redo"), !history.canRedo, "Control+Shift+Z")}
        ${button("empty", t("boards.empty"), () => this.change(editor?.empty(), t("boards.empty")))}
        ${start ? button("start", t("study.position.start"), () => this.change(start, t("study.position.start"))) : nothing}
      </div>`;
  }
}
