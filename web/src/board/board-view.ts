/** The board of a page with one person at it, and the choices beside it: shared by lessons, puzzles and solo levels. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { icon } from "../ui/icons.ts";
import { chosenPlan, readPreference, savePreference } from "../ui/preferences.ts";
import type { LegalMove } from "../net/protocol.ts";
import type { BoardModel, SceneInput, Target } from "../stage/scene.ts";
import { t, translator } from "../i18n/i18n.ts";
import type { BoardArrow } from "./arrows.ts";
import "./choice-panel.ts";
import type { DrawnMark } from "./drawn-marks.ts";
import "./game-board.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import "./list-chooser.ts";
import { moveButtons } from "./move-buttons.ts";
import type { MoveChooser } from "./move-chooser.ts";
import { inPlan, viewTools } from "./view-tools.ts";

interface Host extends ReactiveControllerHost {
  querySelector<Found extends HTMLElement>(selector: string): Found | null;
}

/** What a board shows. */
export interface Shown {
  game: string;
  input: SceneInput;
  /** Changes when pieces should not be animated from what was shown before. */
  story: string;
  /** Whether a move is asked for. */
  asking: boolean;
  /** What is drawn over the board. */
  arrows?: readonly BoardArrow[];
  marks?: readonly DrawnMark[];
  /** Places to choose instead of moves, and what to do with the chosen one. */
  places?: { offered: readonly Target[]; picked: readonly string[]; pick: (place: string) => void } | null;
}

export class BoardView implements ReactiveController {
  /** The game's model, once it is loaded. */
  model: BoardModel | null = null;
  /** Whether moves are offered as lists. */
  lists = readPreference("lists") === "on";
  private plan = chosenPlan();
  private readonly host: Host;
  private readonly chooser: MoveChooser;

  constructor(host: Host, chooser: MoveChooser) {
    this.host = host;
    this.chooser = chooser;
    host.addController(this);
  }

  hostConnected(): void {
    // The host renders everything.
  }

  get board(): GameBoard | null {
    return this.host.querySelector<GameBoard>("game-board");
  }

  /** Offers moves anew: nothing is chosen, also if they are the same as before. */
  offer(legal: readonly LegalMove[]): void {
    this.chooser.offer([]);
    this.chooser.offer(legal, (left) => this.model?.preferred?.(left) ?? null);
  }

  toggleLists(): void {
    this.lists = !this.lists;
    savePreference("lists", this.lists ? "on" : "off");
    this.host.requestUpdate();
  }

  /** Renders the board with its buttons; `above` is shown first. A new `key` makes a new board. */
  stage({ game, input, story, asking, arrows = [], marks = [], places = null }: Shown, key: string, above: TemplateResult | typeof nothing = nothing): TemplateResult {
    const plan = inPlan(this.plan, this.model);
    return html`<div class="stage-area">
      ${above}
      ${keyed(key, html`<game-board .game=${game} .boardSetup=${input.boardSetup} .input=${input} .plan=${plan}
        .story=${story} .label=${translator(game)("board")} .arrows=${arrows} .marks=${marks}
        .places=${places?.offered ?? null} .picked=${places?.picked ?? []} ?data-outlined=${places !== null}
        @choose=${(event: CustomEvent<Chosen>) =>
          (places ? places.pick(event.detail.value) : this.chooser.choose(event.detail, "board"))}
        @undo=${() => this.chooser.undo()}
        @model=${(event: CustomEvent<BoardModel>) => this.set({ model: event.detail })}
        @drawing-known=${() => this.host.requestUpdate()}></game-board>`)}
      ${viewTools(plan, (chosen) => this.set({ plan: chosen }), () => this.board?.look("home"))}
      ${moveButtons(game, this.chooser, asking)}
    </div>`;
  }

  /** Renders what can be chosen beside the board; nothing if that is nothing. */
  choices(game: string, input: SceneInput): TemplateResult | typeof nothing {
    const groups = this.model?.panel(input) ?? [];
    const inLists = (this.lists || !this.model) && this.chooser.choosing.legal.length > 0;
    if (groups.length === 0 && !inLists) return nothing;
    return html`<section class="card reserve" aria-label=${t("reserve")}>
      ${inLists
        ? html`<list-chooser .game=${game} .choosing=${this.chooser.choosing}
            @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "panel")}></list-chooser>`
        : nothing}
      <choice-panel .groups=${groups} .chosen=${input.chosen}
        @choose=${(event: CustomEvent<Chosen>) => this.chooser.choose(event.detail, "panel")}
        @undo=${() => this.chooser.undo()}></choice-panel>
    </section>`;
  }

  listsButton(): TemplateResult {
    return html`<button class="quiet" data-action="lists" @click=${() => this.toggleLists()}>
      ${icon("menu")} ${t(this.lists ? "lists.off" : "lists.on")}</button>`;
  }

  private set(change: { model?: BoardModel; plan?: boolean }): void {
    Object.assign(this, change);
    this.host.requestUpdate();
  }
}
