/** What is noted about the shown position: a comment, a judgement of the move, circles and arrows. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import type { Target } from "../stage/scene.ts";
import { t } from "../i18n/i18n.ts";
import { glyphKey } from "./move-tree.ts";
import { GLYPHS, MARK_COLOURS, type Glyph, type Mark, type MarkColour } from "./study.ts";
import { LONGEST_COMMENT } from "./study-file.ts";
import type { Noted } from "./study-tree.ts";

/** How marks are drawn; null while they are not. */
export interface Drawing {
  kind: "circle" | "arrow";
  colour: MarkColour;
  /** Where an arrow begins, once that is chosen. */
  from: string | null;
}

export interface NoteShown {
  noted: Noted;
  /** Whether an event led to the position, which can be judged. */
  hasEvent: boolean;
  drawing: Drawing | null;
  /** What is drawn, in words. */
  drawn: readonly string[];
  note: (change: Partial<Noted>) => void;
  draw: (drawing: Drawing | null) => void;
}

export function noteForm({ noted, hasEvent, drawing, drawn, note, draw }: NoteShown): TemplateResult {
  const { comment, glyph, marks } = noted;
  return html`<section class="card study-note">
    <label class="field"><span>${t("study.comment")}</span>
      <textarea name="comment" rows="3" maxlength=${LONGEST_COMMENT} .value=${comment}
        @change=${(event: Event) => note({ comment: (event.target as HTMLTextAreaElement).value.trim() })}></textarea></label>
    ${hasEvent
      ? html`<div class="glyphs" role="group" aria-label=${t("study.judgement")}>
          ${GLYPHS.map((one) => glyphButton(one, glyph === one, () => note({ glyph: glyph === one ? "" : one })))}</div>`
      : nothing}
    <div class="row drawing">
      <button class="secondary" data-action="draw" aria-pressed=${drawing !== null}
        @click=${() => draw(drawing ? null : { kind: "circle", colour: "green", from: null })}>
        ${icon(drawing ? "check" : "pen")} ${t(drawing ? "study.draw.done" : "study.draw")}</button>
      ${marks.length > 0
        ? html`<button class="quiet" data-action="erase" @click=${() => note({ marks: [] })}>
            ${icon("close")} ${t("study.draw.erase", { count: marks.length })}</button>`
        : nothing}
    </div>
    ${drawing ? tools(drawing, draw) : nothing}
    ${drawn.map((text) => html`<p class="mark-text">${text}</p>`)}
  </section>`;
}

function glyphButton(glyph: Glyph, pressed: boolean, press: () => void): TemplateResult {
  const name = t(glyphKey(glyph));
  return html`<button class="quiet glyph" aria-pressed=${pressed} aria-label=${name} title=${name} data-glyph=${glyph}
    @click=${press}>${glyph}</button>`;
}

function tools(drawing: Drawing, draw: (drawing: Drawing) => void): TemplateResult {
  const radio = (name: string, value: string, checked: boolean, label: TemplateResult | string, change: Partial<Drawing>) =>
    html`<label class="choice"><input type="radio" name=${name} value=${value} .checked=${checked}
      @change=${() => draw({ ...drawing, from: null, ...change })} /><span>${label}</span></label>`;
  return html`<fieldset class="draw-tools"><legend class="unseen">${t("study.draw")}</legend>
      <div class="row">
        ${(["circle", "arrow"] as const).map((kind) =>
          radio("mark-kind", kind, drawing.kind === kind, t(`study.draw.${kind}`), { kind }))}
      </div>
      <div class="row">
        ${MARK_COLOURS.map((colour) => radio("mark-colour", colour, drawing.colour === colour,
          html`<i class="mark-colour ${colour}" aria-hidden="true"></i> ${t(`study.draw.${colour}`)}`, { colour }))}
      </div>
    </fieldset>
    <p class="hint" role="status">${t(drawing.kind === "circle" ? "study.draw.place"
      : drawing.from === null ? "study.draw.from" : "study.draw.to")}</p>`;
}

/** Describes each mark. */
export function marksInWords(marks: readonly Mark[], places: readonly Target[]): string[] {
  const labels = new Map(places.map((place) => [place.value, place.label]));
  return marks.map(({ kind, from, to = "", colour }) => t(`study.mark.${kind}`, {
    colour: t(`study.draw.${colour}`), from: labels.get(from) ?? from, to: labels.get(to) ?? to,
  }));
}
