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
 * Focuses `place` as soon as nothing else has the focus: when the page opens, and when the element that had it is
 * gone or cannot have it any more. Browsers would start again at the top of the page.
 */
export class FocusKeeper implements ReactiveController {
  private check: ReturnType<typeof setTimeout> | undefined;
  private readonly host: ReactiveControllerHost & HTMLElement;
  private readonly place: () => HTMLElement | null;

  constructor(host: ReactiveControllerHost & HTMLElement, place: () => HTMLElement | null) {
    this.host = host;
    this.place = place;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.check);
  }

  hostUpdated(): void {
    // Later: elements within the host update after it, and some of them move the focus themselves.
    clearTimeout(this.check);
    this.check = setTimeout(() => this.keep());
  }

  private keep(): void {
    const active = document.activeElement;
    const place = this.place();
    if (active !== document.body && active !== this.host.closest("main")) return;
    if (place !== active) place?.focus({ preventScroll: true });
  }
}
