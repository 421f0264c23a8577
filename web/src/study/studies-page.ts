/** All studies of whoever plays here, by folder: open, rename, move, delete; new ones, and those of files. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { features } from "../account/account-state.ts";
import { currentLanguage, gameName, t } from "../i18n/i18n.ts";
import type { ApiError } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { loadGames } from "../net/games.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { navigate } from "../ui/navigation.ts";
import { saveFile } from "../ui/save-file.ts";
import { copyName } from "./copy-name.ts";
import { studyErrorText } from "./study-error-text.ts";
import { LONGEST_NAME, readStudy, studyFileName, studyText } from "./study-file.ts";
import { foldersOf, matching, tidyName, type Folder } from "./study-folders.ts";
import { StudyStore, studyStore, type SaveResult, type StudyMeta } from "./study-store.ts";
import { accountOf, followAccount, type Refused } from "./study-sync.ts";
import "./studies.css";

/** Studies from which on there is a search. */
const SEARCHED = 10;

interface Deleted {
  id: string;
  name: string;
  undo: () => Promise<SaveResult>;
}

@customElement("studies-page")
export class StudiesPage extends LightElement {
  @state() private studies: readonly StudyMeta[] | null = null;
  @state() private games: readonly string[] = [];
  @state() private search = "";
  /** The study whose form is open, or the folder as `folder/NAME`. */
  @state() private editing = "";
  @state() private deleted: Deleted | null = null;
  @state() private trouble = "";
  @state() private told = "";
  @state() private inAccount = false;
  @state() private refused: Refused = new Map<string, ApiError>();
  /** Studies that were made in this browser without an account. */
  @state() private ofGuests: readonly StudyMeta[] = [];
  private store = studyStore();
  private ends: (() => void)[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.follow();
    void loadGames().then((games) => (this.games = games.map(({ name }) => name)), (error: unknown) => {
      this.trouble = errorText(error);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unfollow();
  }

  protected override willUpdate(): void {
    // Another person plays here, or nobody is signed in any more.
    if (this.isConnected && this.store.owner !== studyStore().owner) void this.follow();
  }

  private unfollow(): void {
    for (const end of this.ends) end();
    this.ends = [];
  }

  /** Shows the studies of whoever plays, and their changes. */
  private async follow(): Promise<void> {
    this.unfollow();
    const store = studyStore();
    this.store = store;
    this.ends = [
      store.onChange(() => void this.list()),
      followAccount(store, copyName, (refused) => {
        this.refused = refused;
        void this.list();
      }),
    ];
    await this.list();
    const account = await accountOf(store).catch(() => null);
    if (store === this.store) this.inAccount = account !== null;
  }

  private async list(): Promise<void> {
    const { store } = this;
    const studies = await store.list();
    const guests = store.owner ? await new StudyStore("").list() : [];
    if (store !== this.store) return;
    this.studies = studies;
    this.ofGuests = guests;
  }

  protected override render(): TemplateResult {
    document.title = `${t("studies.link")} · Empile`;
    const { studies } = this;
    const found = studies && matching(studies, this.search, gameName);
    return html`<div class="studies" data-ready=${studies && this.games.length > 0 ? "true" : "false"}>
      <header>
        <a class="button quiet" href="/">${icon("back")} ${t("home")}</a>
        <h1>${t("studies.link")}</h1>
      </header>
      ${this.begin()}
      <p class="trouble" role="alert">${this.trouble}</p>
      <section class="card">
        <h2>${icon("study")} ${t("study.list.mine")}</h2>
        ${this.where()}
        ${this.takeOver()}
        ${studies && studies.length > SEARCHED ? html`<label class="field studies-search">
          <span>${t("study.list.search")}</span>
          <input type="search" data-action="search" .value=${this.search}
            @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)} />
        </label>` : nothing}
        <p class="studies-told" role="status">${this.told}
          ${this.deleted ? html`<button class="secondary" data-action="undo" @click=${() => void this.undo()}>
            ${icon("undo")} ${t("undo")}</button>` : nothing}</p>
        ${found && found.length === 0
          ? html`<p>${t(studies.length > 0 ? "study.list.no_match" : "study.list.none")}</p>` : nothing}
        ${foldersOf(found ?? [], currentLanguage()).map((folder) => this.folder(folder))}
      </section>
    </div>`;
  }

