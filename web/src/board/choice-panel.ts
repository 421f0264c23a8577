/**
 * Choices next to the board, such as the seat's reserve. Each group is one Tab stop; arrow keys move within
 * it.
 *
 * Fires `choose` as the board does, and `undo`. Choosing a selected choice again fires `choose` to drop it.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { LightElement } from "../ui/base-element.ts";
import type { Chosen } from "./game-board.ts";
import type { PanelChoice, PanelGroup } from "../stage/scene.ts";
import { MultiSelect } from "./multi-select.ts";

@customElement("choice-panel")
export class ChoicePanel extends LightElement {
  @property({ attribute: false }) groups: PanelGroup[] = [];
  @property({ attribute: false }) chosen: Record<string, string> = {};
  private readonly taking = new MultiSelect();

  /** Focuses the first choice of a part that is still open. Returns false if there is none. */
  focusChoice(): boolean {
    for (const { choices } of this.groups) {
      const open = choices.find((choice) => choice.enabled && !(choice.part in this.chosen));
      if (!open) continue;
      const button = this.querySelector<HTMLElement>(
        `[data-choice="${CSS.escape(`${open.part}:${open.value}`)}"]:not([aria-disabled="true"])`,
      );
      if (button) {
        button.focus();
        return true;
      }
    }
    return false;
  }

  protected override render(): TemplateResult {
    return html`${this.groups.map((group) => this.group(group))}`;
  }

  private group(group: PanelGroup): TemplateResult | typeof nothing {
    const { choices, picture, note } = group;
    if (choices.length === 0 && !picture && !note) return nothing;
    const told = html`<h3 aria-hidden="true">${group.label}</h3>
      ${picture
        ? html`<div class="panel-picture" role="img" aria-label=${picture.text}>
            ${unsafeHTML(picture.svg)}</div>`
        : nothing}
      ${note ? html`<p class="panel-note ${group.urgent ? "urgent" : ""}">${note}</p>` : nothing}`;
    return html`<div class="panel-group" role="group" aria-label=${group.label}
      @keydown=${this.pressed}>
      ${told}
      ${choices.length > 0 ? this.choices(group) : nothing}
    </div>`;
  }

  private choices(group: PanelGroup): TemplateResult {
    const { choices, set } = group;
    const taken = set ? this.taking.of(set, this.chosen) : [];
    const picked = (choice: PanelChoice, index: number) =>
      set ? taken.includes(index) : this.chosen[choice.part] === choice.value;
    const open = (choice: PanelChoice) => choice.enabled;
    const chosen = choices.findIndex((choice, index) => open(choice) && picked(choice, index));
    const tab = Math.max(chosen >= 0 ? chosen : choices.findIndex(open), 0);
    return html`<div class="panel-choices">
      ${choices.map(
        (choice, index) => html`<button type="button"
          class="panel-choice ${choice.plain ? "plain" : ""} ${choice.fresh ? "fresh" : ""}"
          data-choice="${choice.part}:${choice.value}"
          data-carries=${choice.carries ?? nothing} title=${choice.label}
          aria-label=${choice.label} aria-pressed=${picked(choice, index) ? "true" : "false"}
          aria-disabled=${choice.enabled ? "false" : "true"}
          tabindex=${index === tab ? 0 : -1}
          @click=${(event: MouseEvent) => this.choose(group, index, event.detail === 0)}
        >${choice.svg ? unsafeHTML(choice.svg) : html`<span>${choice.label}</span>`}
        ${choice.caption
          ? html`<span class="panel-caption">${choice.caption}</span>`
          : nothing}</button>`,
      )}
    </div>`;
  }

  private choose(group: PanelGroup, index: number, keys: boolean): void {
    const choice = group.choices[index];
    if (!choice?.enabled) return;
    const { set } = group;
    if (!set) {
      this.tell({ part: choice.part, value: choice.value, keys });
      return;
    }
    const before = this.chosen[set.part];
    const value = this.taking.touch(set, this.chosen, index);
    // Focus stays in the group: more things may be taken.
    if (this.chosen[set.first.part] !== set.first.value) this.tell({ ...set.first, keys: false });
    if (value !== null) this.tell({ part: set.part, value, keys: false });
    else if (before !== undefined) this.tell({ part: set.part, value: before, keys: false });
  }

  private tell(detail: Chosen): void {
    this.dispatchEvent(new CustomEvent("choose", { detail }));
  }

  private pressed(event: KeyboardEvent): void {
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.dispatchEvent(new Event("undo"));
      return;
    }
    const group = event.currentTarget as HTMLElement;
    const buttons = [...group.querySelectorAll<HTMLElement>(".panel-choice")];
    const from = buttons.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = {
      ArrowRight: from + 1, ArrowDown: from + 1, ArrowLeft: from - 1, ArrowUp: from - 1,
      Home: 0, End: buttons.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
  }
}
