/** The privacy page: what this server keeps about whom, in the words of its host. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { ask } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { LightElement } from "../ui/base-element.ts";
import "../ui/style/text-page.css";
import { paragraphs } from "./plain-markdown.ts";

interface Privacy {
  /** The text in Markdown: headings, paragraphs and lists. */
  text: string;
  /** Its language. */
  language: string;
}

@customElement("privacy-page")
export class PrivacyPage extends LightElement {
  @state() private privacy: Privacy | null = null;
  @state() private trouble = "";
  private asked = "";

  protected override willUpdate(): void {
    if (this.asked !== currentLanguage()) void this.load();
  }

  private async load(): Promise<void> {
    const language = (this.asked = currentLanguage());
    try {
      const found = await ask<Privacy>(`/privacy?language=${language === "fr" ? "fr" : "en"}`);
      if (language === this.asked) this.privacy = found;
    } catch (error) {
      this.trouble = errorText(error);
    }
  }

  protected override render(): TemplateResult {
    document.title = `${t("account.privacy.link")} · Empile`;
    return html`<article class="text-page card" data-ready=${this.privacy ? "true" : "false"} lang=${this.privacy?.language ?? nothing}>
      <h1>${t("account.privacy.link")}</h1>
      ${this.privacy ? this.body(this.privacy.text) : html`<p role="status">${this.trouble || t("loading")}</p>`}
    </article>`;
  }

  private body(text: string): TemplateResult[] {
    return paragraphs(text).map((block) => {
      if (block.kind === "heading") return html`<h2>${block.lines[0]}</h2>`;
      if (block.kind === "list") return html`<ul>${block.lines.map((line) => html`<li>${line}</li>`)}</ul>`;
      return html`<p>${block.lines.join(" ")}</p>`;
    });
  }
}