  private begin(): TemplateResult {
    return html`<section class="card studies-new">
      <h2>${icon("plus")} ${t("study.list.new")}</h2>
      <div class="row">
        ${this.games.map((game) => html`<a class="button secondary" data-new=${game} href="/study/${game}">
          ${gameName(game)}</a>`)}
        <label class="button quiet file">${icon("open")} ${t("boards.import")}
          <input type="file" accept=".json,application/json" @change=${(event: Event) => void this.open(event)} />
        </label>
      </div>
    </section>`;
  }

  /** Says where the studies are kept, and which the account did not take. */
  private where(): TemplateResult {
    if (this.inAccount) {
      return html`<p class="studies-where">${t("study.list.in_account")}</p>
        ${[...this.refused].map(([id, error]) => html`<p class="notice" data-refused=${id}>
          ${t("study.list.refused", { name: this.nameOf(this.studies?.find((one) => one.id === id)) })}
          ${error.code === "too_large" ? t("study.list.too_large") : errorText(error)}</p>`)}`;
    }
    return html`<p class="studies-where">${t("study.list.in_browser")}
      ${features() && !this.store.owner ? html`<a href="/account">${t("study.list.sign_in")}</a>` : nothing}</p>`;
  }

  private takeOver(): TemplateResult | typeof nothing {
    const { ofGuests } = this;
    if (ofGuests.length === 0) return nothing;
    return html`<div class="notice">
      <p>${t("study.list.guest", { count: ofGuests.length })}</p>
      <button class="secondary" data-action="take-over" @click=${() => void this.take()}>
        ${icon("save")} ${t("study.list.guest.take")}</button>
    </div>`;
  }

  private folder({ name, studies }: Folder): TemplateResult {
    const key = `folder/${name}`;
    return html`<section class="studies-folder" data-folder=${name}>
      ${name === "" ? nothing : this.editing === key
        ? html`<form class="studies-form" @submit=${(event: Event) => void this.renameFolder(event, name)}>
            ${this.field("folder", t("study.list.folder"), name, true)}
            ${this.formEnd(key)}
          </form>`
        : html`<h3>${name} ${this.editButton(key, t("study.list.folder.rename", { name }))}</h3>`}
      <ul>${studies.map((study) => this.row(study))}</ul>
    </section>`;
  }

  private row(study: StudyMeta): TemplateResult {
    const name = this.nameOf(study);
    const game = study.games[0] ?? "";
    const facts = [
      ...study.games.map(gameName), t("study.list.chapters", { count: study.chapters }), dateOf(study.changed),
    ];
    return html`<li data-study=${study.id}>
      <div class="studies-row">
        <a class="studies-name" href="/study/${game}?id=${encodeURIComponent(study.id)}">
          <strong>${name}</strong> <span>${facts.join(" · ")}</span></a>
        ${this.editButton(study.id, t("study.list.edit", { name }))}
      </div>
      ${this.editing === study.id ? this.form(study) : nothing}
    </li>`;
  }

  private editButton(key: string, label: string): TemplateResult {
    const open = this.editing === key;
    return html`<button class="quiet round" data-action="edit" data-key=${key} aria-expanded=${open ? "true" : "false"}
      title=${label} aria-label=${label} @click=${() => void this.edit(open ? "" : key, key)}>${icon("more")}</button>`;
  }

  private form(study: StudyMeta): TemplateResult {
    return html`<form class="studies-form" @submit=${(event: Event) => void this.change(event, study)}>
      ${this.field("name", t("account.name"), study.name, false)}
      ${this.field("folder", t("study.list.folder"), study.folder, false)}
      <p class="hint">${t("study.list.folder.help")}</p>
      ${this.formEnd(study.id)}
      <div class="row">
        <button type="button" class="quiet" data-action="export" @click=${() => void this.export(study)}>
          ${icon("save")} ${t("boards.export")}</button>
        <button type="button" class="quiet" data-action="delete" @click=${() => void this.delete(study)}>
          ${icon("close")} ${t("study.list.delete")}</button>
      </div>
    </form>`;
  }

