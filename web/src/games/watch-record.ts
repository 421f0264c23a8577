/** Form to watch a game of a file: pasted, dropped or chosen. */
import { html, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { t } from "../i18n/i18n.ts";
import { readRecord, replayPath } from "../net/record-link.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";

@customElement("watch-record")
export class WatchRecord extends LightElement {
  @state() private trouble = "";
  @state() private over = false;

  protected override render(): TemplateResult {
    return html`<section class="card drop ${this.over ? "over" : ""}"
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
        this.over = true;
      }}
      @dragleave=${() => (this.over = false)}
      @drop=${this.dropped}>
      <h2>${t("record.title")}</h2>
      <form @submit=${this.pasted}>
        <label for="record">${t("record.label")}</label>
        <textarea id="record" rows="2" spellcheck="false" autocomplete="off"
          placeholder=${'{"format": "empile/1", …}'}></textarea>
        <div class="row">
          <button class="secondary">${icon("play")} ${t("record.watch")}</button>
          <label class="button quiet file">${t("record.file")}
            <input type="file" accept=".json,application/json" @change=${this.fileChosen} />
          </label>
        </div>
        <p class="trouble" role="alert">${this.trouble}</p>
      </form>
    </section>`;
  }

  private async watch(text: string): Promise<void> {
    let record: object;
    try {
      record = readRecord(text);
    } catch {
      this.trouble = t("record.unreadable");
      return;
    }
    this.trouble = "";
    navigate(await replayPath(record));
  }

  private pasted(event: Event): void {
    event.preventDefault();
    void this.watch(this.querySelector<HTMLTextAreaElement>("#record")?.value ?? "");
  }

  private async fileChosen(event: Event): Promise<void> {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (file) await this.watch(await file.text());
  }

  private async dropped(event: DragEvent): Promise<void> {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    await this.watch(file ? await file.text() : (event.dataTransfer?.getData("text") ?? ""));
  }
}
