/** Dialogs over the table: rules, log, invitation and confirmations. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../ui/dialog.ts";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { levelName } from "../net/games.ts";
import type { GameInfo, TableInfo } from "../net/protocol.ts";
import { gameName, t, withLazyMessages } from "../i18n/i18n.ts";
import { handSkillsAt, handSkillOf, handSkillField } from "./lobby/hand-skill-field.ts";
import "./lobby/table-invitation.ts";
import { keyList, type KeyAction } from "./keys-controller.ts";
import type { TableSession } from "./session.ts";
import type { LogLine } from "./log/table-log.ts";
import "./log/table-log.ts";

export type Drawer = "rules" | "log" | "invite" | "resign" | "takeover" | "keys";

/** Fires `close`. */
@customElement("table-drawers")
export class TableDrawers extends LightElement {
  @property({ attribute: false }) open: Drawer | null = null;
  @property({ attribute: false }) session!: TableSession;
  @property({ attribute: false }) games: GameInfo[] = [];
  @property({ attribute: false }) lines: LogLine[] = [];
  @property({ attribute: false }) names: string[] = [];
  /** Seats played in this browser. */
  @property({ attribute: false }) seats: number[] = [];
  /** The place that a bot takes over. */
  @property({ attribute: false }) takes: number | null = null;
  /** Keyboard shortcuts of the page. */
  @property({ attribute: false }) keys: readonly KeyAction[] = [];
  @property() token = "";
  /** Hand skill of that bot; 0 for the default. */
  @state() private handSkill = 0;

  protected override render(): TemplateResult | typeof nothing {
    const { open } = this;
    const headings: Record<Drawer, string> = {
      rules: t("rules"), log: t("log"), invite: t("invite.title"),
      resign: t("resign"), takeover: t("takeover.title"), keys: t("keys"),
    };
    const small = open === "resign" || open === "takeover";
    return html`<page-dialog ?open=${open !== null} .closeLabel=${t("close")} look=${small ? "box" : "drawer"}
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
        // Its element is empty until then.
        void withLazyMessages(() => import("../rules/rules-text.ts")).catch(() => undefined);
        return html`<rules-text .game=${info.game}></rules-text>`;
      case "log":
        return html`<table-log .lines=${this.lines} .more=${this.session.log.more}
          @older=${() => this.session.askOlder()}></table-log>`;
      case "invite":
        return html`<table-invitation .table=${info.id} .code=${info.code ?? ""}
          .token=${this.token} .gameName=${gameName(info.game)}></table-invitation>`;
      case "keys":
        return keyList(this.keys);
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
    return html`<p>${t(this.names.length > 2 ? "resign.text.many" : "resign.text")}</p>
      <div class="actions">
        ${this.seats.map((seat) => html`<button class="danger" data-action="resign-now"
          @click=${() => resign(seat)}>${icon("flag")}
          ${t("resign.now", { name: this.names[seat] ?? "" })}</button>`)}
        <button class="secondary" @click=${() => this.close()}>${t("resign.stay")}</button>
      </div>`;
  }

  private takeover(info: TableInfo): TemplateResult {
    const { game } = info;
    const known = this.games.find(({ name }) => name === game);
    const handSkills = handSkillsAt(info, known);
    const take = (level: number) => {
      const handSkill = handSkillOf(handSkills, this.handSkill);
      if (this.takes !== null) {
        this.session.send({
          type: "takeover", place: this.takes, level, ...(handSkill === null ? {} : { hand_skill: handSkill }),
        });
      }
      this.close();
    };
    return html`<p>${t("takeover.text")}</p>
      ${handSkillField(game, handSkills, this.handSkill, (number) => (this.handSkill = number))}
      <div class="actions">
        ${(known?.levels ?? []).map(({ level }) => html`<button class="secondary"
          @click=${() => take(level)}>${icon("robot")} ${levelName(known, game, level)}</button>`)}
      </div>`;
  }
}
