/** What opens over the table: rules, log, invitation, and questions before something grave. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../app/dialog.ts";
import { icon } from "../app/icons.ts";
import { Plain } from "../app/plain.ts";
import { levelName } from "../net/games.ts";
import type { GameInfo, TableInfo } from "../net/protocol.ts";
import "../rules/rules-text.ts";
import { gameName, say } from "../words/words.ts";
import { dexteritiesAt, dexterityOf, handChoice } from "./hand-choice.ts";
import "./invitation.ts";
import type { TableSession } from "./session.ts";
import type { LogLine } from "./table-log.ts";
import "./table-log.ts";

export type Drawer = "rules" | "log" | "invite" | "resign" | "takeover";

/** Fires `close`. */
@customElement("table-drawers")
export class TableDrawers extends Plain {
  @property({ attribute: false }) open: Drawer | null = null;
  @property({ attribute: false }) session!: TableSession;
  @property({ attribute: false }) games: GameInfo[] = [];
  @property({ attribute: false }) lines: LogLine[] = [];
  /** Names by seat. */
  @property({ attribute: false }) names: string[] = [];
  /** Seats played from here. */
  @property({ attribute: false }) seats: number[] = [];
  /** The place that a bot is to play. */
  @property({ attribute: false }) takes: number | null = null;
  @property() token = "";
  /** How steady that bot's hand is to be; 0 until somebody chose. */
  @state() private dexterity = 0;

  protected override render(): TemplateResult | typeof nothing {
    const { open } = this;
    const headings: Record<Drawer, string> = {
      rules: say("rules"), log: say("log"), invite: say("invite.title"),
      resign: say("resign"), takeover: say("takeover.title"),
    };
    const small = open === "resign" || open === "takeover";
    return html`<page-dialog ?open=${open !== null} look=${small ? "box" : "drawer"}
      heading=${open ? headings[open] : ""} .body=${() => this.body()}
      @close=${() => this.close()}></page-dialog>`;
  }

  private close(): void {
    this.dispatchEvent(new Event("close"));
  }

  private body(): TemplateResult {
    const info = this.session.info;
    if (!info) return html``;
    switch (this.open) {
      case "rules":
        return html`<rules-text .game=${info.game}></rules-text>`;
      case "log":
        return html`<table-log .lines=${this.lines}></table-log>`;
      case "invite":
        return html`<table-invitation .table=${info.id} .code=${info.code ?? ""}
          .token=${this.token} .gameName=${gameName(info.game)}></table-invitation>`;
      case "resign":
        return this.resign();
      case "takeover":
        return this.takeover(info);
      default:
        return html``;
    }
  }

  private resign(): TemplateResult {
    const resign = (seat: number) => {
      const place = this.session.state?.seats[seat];
      this.session.send(place === undefined ? { type: "resign" } : { type: "resign", place });
      this.close();
    };
    return html`<p>${say(this.names.length > 2 ? "resign.text.many" : "resign.text")}</p>
      <div class="actions">
        ${this.seats.map((seat) => html`<button class="danger" data-action="resign-now"
          @click=${() => resign(seat)}>${icon("flag")}
          ${say("resign.now", { name: this.names[seat] ?? "" })}</button>`)}
        <button class="secondary" @click=${() => this.close()}>${say("resign.stay")}</button>
      </div>`;
  }

  private takeover(info: TableInfo): TemplateResult {
    const { game } = info;
    const known = this.games.find(({ name }) => name === game);
    const dexterities = dexteritiesAt(info, known);
    const take = (level: number) => {
      const dexterity = dexterityOf(dexterities, this.dexterity);
      if (this.takes !== null) {
        this.session.send({
          type: "takeover", place: this.takes, level, ...(dexterity === null ? {} : { dexterity }),
        });
      }
      this.close();
    };
    return html`<p>${say("takeover.text")}</p>
      ${handChoice(game, dexterities, this.dexterity, (number) => (this.dexterity = number))}
      <div class="actions">
        ${(known?.levels ?? []).map(({ level }) => html`<button class="secondary"
          @click=${() => take(level)}>${icon("robot")} ${levelName(known, game, level)}</button>`)}
      </div>`;
  }
}
