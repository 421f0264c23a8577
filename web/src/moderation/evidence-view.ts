/** What was copied with a report: the players, the events of the table, and the messages. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { currentLanguage, gameName, t, translator } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import type { Evidence } from "./moderation-api.ts";

type Line = Evidence["lines"][number];

/** Kinds of events that tell a moderator something. */
const TOLD: readonly string[] = [
  "joined", "renamed", "started", "move", "said", "taken_back", "resigned", "flagged", "over",
];

@customElement("evidence-view")
export class EvidenceView extends LightElement {
  @property({ attribute: false }) evidence!: Evidence;

  protected override render(): TemplateResult {
    const { table, game, players, messages } = this.evidence;
    const lines = this.evidence.lines.filter(({ kind }) => TOLD.includes(kind));
    return html`
      ${game && table
        ? html`<p>${gameName(game)} · ${players.map((one) => html`<span class="tag" ?data-reported=${one.reported}>
            ${one.member ? html`<a href="/moderate/member/${one.member}">${one.name || t("account.guest")}</a>` : one.name || t("account.guest")}
            </span> `)} <a href="/t/${table}">${t("moderate.table")}</a></p>`
        : nothing}
      ${messages.length > 0
        ? html`<details class="unfold" open><summary>${t("moderate.messages", { count: messages.length })}</summary>
            <ol class="evidence" data-part="messages">${messages.map((one) => html`<li ?data-reported=${one.reported}>
              <strong>${one.name}</strong> <time>${timeOf(one.at)}</time>
              <span dir="auto">${one.text || t("moderate.erased")}</span></li>`)}</ol></details>`
        : nothing}
      ${lines.length > 0
        ? html`<details class="unfold"><summary>${t("moderate.lines", { count: lines.length })}</summary>
            <ol class="evidence" data-part="lines">${lines.map((line) => html`<li data-kind=${line.kind}>
              <strong>${this.nameOf(line)}</strong> <time>${timeOf(line.at)}</time>
              <span dir="auto">${this.textOf(line)}</span></li>`)}</ol></details>`
        : nothing}`;
  }

  private nameOf({ place }: Line): string {
    if (place === null) return "";
    return this.evidence.players.find((one) => one.place === place)?.name || t("keeper.player", { number: place + 1 });
  }

  private textOf({ kind, text }: Line): string {
    const say = kind === "said" ? translator(this.evidence.game ?? "")(`say.${text}`) : text;
    return t(`moderate.line.${kind}`, { text: say });
  }
}

function timeOf(at: number): string {
  return new Date(at).toLocaleTimeString(currentLanguage());
}
