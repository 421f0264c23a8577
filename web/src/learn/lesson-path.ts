/** Navigation between the lessons of a game. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import type { LessonInfo } from "../net/protocol.ts";
import { t, translator } from "../i18n/i18n.ts";

@customElement("lesson-path")
export class LessonPath extends LightElement {
  @property() game = "";
  @property({ attribute: false }) lessons: LessonInfo[] = [];
  /** Index of the current lesson; the number of lessons when all are completed. */
  @property({ type: Number }) at = 0;
  @property({ attribute: false }) learnt: ReadonlySet<string> = new Set();

  protected override render(): TemplateResult {
    return html`<nav class="lesson-path" aria-label=${t("learn.lessons")}>
      ${this.way(this.at - 1, "learn.previous", icon("back"))}
      <ol>
        ${this.lessons.map((lesson, index) => this.dot(lesson, index))}
      </ol>
      ${this.way(this.at + 1, "learn.next", icon("next"))}
    </nav>`;
  }

  private address(index: number): string {
    return `/learn/${this.game}/${this.lessons[index]?.name ?? ""}`;
  }

  private way(to: number, key: string, picture: TemplateResult): TemplateResult {
    const there = to >= 0 && to < this.lessons.length;
    return there
      ? html`<a class="button quiet round" href=${this.address(to)} title=${t(key)}
          aria-label=${t(key)} data-way=${key}>${picture}</a>`
      : html`<span class="no-way" aria-hidden="true"></span>`;
  }

  private dot(lesson: LessonInfo, index: number): TemplateResult {
    const title = translator(this.game)(lesson.title.key);
    const done = this.learnt.has(lesson.name);
    const name = t(done ? "learn.dot.done" : "learn.dot", { at: index + 1, title });
    return html`<li><a class="lesson-dot ${done ? "done" : ""}" href=${this.address(index)}
      aria-current=${index === this.at ? "step" : nothing} aria-label=${name} title=${name}
      >${done ? icon("check") : index + 1}</a></li>`;
  }
}
