/** The board of a game before its first move, drawn as at a table; loaded after the home page. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../board/game-board.ts";
import { loadBoard } from "../board/load-game.ts";
import { inPlan } from "../board/view-tools.ts";
import { t } from "../i18n/i18n.ts";
import { api } from "../net/api.ts";
import type { GameInfo } from "../net/protocol.ts";
import type { Setup } from "../setup/last-setup.ts";
import type { BoardModel, SceneInput } from "../stage/scene.ts";
import { LightElement } from "../ui/base-element.ts";
import { chosenPlan } from "../ui/preferences.ts";
import "../table/table.css";

/** First frames by what was asked for: tiles go to and fro. */
const frames = new Map<string, Promise<SceneInput | null>>();

async function firstFrame(record: Record<string, unknown>, names: string[]): Promise<SceneInput | null> {
  const [replay] = await Promise.all([api.checkRecord(record), loadBoard(String(record["game"]))]);
  const frame = replay.frames[0];
  return frame ? {
    boardSetup: replay.board_setup, position: frame.position, restPoses: frame.poses, names,
    mine: [], toAct: frame.to_act, legal: [], chosen: {}, preview: null, last: null,
  } : null;
}

@customElement("home-board")
export class HomeBoard extends LightElement {
  @property({ attribute: false }) game!: GameInfo;
  @property({ attribute: false }) setup!: Setup;
  @state() private input: SceneInput | null = null;
  @state() private model: BoardModel | null = null;
  private asked = "";

  protected override willUpdate(): void {
    const { name: game, rules } = this.game;
    const seats = this.setup.places.map((_, place) => t("place.person", { number: place + 1 }));
    const options = { ...this.setup.options, players: seats.length };
    const record = { format: "empile/1", game, rules, options, seats, events: [], result: null };
    const asked = JSON.stringify(record);
    if (asked === this.asked) return;
    this.asked = asked;
    this.input = null;
    const frame = frames.get(asked) ?? firstFrame(record, seats);
    frames.set(asked, frame);
    void frame.then((input) => {
      if (this.asked === asked) this.input = input;
    }, () => frames.delete(asked)); // without it, the picture stays
  }

  protected override render(): TemplateResult | typeof nothing {
    const { input } = this;
    return input ? html`<game-board .story=${this.asked} .game=${this.game.name} .boardSetup=${input.boardSetup}
      .input=${input} .plan=${inPlan(chosenPlan(), this.model)}
      @model=${(event: CustomEvent<BoardModel>) => (this.model = event.detail)} @drawn=${() => this.dispatchEvent(new Event("drawn"))}
      ></game-board>` : nothing;
  }
}
