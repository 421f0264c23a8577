/** The map of solo levels: six grades, with the stars won. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import type { SoloLevelInfo, SoloLevels } from "../net/protocol.ts";
import { gameName, t, translator } from "../i18n/i18n.ts";
import { MOST_STARS, progress, syncSolo } from "./progress.ts";
import { stars } from "./stars.ts";

@customElement("solo-map")
export class SoloMap extends LightElement {
  @property({ attribute: false }) levels!: SoloLevels;

  protected override render(): TemplateResult {
    const { game, levels } = this.levels;
    document.title = `${t("solo")} · ${gameName(game)} · Empile`;
    const grades = [...new Set(levels.map(({ grade }) => grade))];
    const next = levels.find(({ id }) => !this.won(id));
    const begun = levels.some(({ id }) => this.won(id));
    const total = levels.reduce((sum, { id }) => sum + this.won(id), 0);
    return html`<div class="solo-map">
      <header class="solo-head">
        <a class="button quiet" href="/">${icon("back")} ${t("home")}</a>
        <h1>${t("solo.title", { game: gameName(game) })}</h1>
        <p class="lead">${translator(game)("solo.lead")}</p>
        <div class="row">
          ${next
            ? html`<a class="button primary big" data-action="go-on" href="/solo/${next.id}">
                ${icon("play")} ${t(begun ? "solo.continue" : "solo.begin", { level: next.id })}</a>`
            : nothing}
          <a class="button secondary" data-action="editor" href="/solo/editor">${icon("plan")} ${t("solo.editor.link")}</a>
        </div>
        <details class="solo-how">
          <summary>${t("solo.stars.how")}</summary>
          <ul>
            <li>${stars(3)} <span>${t("solo.stars.3")}</span></li>
            <li>${stars(2)} <span>${t("solo.stars.2")}</span></li>
            <li>${stars(1)} <span>${t("solo.stars.1")}</span></li>
          </ul>
          <p>${t("solo.kept")}</p>
        </details>
        <p class="solo-expert"><span aria-hidden="true"></span> ${translator(game)("option.variant.expert")}:
          ${translator(game)("option.variant.expert.hint")}</p>
        <p class="solo-total">${t("solo.total", { count: total, of: MOST_STARS * levels.length })}</p>
      </header>
      ${grades.map((grade) => this.grade(grade, levels.filter((level) => level.grade === grade), next?.id))}
    </div>`;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void syncSolo().then(() => this.requestUpdate(), () => undefined);
  }

  private won(id: string): number {
    return progress()[id]?.stars ?? 0;
  }

  private grade(grade: number, levels: SoloLevelInfo[], next: string | undefined): TemplateResult {
    const done = levels.filter(({ id }) => this.won(id) > 0).length;
    return html`<section class="card solo-grade" data-grade=${grade} aria-labelledby="grade-${grade}">
      <h2 id="grade-${grade}"><span class="solo-number" aria-hidden="true">${grade}</span>
        ${translator(this.levels.game)(`solo.grade.${grade}`)}
        <small>${t("puzzles.done", { count: done, of: levels.length })}</small></h2>
      <ol class="solo-levels">${levels.map((level) => this.level(level, level.id === next))}</ol>
    </section>`;
  }

  private level({ id, variant, rings }: SoloLevelInfo, next: boolean): TemplateResult {
    const won = this.won(id);
    const words = translator(this.levels.game);
    const name = t("solo.level.name", {
      level: id, variant: words(`option.variant.${variant}`), hand: words("solo.hand", { count: rings }),
      stars: t("solo.stars", { count: won }),
    });
    return html`<li><a class="solo-level ${won ? "done" : ""} ${next ? "next" : ""}" data-variant=${variant}
      data-level=${id} href="/solo/${id}" aria-label=${name} title=${name}>
      <span>${id.split("-")[1]}</span>${stars(won)}</a></li>`;
  }
}
