/**
 * Choices beside the board: the seat's reserve. Each group is one stop for Tab; arrows walk in it.
 *
 * Fires `choose` as the board does, and `undo`.
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { Plain } from "../app/plain.ts";
import type { Chosen } from "./game-board.ts";
import type { PanelChoice } from "./scene.ts";

export interface PanelGroup {
  label: string;
  choices: PanelChoice[];
}

@customElement("choice-panel")
export class ChoicePanel extends Plain {
  @property({ attribute: false }) groups: PanelGroup[] = [];
  @property({ attribute: false }) chosen: Record<string, string> = {};

  /** Put the focus on the first choice of a part that is not chosen yet; false where none is. */
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
    if (group.choices.length === 0) return nothing;
    const picked = (choice: PanelChoice) => this.chosen[choice.part] === choice.value;
    const stop = Math.max(
      group.choices.findIndex((choice) => choice.enabled && picked(choice)),
      0,
    );
    const first = group.choices.findIndex((choice) => choice.enabled);
    const tab = group.choices[stop]?.enabled ? stop : Math.max(first, 0);
    return html`<div class="panel-group" role="group" aria-label=${group.label}
      @keydown=${this.pressed}>
      <h3 aria-hidden="true">${group.label}</h3>
      <div class="panel-choices">
        ${group.choices.map(
          (choice, index) => html`<button type="button" class="panel-choice"
            data-choice="${choice.part}:${choice.value}" title=${choice.label}
            aria-label=${choice.label} aria-pressed=${picked(choice) ? "true" : "false"}
            aria-disabled=${choice.enabled ? "false" : "true"}
            tabindex=${index === tab ? 0 : -1}
            @click=${(event: MouseEvent) => this.choose(choice, event.detail === 0)}
          >${choice.svg ? unsafeHTML(choice.svg) : html`<span>${choice.label}</span>`}</button>`,
        )}
      </div>
    </div>`;
  }

  private choose(choice: PanelChoice, keys: boolean): void {
    if (!choice.enabled) return;
    const detail: Chosen = { part: choice.part, value: choice.value, keys };
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
