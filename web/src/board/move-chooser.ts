/** Lets the player build a move by mouse, touch or keyboard. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { isIdle } from "../ui/focus.ts";
import { setting } from "../ui/settings.ts";
import { playSound } from "../ui/sound.ts";
import { t, wordsOf } from "../i18n/i18n.ts";
import { moveText } from "./move-words.ts";
import { MoveShortcuts } from "./move-shortcuts.ts";
import type { ChoicePanel } from "./choice-panel.ts";
import { MoveSelection, touched, type Prefer } from "./move-selection.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import { hintOf, leadFocus } from "./choice-guide.ts";
import type { LegalMove } from "../stage/scene.ts";

/** What a chooser needs from its page. */
export interface MoveChooserHost {
  /** The game whose messages are used for hints. */
  game(): string;
  /** Whether the newest state is shown; only then can a move be chosen. */
  current(): boolean;
  /** Whether a player in this browser is to move. */
  mine(): boolean;
  /** Whether a dialog covers the board and has keyboard focus. */
  covered(): boolean;
  play(move: LegalMove): void;
  /** Announces a text to screen readers. */
  tell(text: string): void;
  /** Called when a suggested move is dismissed. */
  declined?(): void;
}

/** Controller of an element that contains a `game-board`, a `choice-panel` and a button to play the move. */
export class MoveChooser implements ReactiveController {
  choosing = new MoveSelection([]);
  /** Shortcuts of the previewed move. */
  readonly atHand: MoveShortcuts;
  /** A previewed move that was suggested, not chosen. */
  suggested: LegalMove | null = null;
  /** The selection before the suggestion was shown. */
  private own = this.choosing;
  private followKeys = false;
  /** Whether something was dragged for this move: then only its button plays it. */
  private held = false;
  /** Whether the keyboard user was at the board when it closed; focus then returns there. */
  private atBoard = false;
  /** Whether the last action was by keyboard. */
  private byKeys = false;
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly page: MoveChooserHost;
  private readonly escape = (event: KeyboardEvent) => this.pressed(event);
  private readonly pointed = () => (this.byKeys = false);

  constructor(host: ReactiveControllerHost & HTMLElement, page: MoveChooserHost) {
    this.host = host;
    this.page = page;
    this.atHand = new MoveShortcuts(host, this);
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("keydown", this.escape);
    document.addEventListener("pointerdown", this.pointed);
  }

  hostDisconnected(): void {
    document.removeEventListener("keydown", this.escape);
    document.removeEventListener("pointerdown", this.pointed);
  }

  hostUpdated(): void {
    if (!this.followKeys) return;
    this.followKeys = false;
    void this.follow();
  }

  get begun(): boolean {
    return this.choosing.choices.length > 0;
  }

  /** The chosen move, or null while it is incomplete. */
  get preview(): LegalMove | null {
    return this.choosing.preview;
  }

  /** Offers `legal` moves. If they are the same as before, the selection is kept. */
  offer(legal: readonly LegalMove[], usual?: Prefer): void {
    const before = this.choosing.legal;
    const same =
      legal.length === before.length && legal.every((move, at) => move.text === before[at]?.text);
    this.choosing = same ? this.choosing.among(legal) : new MoveSelection(legal, [], usual);
    if (!same) {
      this.held = false;
      this.suggested = null;
      this.atBoard = this.isAtBoard();
      this.followKeys ||= this.atBoard && legal.length > 0;
    }
    this.own = same ? this.own.among(legal) : this.choosing;
  }

  /** Previews a legal move as if it were chosen. It can be played or dismissed at once. */
  suggest(move: LegalMove, keys: boolean): void {
    if (!this.suggested) this.own = this.choosing;
    this.suggested = move;
    this.choosing = this.choosing.whole(move);
    this.followKeys = keys;
    this.host.requestUpdate();
  }

  /** Restores the selection from before the suggestion, if there is one. */
  dropSuggestion(): void {
    if (!this.suggested) return;
    this.suggested = null;
    this.choosing = this.own;
    this.host.requestUpdate();
  }

  /** Takes a choice. What was `dragged` is previewed, however moves are confirmed: letting go plays nothing. */
  choose(chosen: Chosen, from: "board" | "panel", dragged = false): void {
    if (!this.page.current()) return;
    const next = touched(this.choosing, chosen, from);
    if (next === null) {
      this.play();
      return;
    }
    this.choosing = next;
    this.suggested = null;
    this.followKeys = chosen.keys;
    this.held ||= dragged;
    if (this.preview && !this.held && setting("confirm") === "off") {
      this.play();
      return;
    }
    playSound("pick");
    this.page.tell(
      this.preview ? t("told.preview", { move: moveText(wordsOf(this.page.game()), this.preview) }) : this.hint(),
    );
    this.host.requestUpdate();
  }

  undo(): void {
    if (!this.begun) return;
    if (this.suggested) {
      this.dropSuggestion();
      this.page.declined?.();
    } else {
      this.choosing = this.choosing.undo();
    }
    this.followKeys = true;
    playSound("undo");
    this.page.tell(this.hint());
    this.host.requestUpdate();
  }

  play(): void {
    if (!this.preview || !this.page.current()) return;
    this.followKeys = true;
    this.atBoard = this.isAtBoard(); // a closed button loses focus
    this.page.play(this.preview);
    this.host.requestUpdate();
  }

  /** Returns what to do next, in the game's words. */
  hint(): string {
    return hintOf(this.page.game(), this.choosing);
  }

  /** Whether keyboard focus is at the board, or was lost with a removed element of it. */
  private isAtBoard(): boolean {
    const active = document.activeElement;
    if (!this.byKeys) return false;
    if (isIdle(active)) return this.atBoard;
    return active?.closest("game-board, choice-panel, .confirm") != null && this.host.contains(active);
  }

  private pressed(event: KeyboardEvent): void {
    this.byKeys = true;
    if (event.defaultPrevented || this.page.covered()) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    if (event.key === "Escape") this.undo();
  }

  /** Moves keyboard focus to the next thing to do. */
  private async follow(): Promise<void> {
    const board = this.host.querySelector<GameBoard>("game-board");
    await board?.updateComplete;
    if (this.page.covered()) return;
    if (this.preview || this.page.mine()) {
      const panel = this.host.querySelector<ChoicePanel>("choice-panel");
      await leadFocus(this.host, this.choosing, board, panel);
    } else if (document.activeElement === document.body) {
      this.host.closest("main")?.focus();
    }
  }
}
