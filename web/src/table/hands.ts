/** Hands at a table: what shows them is loaded at the first table that asks for one. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { bringInSight } from "../app/in-sight.ts";
import { calm } from "../app/motion.ts";
import type { GameBoard } from "../board/game-board.ts";
import type { Scene } from "../board/scene.ts";
import type { Hand } from "../hand/index.ts";
import type { Hand as HandMessage, StateView } from "../net/protocol.ts";
import { say, speakingRoom } from "../words/words.ts";
import type { TableSession } from "./session.ts";

/** What hands are told of the page that they belong to. */
export interface HandedPage {
  board(): GameBoard | null;
  /** Look from above, or from the table again. */
  turnView(): void;
  /** Say something to screen readers. */
  tell(text: string): void;
}

/** Milliseconds from the last key until it is told where it led. */
const TOLD = 450;

export class Hands implements ReactiveController {
  private hand: Hand | null = null;
  private loading = false;
  private session: TableSession | null = null;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private before = "";
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly page: HandedPage;
  private readonly work = (event: Event) => this.hand?.work((event as CustomEvent<HandMessage>).detail);
  private readonly pointed = () => {
    if (this.hand) this.hand.byKeys = false;
  };
  private readonly pressed = () => {
    if (this.hand) this.hand.byKeys = true;
  };

  constructor(host: ReactiveControllerHost & HTMLElement, page: HandedPage) {
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

  /** What is to be done with one's own hand, and the board, are in sight when that begins. */
  hostUpdated(): void {
    const { stage } = this;
    if (stage === this.before) return;
    this.before = stage;
    const asks = stage === "choose" ? "take" : stage === "held" ? "let-go" : "";
    if (!asks) return;
    requestAnimationFrame(() => {
      const board = this.host.querySelector(".stage-area");
      const button = this.host.querySelector(`hand-panel [data-action=${asks}]`);
      if (board && button) bringInSight(board, button);
    });
  }

  /** Whether a hand is at work, or what came of it is watched. */
  get busy(): boolean {
    return this.hand !== null && this.hand.stage !== "none";
  }

  get stage(): string {
    return this.hand?.stage ?? "";
  }

  /** Take in what is shown; `scene` is null until it is there. */
  follow(session: TableSession, state: StateView, scene: Scene | null): void {
    if (session !== this.session) {
      this.session?.removeEventListener("hand", this.work);
      this.session = session;
      session.addEventListener("hand", this.work);
    }
    if (!("reach" in state.setting)) return;
    this.load();
    this.hand?.follow({
      table: session,
      open: session.connection === "open",
      state,
      places: session.places,
      film: session.film,
      bodies: scene?.bodies ?? null,
      calm: session.info?.calm ?? false,
      motion: !calm(),
    });
  }

  private load(): void {
    if (this.hand || this.loading) return;
    this.loading = true;
    void speakingRoom(() => import("../hand/index.ts")).then(({ makeHand }) => {
      this.hand = makeHand();
      this.hand.addEventListener("change", () => this.host.requestUpdate());
      this.hand.addEventListener("keyed", () => this.tellSoon());
      this.host.requestUpdate();
    }).finally(() => (this.loading = false));
  }

  private tellSoon(): void {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      if (this.hand?.hold && this.hand.stage === "held") this.page.tell(whereabouts(this.hand.off));
    }, TOLD);
  }

  /** What lies over the board. */
  layer(game: string): TemplateResult | typeof nothing {
    if (!this.hand) return nothing;
    return html`<hand-layer .hand=${this.hand} .game=${game} @view=${() => this.page.turnView()}
      @look=${(event: CustomEvent<"left" | "right">) => this.page.board()?.look(event.detail)}></hand-layer>`;
  }

  /** What stands beside the board in place of whose turn it is. */
  panel(game: string, name: string, mark: string): TemplateResult {
    return html`<hand-panel .hand=${this.hand} .game=${game} .name=${name} .mark=${mark}
      @view=${() => this.page.turnView()} @hurry=${() => this.session?.hurry()}></hand-panel>`;
  }
}

/** Where a hand is, seen from the middle of what it is to set something upon. */
function whereabouts({ right, away, above }: { right: number; away: number; above: number }): string {
  const told = [
    right === 0 ? "" : say(right > 0 ? "hand.to_right" : "hand.to_left", { count: Math.abs(right) }),
    away === 0 ? "" : say(away > 0 ? "hand.behind" : "hand.before", { count: Math.abs(away) }),
  ].filter(Boolean);
  if (told.length === 0) told.push(say("hand.middle"));
  told.push(say(above < 0 ? "hand.below" : "hand.above", { count: Math.abs(above) }));
  return told.join(", ");
}
