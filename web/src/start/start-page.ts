/** Page of a shared position: shows it, and makes tables whose games begin there. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { copyText } from "../ui/copy-text.ts";
import { icon } from "../ui/icons.ts";
import { readPreference } from "../ui/preferences.ts";
import { LightElement } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import { errorText } from "../net/error-text.ts";
import { loadBoard } from "../board/load-game.ts";
import "../board/game-board.ts";
import { viewTools } from "../board/view-tools.ts";
import type { SceneInput } from "../stage/scene.ts";
import "../setup/who-plays.ts";
import { api } from "../net/api.ts";
import { loadGames } from "../net/games.ts";
import type { GameInfo } from "../net/protocol.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { positionFromFragment, type LinkedPosition } from "../net/position-link.ts";
import "../table/table.css";
import "./start.css";

@customElement("start-page")
export class StartPage extends LightElement {
  @state() private linked: LinkedPosition | null = null;
  @state() private info: GameInfo | null = null;
  @state() private input: SceneInput | null = null;
  @state() private trouble = "";
  @state() private told = "";
  @state() private plan = readPreference("plan") === "on";
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onNavigate(() => void this.load());
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  private async load(): Promise<void> {
    this.trouble = this.told = "";
    this.input = null;
    const linked = await positionFromFragment(location.hash);
    if (!linked) {
      this.trouble = t("start.none");
      return;
    }
    const { game, rules, options, start } = linked;
    try {
      const seats = Array.from({ length: Number(options.players) || 0 }, (_, seat) =>
        t("place.person", { number: seat + 1 }));
      const record = { format: "empile/1", game, rules, options, seats, start, events: [], result: null };
      const [replay, games] = await Promise.all([api.checkRecord(record), loadGames()]);
      await loadBoard(game);
      const frame = replay.frames[0];
      this.info = games.find(({ name }) => name === game) ?? null;
      this.linked = linked;
      this.input = frame
        ? {
          boardSetup: replay.board_setup, position: frame.position, restPoses: frame.poses, names: seats,
          mine: [], toAct: frame.to_act, legal: [], chosen: {}, preview: null, last: null,
        }
        : null;
    } catch (error) {
      this.trouble = errorText(error, game);
    }
  }

  protected override render(): TemplateResult {
    const { linked, input, info } = this;
    if (!linked || !input || !info) {
      return html`<section class="message" data-state=${this.trouble ? "refused" : "waiting"}>
        ${this.trouble
          ? html`<h1>${t("start.trouble")}</h1><p role="alert">${this.trouble}</p>
              <a class="button primary" href="/">${t("home")}</a>`
          : html`<p role="status">${t("loading")}</p>`}
      </section>`;
    }
    const { game } = linked;
    document.title = `${gameName(game)} · ${t("start.title")} · Empile`;
    return html`<div class="table start" data-state="start">
      <h1 class="unseen">${t("start.of", { game: gameName(game) })}</h1>
      <div class="stage-area">
        <game-board story="start" .game=${game} .boardSetup=${input.boardSetup} .input=${input} .plan=${this.plan}
          .label=${translator(game)("board")}></game-board>
        ${viewTools(this.plan, (plan) => (this.plan = plan))}
      </div>
      <div class="side">
        <section class="card start-share">
          <p>${t("start.turn", { seat: (input.toAct ?? 0) + 1 })}</p>
          <button class="secondary" data-action="copy-position" @click=${() => void this.copy()}>
            ${icon("link")} ${t("start.copy")}</button>
          ${this.told ? html`<p class="told" role="status">${this.told}</p>` : nothing}
        </section>
        <section class="card">
          <who-plays .first=${info} .given=${linked.options} .givenName=${t("start.given")} .start=${linked.start}></who-plays>
        </section>
      </div>
    </div>`;
  }

  private async copy(): Promise<void> {
    this.told = t((await copyText(location.href)) ? "start.copied" : "copy.failed");
  }
}
