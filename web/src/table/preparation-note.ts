/** Shows how far a game is compiled after an installation; nothing once bots and hints can play. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { api } from "../net/api.ts";
import type { GamePrepared } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import "./preparation-note.css";

/** Milliseconds until it looks: an installation takes longer, and the table comes first. */
const PAUSE_MS = 1000;

@customElement("preparation-note")
export class PreparationNote extends LightElement {
  @property() game = "";
  @state() private known: GamePrepared | null = null;
  private timer = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.lookSoon();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.timer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("game")) this.lookSoon();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.known || this.known.searchable) return nothing;
    const { playable, finished, steps } = this.known;
    return html`<div class="preparation" role="status">
      <progress max=${steps} value=${finished} aria-hidden="true"></progress>
      <p>${t(playable ? "preparation.search" : "preparation.rules")}</p>
    </div>`;
  }

  private lookSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), PAUSE_MS);
  }

  private look(): void {
    const { game } = this;
    if (!game) return;
    api.preparation().then(
      (games) => {
        if (!this.isConnected || game !== this.game) return;
        this.known = games.find(({ name }) => name === game) ?? null;
        if (this.known && !this.known.searchable) this.lookSoon();
      },
      () => undefined, // the page works without
    );
  }
}
