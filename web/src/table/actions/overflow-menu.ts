/**
 * A button that opens a menu of less frequent actions: click, or Enter and the arrow keys.
 *
 * The menu is a popover, so nothing clips it; Escape and a click elsewhere close it.
 */
import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon, type IconName } from "../../ui/icons.ts";
import { LightElement } from "../../ui/base-element.ts";
import "./table-actions.css";

export interface MenuItem {
  /** Identifies the action: `data-action`. */
  name: string;
  label: string;
  icon: IconName;
  /** Whether the item only makes sense with a keyboard. */
  keysOnly?: boolean;
  run(): void;
}

/** Distance from the button and from the edges of the window, in CSS pixels. */
const GAP = 6;

@customElement("overflow-menu")
export class OverflowMenu extends LightElement {
  @property() label = "";
  @property({ attribute: false }) items: readonly MenuItem[] = [];
  private open = false;

  protected override render(): TemplateResult {
    return html`<button class="quiet" data-action="more" title=${this.label} aria-haspopup="menu"
        aria-expanded=${this.open ? "true" : "false"} @click=${() => this.toggle()}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          this.show(event.key === "ArrowDown" ? 0 : -1);
        }}>${icon("more")} ${this.label}</button>
      <div class="menu" popover="auto" role="menu" aria-label=${this.label}
        @toggle=${(event: ToggleEvent) => this.toggled(event.newState === "open")}
        @keydown=${(event: KeyboardEvent) => this.pressed(event)}>
        ${this.items.map((item) => html`<button type="button" role="menuitem" tabindex="-1"
          class=${item.keysOnly ? "keys-only" : ""} data-action=${item.name}
          @click=${() => this.choose(item)}>${icon(item.icon)} ${item.label}</button>`)}
      </div>`;
  }

  private get menu(): HTMLElement | null {
    return this.querySelector(".menu");
  }

  private get buttons(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>("[role=menuitem]")].filter(
      (item) => item.getClientRects().length > 0,
    );
  }

  private toggle(): void {
    if (this.open) this.menu?.hidePopover();
    else this.show(0);
  }

  /** Opens the menu and focuses an item; -1 is the last one. */
  private show(index: number): void {
    const { menu } = this;
    if (!menu) return;
    menu.showPopover();
    this.place(menu);
    this.buttons.at(index)?.focus();
  }

  /** Above the button if there is room, or else below it. */
  private place(menu: HTMLElement): void {
    const button = this.querySelector("[data-action=more]")?.getBoundingClientRect();
    if (!button) return;
    const { width, height } = menu.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const above = button.top - GAP - height;
    const top = above >= GAP ? above : Math.min(button.bottom + GAP, clientHeight - GAP - height);
    menu.style.top = `${Math.max(GAP, top)}px`;
    menu.style.left = `${Math.max(GAP, Math.min(button.left, clientWidth - GAP - width))}px`;
  }

  private toggled(open: boolean): void {
    this.open = open;
    this.requestUpdate();
  }

  private choose(item: MenuItem): void {
    // The focus returns to the button before a dialog opens, which then returns it there.
    this.close();
    item.run();
  }

  private close(): void {
    this.menu?.hidePopover();
    this.querySelector<HTMLElement>("[data-action=more]")?.focus({ preventScroll: true });
  }

  private pressed(event: KeyboardEvent): void {
    event.stopPropagation(); // the page's own keys rest while the menu is open
    if (event.key === "Escape") {
      event.preventDefault();
      this.close();
      return;
    }
    const { buttons } = this;
    const from = buttons.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = {
      ArrowDown: (from + 1) % buttons.length, ArrowUp: from - 1, Home: 0, End: -1,
    };
    if (event.key === "Tab") this.menu?.hidePopover();
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to)?.focus();
  }
}
