/** A person's way to a move on a page: what is chosen so far, by mouse, finger or keys. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { playSound } from "../ui/sound.ts";
import { t } from "../i18n/i18n.ts";
import { MoveShortcuts } from "./move-shortcuts.ts";
import type { ChoicePanel } from "./choice-panel.ts";
import { MoveSelection, touched, type Prefer } from "./move-selection.ts";
import type { Chosen, GameBoard } from "./game-board.ts";
import { hintOf, leadFocus } from "./choice-guide.ts";
import type { LegalMove } from "../stage/scene.ts";

/** What a chooser is told of the page that it belongs to. */
export interface MoveChooserHost {
  /** The game whose words the hints are in. */
  game(): string;
  /** Whether what is shown is the newest: only then is a move chosen and laid. */
  current(): boolean;
  /** Whether a person here is to move. */
  mine(): boolean;
  /** Whether something lies over the board and has the keys. */
  covered(): boolean;
  lay(move: LegalMove): void;
  /** Say something to screen readers. */
  tell(text: string): void;
  /** A move that was suggested was stepped back from. */
  declined?(): void;
}

/** Belongs to an element that holds a `game-board`, a `choice-panel` and a button that lays. */
export class MoveChooser implements ReactiveController {
  choosing = new MoveSelection([]);
  /** What can be done with the move that is shown besides laying it. */
  readonly atHand: MoveShortcuts;
  /** The move shown that nobody here has chosen. */
  suggested: LegalMove | null = null;
  /** What was chosen before it was shown. */
  private own = this.choosing;
  private followKeys = false;
  /** Whether who plays by keys was at the board when it ceased to ask: then it leads back there. */
  private atBoard = false;
  /** Whether what was done last was done by key. */
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

  /** Whether something is chosen. */
  get begun(): boolean {
    return this.choosing.choices.length > 0;
  }

  /** The move chosen, or null while it is not whole. */
  get preview(): LegalMove | null {
    return this.choosing.preview;
  }

  /** Let a move be chosen among `legal`; the same moves as before keep what was chosen. */
  offer(legal: readonly LegalMove[], usual?: Prefer): void {
    const before = this.choosing.legal;
    const same =
      legal.length === before.length && legal.every((move, at) => move.text === before[at]?.text);
    this.choosing = same ? this.choosing.among(legal) : new MoveSelection(legal, [], usual);
    if (!same) {
      this.suggested = null;
      this.atBoard = this.isAtBoard();
      this.followKeys ||= this.atBoard && legal.length > 0;
    }
    this.own = same ? this.own.among(legal) : this.choosing;
  }

  /** Show a legal move as if it had been chosen: it can be laid, or stepped back from at once. */
  suggest(move: LegalMove, keys: boolean): void {
    if (!this.suggested) this.own = this.choosing;
    this.suggested = move;
    this.choosing = this.choosing.whole(move);
    this.followKeys = keys;
    this.host.requestUpdate();
  }

  /** Show again what was chosen before the suggestion, if there is one. */
  dropSuggestion(): void {
    if (!this.suggested) return;
    this.suggested = null;
    this.choosing = this.own;
    this.host.requestUpdate();
  }

  choose(chosen: Chosen, from: "board" | "panel"): void {
    if (!this.page.current()) return;
    const next = touched(this.choosing, chosen, from);
    if (next === null) {
      this.lay();
      return;
    }
    this.choosing = next;
    this.suggested = null;
    this.followKeys = chosen.keys;
    playSound("pick");
    this.page.tell(
      this.preview ? t("told.preview", { move: this.preview.text }) : this.hint(),
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

  lay(): void {
    if (!this.preview || !this.page.current()) return;
    this.followKeys = true;
    this.atBoard = this.isAtBoard(); // the button that lays has the focus no longer once it is shut
    this.page.lay(this.preview);
    this.host.requestUpdate();
  }

  /** What to do next, in the game's words. */
  hint(): string {
    return hintOf(this.page.game(), this.choosing);
  }

  /** Whether keys are used at the board, or were, and the focus was lost with what had it. */
  private isAtBoard(): boolean {
    const active = document.activeElement;
    if (!this.byKeys) return false;
    if (active === document.body || active === this.host.closest("main")) return this.atBoard;
    return active?.closest("game-board, choice-panel, .confirm") != null && this.host.contains(active);
  }

  private pressed(event: KeyboardEvent): void {
    this.byKeys = true;
    if (event.defaultPrevented || this.page.covered()) return;
    if ((event.target as HTMLElement).matches("input, select, textarea")) return;
    if (event.key === "Escape") this.undo();
  }

  /** Lead the focus of who plays by keys to the next thing to do. */
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
