/** Base class of all elements: renders into the page's own tree, without a shadow root. */
import { LitElement } from "lit";

const updates = new EventTarget();

/** Re-render every connected element, for example after a change of language. */
export function renderAll(): void {
  updates.dispatchEvent(new Event("render"));
}

export class LightElement extends LitElement {
  constructor() {
    super();
    const render = () => this.requestUpdate();
    this.addController({
      hostConnected: () => updates.addEventListener("render", render),
      hostDisconnected: () => updates.removeEventListener("render", render),
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
