/** The drawer of settings: language, theme, motion, board and sounds. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../../ui/dialog.ts";
import { LightElement } from "../../ui/base-element.ts";
import { readPreference, savePreference } from "../../ui/preferences.ts";
import {
  changeSetting, changeSound, changeVolume, hears, setting, SOUND_KINDS, valuesOf, volume, type Choice,
} from "../../ui/settings.ts";
import { playSound, type SoundName } from "../../ui/sound.ts";
import { currentLanguage, languages, switchLanguage, t } from "../../i18n/i18n.ts";
import { languageName } from "./language-name.ts";
import "./settings-drawer.css";

const SAMPLES = { moves: "move", turn: "turn", end: "win" } as const satisfies Record<string, SoundName>;

/** Fires `close`. */
@customElement("settings-drawer")
export class SettingsDrawer extends LightElement {
  @property({ type: Boolean }) open = false;

  protected override render(): TemplateResult {
    return html`<page-dialog ?open=${this.open} .closeLabel=${t("close")} heading=${t("settings")}
      .body=${() => this.body()} @close=${() => this.dispatchEvent(new Event("close"))}></page-dialog>`;
  }

  private body(): TemplateResult {
    return html`<div class="settings">
      ${this.language()}
      ${this.choice("theme")}
      ${this.choice("motion")}
      ${this.board()}
      ${this.choice("coordinates")}
      ${this.choice("colours")}
      ${this.choice("confirm")}
      ${this.choice("keys")}
      ${this.sounds()}
      <p class="hint">${t("settings.kept")}</p>
    </div>`;
  }

  private language(): TemplateResult | typeof nothing {
    if (languages.length < 2) return nothing;
    return html`<label class="setting"><span>${t("language")}</span>
      <select data-setting="language" @change=${(event: Event) => {
        void switchLanguage((event.target as HTMLSelectElement).value).then(() => this.requestUpdate());
      }}>
        ${languages.map((code) => html`<option value=${code} lang=${code}
          ?selected=${code === currentLanguage()}>${languageName(code)}</option>`)}
      </select></label>`;
  }

  private choice<Name extends Choice>(name: Name): TemplateResult {
    const now = setting(name);
    return this.radios(name, t(`settings.${name}`), valuesOf(name).map((value) => ({
      value,
      label: t(`settings.${name}.${value}`),
      checked: value === now,
      choose: () => changeSetting(name, value),
    })));
  }

  /** The view that a board opens with. */
  private board(): TemplateResult {
    const plan = readPreference("plan") ?? "auto";
    const options = [["auto", "settings.view.auto"], ["off", "view.table"], ["on", "view.plan"]] as const;
    return this.radios("view", t("settings.view"), options.map(([value, label]) => ({
      value: value === "auto" ? value : value === "on" ? "plan" : "table",
      label: t(label),
      checked: value === plan,
      choose: () => savePreference("plan", value),
    })));
  }

  private radios(
    name: string, label: string,
    options: { value: string; label: string; checked: boolean; choose: () => void }[],
  ): TemplateResult {
    return html`<fieldset class="setting"><legend>${label}</legend>
      <div class="setting-options">${options.map((option) => html`<label>
        <input type="radio" name="setting-${name}" data-setting=${name} value=${option.value}
          .checked=${option.checked} @change=${() => {
            option.choose();
            this.requestUpdate();
          }} /><span>${option.label}</span></label>`)}</div>
    </fieldset>`;
  }

  private sounds(): TemplateResult {
    const percent = Math.round(100 * volume());
    return html`<fieldset class="setting"><legend>${t("sound")}</legend>
      <label class="setting-volume"><span>${t("settings.volume")}</span>
        <input type="range" min="0" max="100" step="5" data-setting="volume" .value=${String(percent)}
          aria-valuetext=${t("settings.percent", { percent })}
          @change=${(event: Event) => {
            changeVolume(Number((event.target as HTMLInputElement).value) / 100);
            playSound("pick");
            this.requestUpdate();
          }} /></label>
      <div class="setting-options">${SOUND_KINDS.map((kind) => html`<label>
        <input type="checkbox" data-setting="sound-${kind}" .checked=${hears(kind)}
          @change=${(event: Event) => {
            changeSound(kind, (event.target as HTMLInputElement).checked);
            playSound(SAMPLES[kind]);
            this.requestUpdate();
          }} /><span>${t(`settings.sound.${kind}`)}</span></label>`)}</div>
    </fieldset>`;
  }
}
