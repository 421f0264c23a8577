/** Under the header: what a moderator decided about the account, until it is read. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { changeMe, signedIn } from "../account/account-state.ts";
import { Actions } from "../account/actions.ts";
import { t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { duration } from "./act-text.ts";
import { reportsApi, type ActShown } from "./reports-api.ts";
import "./acts.css";

@customElement("acts-notice")
export class ActsNotice extends LightElement {
  private readonly actions = new Actions(this);

  protected override render(): TemplateResult | typeof nothing {
    const unread = signedIn()?.acts.filter(({ read }) => !read) ?? [];
    if (unread.length === 0) return nothing;
    return html`${unread.map((act) => this.notice(act))}${this.actions.render()}`;
  }

  private notice(act: ActShown): TemplateResult {
    return html`<section class="act-notice" role="alert" data-act=${act.kind}>
      <p><strong>${t(`acts.told.${act.kind}`)}</strong> ${t(`acts.category.${act.category}`)}. ${act.kind === "warn" ? "" : `${duration(act)}.`}</p>
      ${act.text ? html`<p dir="auto" class="act-words">${act.text}</p>` : nothing}
      <p>${t(`acts.left.${act.kind}`)}</p>
      <div class="row">
        <button class="primary" data-action="read-act" ?disabled=${this.actions.busy}
          @click=${() => void this.read(act.id)}>${t("acts.read")}</button>
        <a class="button secondary" href="/decisions">${t("acts.more")}</a>
      </div>
    </section>`;
  }

  private async read(id: number): Promise<void> {
    const me = signedIn();
    if (!me) return;
    await this.actions.run(async () => changeMe({ ...me, acts: await reportsApi.read(id) }));
  }
}
