/** The form next to a position that is set up, and comparison of positions. */
import { html, nothing, type TemplateResult } from "lit";
import type { PositionField } from "../stage/position-editor.ts";

/** Renders the fields; `set` is called with valid values. */
export function positionForm(
  fields: readonly PositionField[], set: (id: string, value: string) => void,
): TemplateResult | typeof nothing {
  if (fields.length === 0) return nothing;
  const changed = (field: PositionField, event: Event): void => {
    const input = event.target as HTMLInputElement | HTMLSelectElement;
    if (input.value !== "" && input.checkValidity()) set(field.id, input.value);
    else input.value = String(field.value);
  };
  return html`<section class="card position-fields">${fields.map((field) => html`<label class="field">
    <span>${field.label}</span>
    ${field.kind === "choice"
      ? html`<select name=${field.id} @change=${(event: Event) => changed(field, event)}>
          ${field.options.map(({ value, label }) =>
            html`<option value=${value} .selected=${value === field.value}>${label}</option>`)}</select>`
      : html`<input type="number" name=${field.id} min=${field.min} max=${field.max} step="1" .value=${String(field.value)}
          @change=${(event: Event) => changed(field, event)} />`}
  </label>`)}</section>`;
}

/** Whether two positions are equal, in whatever order their members are. */
export function isSamePosition(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, sorted(member)]));
}
