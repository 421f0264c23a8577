/** Editor of solo levels: the server says at once whether a level can be solved and how difficult it is. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../ui/icons.ts";
import { LightElement } from "../ui/base-element.ts";
import { onNavigate } from "../ui/navigation.ts";
import { readPreference, savePreference } from "../ui/preferences.ts";
import type { LevelEditor, SoloParts } from "../board/level-editor.ts";
import { History } from "../ui/history.ts";
import "../editor/editor.css";
import { ApiError } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { Message, SoloVerdict } from "../net/protocol.ts";
import { gameName, has, t, translator } from "../i18n/i18n.ts";
import { hasLevel, levelFragment, levelFromFragment, type OwnLevel } from "./level-link.ts";
import { shareLevel } from "./share-level.ts";
import { soloApi } from "./solo-api.ts";

/** Milliseconds without a change before the server checks the level. */
const REST = 400;
const DRAFT = "solo.draft";

type Verdict =
  /** Nothing has been set up. */
  | { kind: "empty" }
  | { kind: "asking" }
  | { kind: "good"; found: SoloVerdict }
  | { kind: "bad"; reason: Message | null; told: string }
  | { kind: "unknown"; told: string };

@customElement("solo-editor")
export class SoloEditor extends LightElement {
  @property() game = "";
  @property({ attribute: false }) parts!: SoloParts;
  /** The greatest grade. */
  @property({ type: Number }) most = 6;
  @state() private history: History<OwnLevel> | null = null;
  @state() private verdict: Verdict = { kind: "asking" };
  @state() private told = "";
  @state() private alarm = "";
  private editor: LevelEditor | null = null;
  private timer = 0;
  /** Number of checks; only the last answer counts. */
  private asked = 0;
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = onNavigate(() => this.takeLink());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
    clearTimeout(this.timer);
  }

  protected override firstUpdated(): void {
    this.takeLink();
    if (!this.history) {
      const draft = levelFromFragment(this.parts, readPreference(DRAFT) ?? "");
      this.become(new History(draft ?? this.empty));
    }
  }

  private get empty(): OwnLevel {
    return { variant: this.parts.variants[0] ?? "", start: this.parts.empty() };
  }

  private takeLink(): void {
    // A link from here to a level fires before this element is removed.
    if (location.pathname !== "/solo/editor" || !hasLevel(location.hash)) return;
    const found = levelFromFragment(this.parts, location.hash);
    history.replaceState(null, "", location.pathname);
    if (!found) this.alarm = t("solo.bad_link");
    else this.become(this.history ? this.history.change(found) : new History(found));
  }

  // -- The level ----------------------------------------------------------------------------------

  private become(history: History<OwnLevel>): void {
    this.history = history;
    this.told = "";
    savePreference(DRAFT, levelFragment(this.parts, history.now));
    clearTimeout(this.timer);
    const { now } = history;
    const isEmpty = levelFragment(this.parts, now) === levelFragment(this.parts, { ...this.empty, variant: now.variant });
    this.verdict = { kind: isEmpty ? "empty" : "asking" };
    this.asked += isEmpty ? 1 : 0; // an answer about an earlier level is outdated
    if (isEmpty) return;
    this.timer = window.setTimeout(() => this.check(), REST);
  }

  private change(change: Partial<OwnLevel>): void {
    if (!this.history) return;
    this.alarm = "";
    this.become(this.history.change({ ...this.history.now, ...change }));
  }

  private check(): void {
    const level = this.history?.now;
    if (!level) return;
    const number = (this.asked += 1);
    const current = (verdict: Verdict) => {
      if (number === this.asked) this.verdict = verdict;
    };
    soloApi.check(level).then(
      (found) => current({ kind: "good", found }),
      (error: unknown) => {
        const bad = error instanceof ApiError && error.code === "bad_position";
        current(bad
          ? { kind: "bad", reason: error.reason, told: this.reasonText(error) }
          : { kind: "unknown", told: errorText(error, this.game) });
      },
    );
  }

  private reasonText(error: ApiError): string {
    const { reason } = error;
    return reason && has(this.game, reason.key)
      ? translator(this.game)(reason.key, reason.args)
      : errorText(error, this.game);
  }

  // -- Rendering ----------------------------------------------------------------------------------

  protected override updated(): void {
    const holder = this.querySelector(".editor-area");
    if (!holder || !this.history) return;
    if (!this.editor) {
      this.editor = this.parts.make();
      this.editor.addEventListener("edit", (event) =>
        this.change({ start: (event as CustomEvent<OwnLevel["start"]>).detail }));
    }
    if (this.editor.parentElement !== holder) holder.replaceChildren(this.editor);
    this.editor.value = this.history.now.start;
    this.editor.variant = this.history.now.variant;
    this.editor.t = translator(this.game);
    const { verdict } = this;
    this.editor.faults = verdict.kind === "bad" && verdict.reason ? [verdict.reason] : [];
  }

  protected override render(): TemplateResult {
    const { history } = this;
    if (!history) return html``;
    document.title = `${t("solo.editor.title")} · ${gameName(this.game)} · Empile`;
    return html`<div class="editor solo-editor" data-ready="true" data-verdict=${this.verdict.kind}
      data-solvable=${this.verdict.kind === "good" ? String(this.verdict.found.solvable) : ""} @keydown=${this.pressed}>
      <header class="editor-head">
        <a class="button quiet" href="/solo">${icon("back")} ${t("solo.levels")}</a>
        <h1>${t("solo.editor.title")}</h1>
        <p>${translator(this.game)("solo.editor.lead")}</p>
      </header>
      <section class="card editor-work">${this.tools(history)}<div class="editor-area"></div></section>
      <div class="editor-side">${this.checked(history.now)}</div>
      <p class="unseen" role="status" data-told>${this.told}</p>
    </div>`;
  }

  private tools(history: History<OwnLevel>): TemplateResult {
    const words = translator(this.game);
    const button = (action: string, text: string, does: () => void, off = false) => html`
      <button class="quiet" type="button" data-action=${action} ?disabled=${off} @click=${does}>${text}</button>`;
    return html`<div class="editor-tools">
      <label class="field solo-variant"><span>${words("option.variant")}</span>
        <select data-action="variant" @change=${(event: Event) =>
          this.change({ variant: (event.target as HTMLSelectElement).value })}>
          ${this.parts.variants.map((variant) => html`<option value=${variant}
            ?selected=${variant === history.now.variant}>${words(`option.variant.${variant}`)}</option>`)}
        </select></label>
      <div class="row">
        ${button("undo", t("boards.undo"), () => this.back(), !history.canUndo)}
        ${button("redo", t("boards.redo"), () => this.forth(), !history.canRedo)}
        ${button("empty", words("solo.editor.empty"), () => this.change(this.empty))}
      </div>
    </div>`;
  }

  private checked(level: OwnLevel): TemplateResult {
    const { verdict } = this;
    const playable = verdict.kind === "good" && verdict.found.solvable !== false;
    const fragment = levelFragment(this.parts, level);
    return html`<section class="card editor-check ${playable ? "good" : verdict.kind}">
      <h2>${t("boards.check")}</h2>
      <div aria-live="polite" class="solo-verdict">
        ${verdict.kind === "asking" ? html`<p>${t("boards.checking")}</p>` : nothing}
        ${verdict.kind === "good" ? this.found(verdict.found) : nothing}
        ${verdict.kind === "bad"
          ? html`<p>${t("solo.editor.bad")}</p><ul class="editor-faults"><li>${verdict.told}</li></ul>` : nothing}
        ${verdict.kind === "unknown"
          ? html`<p class="trouble">${verdict.told}</p>
              <button class="secondary" @click=${() => this.check()}>${t("retry")}</button>`
          : nothing}
      </div>
      ${playable
        ? html`<a class="button primary big" data-action="play" href="/solo/own${fragment}">${icon("play")} ${t("solo.editor.play")}</a>`
        : html`<button class="primary big" data-action="play" disabled>${icon("play")} ${t("solo.editor.play")}</button>`}
      <button class="secondary" data-action="share" ?disabled=${!playable} @click=${() => void this.share(fragment)}>
        ${icon("share")} ${t("solo.share")}</button>
      ${this.told ? html`<p class="told" aria-hidden="true">${this.told}</p>` : nothing}
      <p class="trouble" role="alert">${this.alarm}</p>
    </section>`;
  }

  private found({ solvable, solutions, more, share, grade }: SoloVerdict): TemplateResult {
    if (solvable === false) return html`<p class="trouble">${t("solo.verdict.unsolvable")}</p>`;
    if (solvable === null) return html`<p>${t("solo.verdict.unknown")}</p>`;
    const tries = Math.round(1 / Math.max(share, 1e-9));
    return html`<p class="editor-good">${icon("check")} ${t("solo.verdict.solvable")}</p>
      <ul>
        <li>${t(more ? "solo.verdict.more" : "solo.verdict.solutions", { count: solutions })}</li>
        ${grade === null ? nothing : html`<li>${t("solo.verdict.grade", {
          grade: translator(this.game)(`solo.grade.${grade}`), at: grade, of: this.most,
        })}</li>`}
        ${tries < 2 ? nothing : html`<li>${t("solo.verdict.share", { count: tries })}</li>`}
      </ul>`;
  }

  // -- Actions ------------------------------------------------------------------------------------

  private back(): void {
    if (this.history?.canUndo) this.become(this.history.undo());
  }

  private forth(): void {
    if (this.history?.canRedo) this.become(this.history.redo());
  }

  private pressed(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.back();
    else if (key === "y" || key === "z") this.forth();
    else return;
    event.preventDefault();
  }

  private async share(fragment: string): Promise<void> {
    this.told = await shareLevel(t("solo.own"), `/solo/own${fragment}`);
  }
}
