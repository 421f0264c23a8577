/** A study for paper: a preview on the page, which the browser prints. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { loadBoard, loadPositionEditor, modelOf } from "../board/load-game.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { eventWords } from "../i18n/message-format.ts";
import { errorText } from "../net/error-text.ts";
import { hasPoints, loadGames, scoreText } from "../net/games.ts";
import type { GameInfo, PositionResponse } from "../net/protocol.ts";
import { moveOf } from "../net/record.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import type { PositionEditor } from "../stage/position-editor.ts";
import { recordNames } from "../table/seats/seat-names.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { chapterName } from "./chapter-list.ts";
import { glyphKey } from "./move-tree.ts";
import { printBlocks, type Block, type Describe, type PrintedMove } from "./print-blocks.ts";
import { studyDiagram } from "./study-diagram.ts";
import { drawnMarks } from "./study-marks.ts";
import { StudyPositions } from "./study-positions.ts";
import type { OpenChapter, StudyState } from "./study-state.ts";
import "./study-print.css";

/** A chapter with everything that is printed of it. */
interface PrintedChapter {
  chapter: OpenChapter;
  names: string[];
  positions: StudyPositions;
  start: PositionResponse;
  model: BoardModel;
  /** Knows the places of marks; null if the game has none. */
  places: PositionEditor | null;
}

type Diagram = Extract<Block, { kind: "diagram" }>;

/** Fires `close` when the user goes back to the study. */
@customElement("study-print")
export class StudyPrint extends LightElement {
  @property({ attribute: false }) study: StudyState | null = null;
  @state() private chapters: PrintedChapter[] | null = null;
  @state() private trouble = "";

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("study")) void this.load();
  }

  private async load(): Promise<void> {
    const { study } = this;
    this.chapters = null;
    this.trouble = "";
    if (!study) return;
    try {
      const games = await loadGames().catch(() => []);
      const chapters: PrintedChapter[] = [];
      // One after the other: a study has many positions.
      for (const chapter of study.chapters) chapters.push(await loadChapter(chapter, games));
      if (study === this.study) this.chapters = chapters;
    } catch (error) {
      this.trouble = errorText(error, study.chapters[0]?.record.game);
    }
  }

  protected override updated(): void {
    if (this.chapters) this.querySelector<HTMLElement>("h1")?.focus();
  }

  protected override render(): TemplateResult {
    const { study, chapters, trouble } = this;
    const game = study?.chapters[0]?.record.game ?? "";
    return html`<div class="actions print-tools">
        <button class="primary" data-action="print-now" ?disabled=${!chapters} @click=${() => window.print()}>
          ${icon("print")} ${t("study.print")}</button>
        <button class="secondary" data-action="print-close" @click=${() => this.dispatchEvent(new CustomEvent("close"))}>
          ${icon("back")} ${t("study.print.close")}</button>
      </div>
      <article class="study-print" data-state=${trouble ? "refused" : chapters ? "ready" : "waiting"}>
      <h1 tabindex="-1">${study?.name || t("study.of", { game: gameName(game) })}</h1>
      ${trouble ? html`<p role="alert">${trouble}</p>` : nothing}
      ${chapters || trouble ? nothing : html`<p role="status">${t("loading")}</p>`}
      ${chapters?.map((chapter, index) => this.chapter(chapter, index))}
    </article>`;
  }

  private chapter(printed: PrintedChapter, index: number): TemplateResult {
    const { chapter, names, positions } = printed;
    const { game } = chapter.record;
    const describe: Describe = (events) => {
      const event = positions.frame(events)?.event;
      const what = event ? eventWords(translator(game), event) : (events.at(-1) ?? "");
      if (event?.seat === undefined) return { text: what, isMove: false };
      return { text: t("log.by", { name: names[event.seat] ?? "", what }), isMove: true };
    };
    return html`<section class="print-chapter">
      <h2>${chapterName(chapter, index)}</h2>
      <p class="print-players">${gameName(game)} · ${names.join(" · ")}</p>
      ${printBlocks(chapter.root, describe).map((block) => this.block(printed, block))}
    </section>`;
  }

  private block(printed: PrintedChapter, block: Block): TemplateResult {
    if (block.kind === "diagram") return this.diagram(printed, block);
    const style = `--depth: ${block.depth}`;
    if (block.kind === "comment") {
      return html`<div class="print-comment" style=${style}>${paragraphs(block.text)}</div>`;
    }
    return html`<p class="print-moves ${block.depth > 0 ? "print-variation" : ""}" style=${style}>${block.moves.map(move)}</p>`;
  }

  private diagram({ chapter, names, model, places, start, positions }: PrintedChapter, block: Diagram): TemplateResult {
    const frame = positions.frame(block.events);
    const input: SceneInput = {
      boardSetup: start.board_setup,
      position: frame?.position ?? start.position,
      restPoses: frame?.poses ?? start.poses,
      names,
      mine: [],
      toAct: frame ? frame.to_act : start.seat,
      legal: [],
      chosen: {},
      preview: null,
      last: moveOf(frame),
    };
    model.update(input, null);
    const marks = drawnMarks(block.marks, block.marks.length > 0 ? (places?.places(input, null, []) ?? model.places?.(input) ?? []) : []);
    const result = block.at === "end" && chapter.record.result && hasPoints(chapter.record.game) ? (frame?.scores ?? []) : [];
    return html`<div class="print-position">
      <figure>
        ${studyDiagram(model, input, marks, model.describe(input))}
        <figcaption>${caption(block)}${result.length > 0
          ? html`: ${result.map((score, seat) => `${names[seat] ?? ""} ${scoreText(chapter.record.game, score)}`).join(" · ")}` : nothing}</figcaption>
      </figure>
      ${block.comment ? html`<div class="print-comment">${paragraphs(block.comment)}</div>` : nothing}
    </div>`;
  }
}

async function loadChapter(chapter: OpenChapter, games: readonly GameInfo[]): Promise<PrintedChapter> {
  const { game, options, seats } = chapter.record;
  const positions = new StudyPositions(chapter);
  const [start] = await Promise.all([positions.at([], []), loadBoard(game)]);
  await positions.describe(chapter.root);
  const factory = modelOf(game);
  if (!factory) throw new Error(`${game} has no picture`);
  const editor = await loadPositionEditor(game).catch(() => null);
  return {
    chapter, positions, start,
    names: recordNames(seats, games.find(({ name }) => name === game)),
    model: factory(translator(game), start.board_setup),
    places: editor?.(translator(game), start.board_setup, options) ?? null,
  };
}

function caption({ at, number }: Diagram): string {
  if (at === "move") return t("study.print.move", { number });
  return t(at === "start" ? "study.position.start" : "study.print.end");
}

function move({ number, text, glyph }: PrintedMove): TemplateResult {
  return html`<span class="print-move ${number === null ? "print-chance" : ""}">${number === null
    ? nothing : html`<b>${number}.</b> `}${text}${glyph
    ? html`<span class="print-glyph" aria-hidden="true">${glyph}</span><span class="unseen">${t(glyphKey(glyph))}</span>`
    : nothing}</span> `;
}

/** Paragraphs are separated by an empty line. */
function paragraphs(text: string): TemplateResult[] {
  return text.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph}</p>`);
}
