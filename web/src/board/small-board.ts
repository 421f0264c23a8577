/**
 * A small, still board: the plan of a position on cards and in lists.
 *
 *     import "../board/small-board.ts";
 *
 *     // A running table: the state in the answer of `previewTable`, or in a frame of a game.
 *     html`<small-board .game=${welcome.table.game} .state=${welcome.state}></small-board>`
 *
 *     // A position that is requested when the board comes into sight, such as that of a puzzle (`puzzle/puzzle-board.ts`).
 *     // A new function is called again, so pass the same one at each rendering.
 *     html`<small-board .game=${game} .load=${puzzleBoard(game, id)}></small-board>`
 *
 * Inside of a link that says what it shows it is an ornament. Where nothing else says it, `label` is its text alternative.
 * It fills the width that it gets, in the proportion of 4 to 3, which CSS may change.
 *
 * The module is small. In sight, it loads the game's model, which tables need as well and which has no Three.js. Until the
 * picture is drawn, and if it cannot be, the place is empty; `data-drawn` tells that it is drawn. The picture is an image of
 * its own, so that the page gets no thousands of elements and no IDs from it.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { translator } from "../i18n/i18n.ts";
import type { StateView } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import "./small-board.css";

/** What it shows: the part of a table's state that the picture depends on. */
export type SmallBoardState =
  Pick<StateView, "board_setup" | "position"> & Partial<Pick<StateView, "poses" | "last" | "to_act">>;

/** Distance in CSS pixels at which a board below the fold is drawn. */
const AHEAD = 200;

@customElement("small-board")
export class SmallBoard extends LightElement {
  @property() game = "";
  @property({ attribute: false }) state: SmallBoardState | null = null;
  @property({ attribute: false }) load: (() => Promise<SmallBoardState>) | null = null;
  @property() label = "";
  @state() private picture = "";
  @state() private inSight = false;
  private asked = 0;
  private readonly sight = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    this.inSight = true;
    this.sight.disconnect();
  }, { rootMargin: `${AHEAD}px` });

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.inSight) this.sight.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sight.disconnect();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const isOther = (["game", "state", "load", "inSight"] as const).some((name) => changed.has(name));
    if (this.inSight && isOther) void this.draw();
  }

  private async draw(): Promise<void> {
    const asked = ++this.asked;
    const picture = await this.drawn().catch(() => ""); // an ornament is no reason for an error
    if (asked === this.asked) this.picture = picture;
  }

  private async drawn(): Promise<string> {
    const { game } = this;
    const [{ loadBoard, modelOf }, shown] = await Promise.all([import("./load-game.ts"), this.state ?? this.load?.()]);
    if (!shown) return "";
    await loadBoard(game);
    const model = modelOf(game)?.((key, args) => translator(game)(key, args), shown.board_setup);
    if (!model) return "";
    const { board_setup, position, poses = {}, last = null, to_act = null } = shown;
    const input = {
      boardSetup: board_setup, position, names: [], mine: [], toAct: to_act, legal: [], chosen: {}, preview: null,
      restPoses: poses, last,
    };
    model.update(input, null);
    return `data:image/svg+xml,${encodeURIComponent(model.svg(input))}`;
  }

  protected override render(): TemplateResult | typeof nothing {
    this.toggleAttribute("data-drawn", this.picture !== "");
    return this.picture ? html`<img src=${this.picture} alt=${this.label} draggable="false" />` : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "small-board": SmallBoard;
  }
}
