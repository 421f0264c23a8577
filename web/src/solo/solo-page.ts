/** Solo games: the map of levels, a level, and the editor of levels. */
import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { loadBoard } from "../board/load-game.ts";
import { loadSoloParts, type SoloParts } from "../board/level-editor.ts";
import { errorText } from "../net/error-text.ts";
import type { SoloLevels } from "../net/protocol.ts";
import { t } from "../i18n/i18n.ts";
import { soloApi } from "./solo-api.ts";
import "./solo-map.ts";
import "./solo.css";

/** A name that is no level. */
const EDITOR = "editor";

@customElement("solo-page")
export class SoloPage extends LightElement {
  /** A level's name, `own` for one in the fragment, `editor`, or null for the map. */
  @property({ attribute: false }) level: string | null = null;
  @state() private levels: SoloLevels | null = null;
  @state() private parts: SoloParts | null = null;
  @state() private trouble = "";
  /** Pages of this folder that are loaded. */
  @state() private ready: ReadonlySet<string> = new Set(["map"]);

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("level")) void this.load();
  }

  private get inner(): "map" | "editor" | "play" {
    return this.level === null ? "map" : this.level === EDITOR ? "editor" : "play";
  }

  private async load(): Promise<void> {
    const { inner } = this;
    this.trouble = "";
    try {
      if (!this.levels || !this.parts) {
        const levels = await soloApi.levels();
        const [parts] = await Promise.all([loadSoloParts(levels.game), loadBoard(levels.game, "all")]);
        [this.levels, this.parts] = [levels, parts];
      }
      if (inner === "play") await import("./solo-play.ts");
      if (inner === "editor") await import("./solo-editor.ts");
      this.ready = new Set([...this.ready, inner]);
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    const { levels, parts, inner, trouble } = this;
    if (trouble || !levels || !parts || !this.ready.has(inner)) {
      return html`<section class="message" data-state=${trouble ? "refused" : "waiting"}>
        ${trouble
          ? html`<h1>${t("failed.title")}</h1><p role="alert">${trouble}</p>
              <button class="primary" @click=${() => void this.load()}>${t("retry")}</button>`
          : html`<p role="status">${t("loading")}</p>`}
      </section>`;
    }
    if (inner === "map") return html`<solo-map .levels=${levels}></solo-map>`;
    if (inner === "editor") {
      return html`<solo-editor .game=${levels.game} .parts=${parts} .most=${mostGrade(levels)}></solo-editor>`;
    }
    return html`<solo-play .levels=${levels} .parts=${parts} .name=${this.level ?? ""}></solo-play>`;
  }
}

function mostGrade({ levels }: SoloLevels): number {
  return Math.max(0, ...levels.map(({ grade }) => grade));
}