  private field(name: "name" | "folder", label: string, value: string, required: boolean): TemplateResult {
    const known = [...new Set(this.studies?.map(({ folder }) => folder))].filter(Boolean);
    return html`<label class="field"><span>${label}</span>
        <input name=${name} .value=${value} maxlength=${LONGEST_NAME} ?required=${required} autocomplete="off"
          list=${name === "folder" ? "study-folders" : nothing} /></label>
      ${name === "folder" ? html`<datalist id="study-folders">${known.map((one) => html`<option value=${one}></option>`)}
        </datalist>` : nothing}`;
  }

  private formEnd(key: string): TemplateResult {
    return html`<div class="row">
      <button class="primary" data-action="save">${icon("check")} ${t("save")}</button>
      <button type="button" class="quiet" data-action="cancel" @click=${() => void this.edit("", key)}>
        ${t("cancel")}</button>
    </div>`;
  }

  private nameOf(study: StudyMeta | undefined): string {
    return study?.name || t("study.list.unnamed");
  }

  // -- Actions ------------------------------------------------------------------------------------

  /** Opens a form, or closes that of `key`, and keeps the focus there. */
  private async edit(editing: string, key: string): Promise<void> {
    this.editing = editing;
    await this.updateComplete;
    const button = [...this.querySelectorAll<HTMLElement>("[data-action=edit]")].find(({ dataset }) => dataset["key"] === key);
    if (editing) this.querySelector<HTMLInputElement>(".studies-form input")?.select();
    else button?.focus();
  }

  private async change(event: Event, { id }: StudyMeta): Promise<void> {
    event.preventDefault();
    const name = valueOf(event, "name");
    const folder = valueOf(event, "folder");
    await this.saveAs(id, { name, folder });
    await this.list();
    await this.edit("", id);
  }

  private async renameFolder(event: Event, before: string): Promise<void> {
    event.preventDefault();
    const folder = valueOf(event, "folder");
    if (!folder) return;
    for (const study of this.studies ?? []) {
      if (study.folder === before) await this.saveAs(study.id, { folder });
    }
    await this.list();
    await this.edit("", `folder/${folder}`);
  }

  private async saveAs(id: string, change: { name?: string; folder?: string }): Promise<void> {
    const study = await this.store.load(id);
    if (study) this.note(await this.store.save({ ...study, ...change }));
  }

  private note(result: SaveResult): void {
    this.trouble = result.kept ? "" : t(`study.list.unsaved.${result.reason}`);
  }

  private async delete(study: StudyMeta): Promise<void> {
    const name = this.nameOf(study);
    const undo = await this.store.remove(study.id);
    this.deleted = { id: study.id, name, undo };
    this.told = t("study.list.deleted", { name });
    this.editing = "";
    await this.list();
    await this.updateComplete;
    this.querySelector<HTMLElement>("[data-action=undo]")?.focus();
  }

  private async undo(): Promise<void> {
    const { deleted } = this;
    if (!deleted) return;
    this.note(await deleted.undo());
    this.deleted = null;
    this.told = t("study.list.restored", { name: deleted.name });
    await this.list();
    await this.updateComplete;
    this.querySelector<HTMLElement>(`[data-study="${CSS.escape(deleted.id)}"] .studies-name`)?.focus();
  }

  private async export({ id }: StudyMeta): Promise<void> {
    const study = await this.store.load(id);
    if (study) await saveFile(studyFileName(study), studyText(study));
  }

  private async open(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    try {
      const study = readStudy(await file.text());
      const result = await this.store.save(study);
      this.note(result);
      if (result.kept) navigate(`/study/${study.chapters[0]!.game}?id=${encodeURIComponent(study.id)}`);
      else await this.list();
    } catch (error) {
      this.trouble = studyErrorText(error);
    }
  }

  /** Moves the studies of guests to whoever is signed in. */
  private async take(): Promise<void> {
    const guests = new StudyStore("");
    for (const { id } of this.ofGuests) {
      const study = await guests.load(id);
      if (!study) continue;
      const result = await this.store.save(study);
      this.note(result);
      if (!result.kept) break;
      await guests.remove(id);
    }
    await this.list();
  }
}

function valueOf(event: Event, name: string): string {
  const value = new FormData(event.target as HTMLFormElement).get(name);
  return tidyName(typeof value === "string" ? value : "", LONGEST_NAME);
}

function dateOf(time: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(time);
}

declare global {
  interface HTMLElementTagNameMap {
    "studies-page": StudiesPage;
  }
}
