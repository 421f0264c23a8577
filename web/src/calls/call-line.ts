/** Under the header: the games that have begun without the member. */
import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { currentLanguage, t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { dropCall, followCalls, isListening, lastCall, openCalls, type Call } from "./calls.ts";
import "./call-line.css";

@customElement("call-line")
export class CallLine extends LightElement {
  protected override updated(): void {
    followCalls();
    const followed = lastCall();
    if (followed && document.hidden) document.title = `${textOf(followed)} · Empile`;
  }

  protected override render(): TemplateResult {
    const followed = lastCall();
    return html`<div role="status" data-listening=${isListening()}>
      ${followed ? html`<p class="unseen">${textOf(followed)}</p>` : ""}
      ${repeat(openCalls(), ({ table }) => table, (call) => html`<p class="call" data-call=${call.table}>
        <span>${textOf(call)}</span>
        <a class="button primary" href="/t/${call.table}">${t("contacts.go")}</a>
        <button class="quiet round" title=${t("close")} aria-label=${t("close")}
          @click=${() => dropCall(call)}>${icon("close")}</button>
      </p>`)}
    </div>`;
  }
}

function textOf({ names }: Call): string {
  const others = names.map((name) => name || t("account.guest"));
  return t("contacts.begun", { names: new Intl.ListFormat(currentLanguage()).format(others) });
}
