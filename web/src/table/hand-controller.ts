/** Connects a table to the physics chunk, which is loaded at the first table that needs it. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { scrollIntoView } from "../ui/scroll-into-view.ts";
import { reducedMotion } from "../ui/motion.ts";
import type { GameBoard } from "../board/game-board.ts";
import type { Bodies } from "../stage/scene.ts";
import type { Hand } from "../physics/index.ts";
import type { PlacementFrame as HandMessage, StateView } from "../net/protocol.ts";
import { t, withLazyMessages } from "../i18n/i18n.ts";
import type { TableSession } from "./session.ts";

/** What the controller needs from its page. */
export interface HandPage {
  board(): GameBoard | null;
  /** Switches between perspective and plan view. */
  turnView(): void;
  /** Announces a text to screen readers. */
  tell(text: string): void;
}

/** Milliseconds from the last key press until the hand's position is announced. */
const TOLD = 450;

export class HandController implements ReactiveController {
  private hand: Hand | null = null;
  private loading = false;
  private session: TableSession | null = null;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private before = "";
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly page: HandPage;
  private readonly work = (event: Event) => this.hand?.work((event as CustomEvent<HandMessage>).detail);
  private readonly pointed = () => {
    if (this.hand) this.hand.byKeys = false;
  };
  private readonly pressed = () => {
    if (this.hand) this.hand.byKeys = true;
  };

  constructor(host: ReactiveControllerHost & HTMLElement, page: HandPage) {
    this.host = host;
    this.page = page;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("pointerdown", this.pointed, { capture: true });
    document.addEventListener("keydown", this.pressed, { capture: true });
  }

  hostDisconnected(): void {
    document.removeEventListener("pointerdown", this.pointed, { capture: true });
    document.removeEventListener("keydown", this.pressed, { capture: true });
    this.session?.removeEventListener("hand", this.work);
    this.session = null;
    this.hand?.dispose();
    this.hand = null;
    clearTimeout(this.telling);
  }

  /** Scrolls the board and the next button into view at each step of the player's own hand. */
  hostUpdated(): void {
    const { stage } = this;
    if (stage === this.before) return;
    this.before = stage;
    const asks = stage === "choose" ? "take" : stage === "held" ? "let-go" : "";
    if (!asks) return;
    requestAnimationFrame(() => {
      const board = this.host.querySelector(".stage-area");
      const button = this.host.querySelector(`hand-panel [data-action=${asks}]`);
      if (board && button) scrollIntoView(board, button);
    });
  }

  /** Whether a hand is moving or an animation is playing. */
  get busy(): boolean {
    return this.hand !== null && this.hand.stage !== "none";
  }

  get stage(): string {
    return this.hand?.stage ?? "";
  }

  /** Updates from the session; `bodies` are null until the picture is loaded. */
  follow(session: TableSession, state: StateView, bodies: Bodies | null): void {
    if (session !== this.session) {
      this.session?.removeEventListener("hand", this.work);
      this.session = session;
      session.addEventListener("hand", this.work);
    }
    if (!("reach" in state.board_setup)) return;
    this.load();
    this.hand?.follow({
      table: session,
      open: session.connection === "open",
      state,
      places: session.places,
      animation: session.animation,
      bodies,
      assist: session.info?.assist ?? false,
      motion: !reducedMotion(),
    });
  }

  private load(): void {
    if (this.hand || this.loading) return;
    this.loading = true;
    void withLazyMessages(() => import("../physics/index.ts")).then(({ makeHand }) => {
      this.hand = makeHand();
      this.hand.addEventListener("change", () => this.host.requestUpdate());
      this.hand.addEventListener("keyed", () => this.tellSoon());
      this.host.requestUpdate();
    }).finally(() => (this.loading = false));
  }

  private tellSoon(): void {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      if (this.hand?.target && this.hand.stage === "held") this.page.tell(whereabouts(this.hand.off));
    }, TOLD);
  }

  /** Renders the layer over the board. */
  layer(game: string): TemplateResult | typeof nothing {
    if (!this.hand) return nothing;
    return html`<hand-layer .hand=${this.hand} .game=${game} @view=${() => this.page.turnView()}
      @look=${(event: CustomEvent<"left" | "right">) => this.page.board()?.look(event.detail)}></hand-layer>`;
  }

  /** Renders the panel that replaces the turn banner. */
  panel(game: string, name: string, mark: string): TemplateResult {
    return html`<hand-panel .hand=${this.hand} .game=${game} .name=${name} .mark=${mark}
      @view=${() => this.page.turnView()} @hurry=${() => this.session?.hurry()}></hand-panel>`;
  }
}

/** Returns the hand's position relative to the middle of what is below it, in words. */
function whereabouts({ right, away, above }: { right: number; away: number; above: number }): string {
  const told = [
    right === 0 ? "" : t(right > 0 ? "hand.to_right" : "hand.to_left", { count: Math.abs(right) }),
    away === 0 ? "" : t(away > 0 ? "hand.behind" : "hand.before", { count: Math.abs(away) }),
  ].filter(Boolean);
  if (told.length === 0) told.push(t("hand.middle"));
  told.push(t(above < 0 ? "hand.below" : "hand.above", { count: Math.abs(above) }));
  return told.join(", ");
}
