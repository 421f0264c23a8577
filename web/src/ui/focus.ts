/** Keeps keyboard focus on a page when the element that has it goes. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** Whether an element has the focus only because nothing else has: its keys do nothing. */
export function isIdle(element: Element | null): boolean {
  return (
    element === null ||
    element.matches("body, main, [data-focus=idle]") ||
    element.getClientRects().length === 0
  );
}

/**
 * Focuses `place` if an element of the host had the focus and is gone, or cannot have it any more. Browsers
 * would start again at the top of the page.
 */
export class FocusKeeper implements ReactiveController {
  private held = false;
  private check: ReturnType<typeof setTimeout> | undefined;
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly place: () => HTMLElement | null;
  private readonly entered = () => (this.held = true);

  constructor(host: ReactiveControllerHost & HTMLElement, place: () => HTMLElement | null) {
    this.host = host;
    this.place = place;
    host.addController(this);
  }

  hostConnected(): void {
    this.host.addEventListener("focusin", this.entered);
  }

  hostDisconnected(): void {
    this.host.removeEventListener("focusin", this.entered);
    clearTimeout(this.check);
    this.held = false;
  }

  hostUpdated(): void {
    // Later: elements within the host update after it, and some of them move the focus themselves.
    clearTimeout(this.check);
    this.check = setTimeout(() => this.keep());
  }

  private keep(): void {
    if (!this.held || document.activeElement !== document.body) return;
    this.place()?.focus({ preventScroll: true });
  }
}
