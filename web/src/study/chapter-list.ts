/** The chapters of a study, and a form for a new one. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { t } from "../i18n/i18n.ts";
import { LONGEST_NAME } from "./study-file.ts";
import type { OpenChapter } from "./study-state.ts";

export interface ChaptersShown {
  chapters: readonly OpenChapter[];
  shown: number;
  show: (index: number) => void;
  rename: (index: number, name: string) => void;
  move: (index: number, to: number) => void;
  remove: (index: number) => void;
  add: () => void;
}

export function chapterName({ name }: Pick<OpenChapter, "name">, index: number): string {
  return name || t("study.chapter.unnamed", { number: index + 1 });
}

export function chapterList({ chapters, shown, show, rename, move, remove, add }: ChaptersShown): TemplateResult {
  const chapter = chapters[shown];
  return html`<section class="card study-chapters" aria-labelledby="chapters-title">
    <h2 id="chapters-title">${t("study.chapters")}</h2>
    <ol>${chapters.map((one, index) => html`<li>
      <button class="quiet chapter" aria-current=${index === shown ? "true" : "false"} data-chapter=${index}
        @click=${() => show(index)}>${chapterName(one, index)}</button></li>`)}</ol>
    ${chapter
      ? html`<label class="field"><span>${t("study.chapter.name")}</span>
          <input name="chapter-name" maxlength=${LONGEST_NAME} autocomplete="off" .value=${chapter.name}
            placeholder=${chapterName({ name: "" }, shown)}
            @change=${(event: Event) => rename(shown, (event.target as HTMLInputElement).value.trim())} /></label>`
      : nothing}
    <div class="row">
      <button class="secondary" data-action="new-chapter" @click=${add}>${icon("plus")} ${t("study.chapter.new")}</button>
      ${chapters.length > 1
        ? html`${tool("study.chapter.up", "back", shown === 0, () => move(shown, shown - 1))}
          ${tool("study.chapter.down", "next", shown === chapters.length - 1, () => move(shown, shown + 1))}
          ${tool("study.chapter.remove", "close", false, () => remove(shown))}`
        : nothing}
    </div>
  </section>`;
}

function tool(key: string, picture: "back" | "next" | "close", disabled: boolean, press: () => void): TemplateResult {
  return html`<button class="tool chapter-tool ${picture}" title=${t(key)} aria-label=${t(key)} data-action=${key} ?disabled=${disabled}
    @click=${press}>${icon(picture)}</button>`;
}
