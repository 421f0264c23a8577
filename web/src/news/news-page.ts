/** Page with what is new in each version, for players. */
import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { NEWS, type Version } from "./news.ts";
import "../ui/style/text-page.css";
import "./news.css";

@customElement("news-page")
export class NewsPage extends LightElement {
  protected override render(): TemplateResult {
    document.title = `${t("news.link")} · Empile`;
    return html`<article class="news-page text-page card">
      <a class="button quiet" href="/">${icon("back")} ${t("home")}</a>
      <h1>${t("news.link")}</h1>
      ${NEWS.map((version) => this.version(version))}
    </article>`;
  }

  private version({ version, date, entries }: Version): TemplateResult {
    const heading = version === null || date === null
      ? t("news.unreleased")
      : t("news.version", { version, date: new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long", timeZone: "UTC" })
        .format(new Date(date)) });
    return html`<section>
      <h2>${heading}</h2>
      <ul>${entries.map(([key]) => html`<li>${t(`news.${key}`)}</li>`)}</ul>
    </section>`;
  }
}
