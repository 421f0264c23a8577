/** The page of notices: what a member has been told, what is told by which channel, and devices. */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { currentMember, findMe, signedIn } from "../account/account-state.ts";
import { Actions } from "../account/actions.ts";
import { confirmed } from "../account/confirm-dialog.ts";
import { currentLanguage, gameName, t } from "../i18n/i18n.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon } from "../ui/icons.ts";
import { secureOnly } from "../offline/secure.ts";
import { followNotices, read, told } from "./feed.ts";
import { KINDS, noticesApi, pathOf, type Kind, type Notice, type NoticeChoices, type NoticeSettings } from "./notices-api.ts";
import { clockOf, minuteOf } from "./minutes.ts";
import { notePush, renewPush } from "./push-check.ts";
import { canPush, isForbidden, subscribe } from "./push.ts";
import "../account/account.css";
import "./notices.css";

type Channel = "page" | "push" | "mail";

@customElement("notices-page")
export class NoticesPage extends LightElement {
  @state() private ready = false;
  @state() private choices: NoticeChoices | null = null;
  private owner = "";
  private readonly actions = new Actions(this, "notices.error");

  override connectedCallback(): void {
    super.connectedCallback();
    void this.load();
  }

  private async load(): Promise<void> {
    await findMe();
    const me = currentMember();
    this.owner = me?.id ?? "";
    followNotices();
    if (me) {
      await this.actions.run(async () => {
        this.choices = await noticesApi.choices(me.id);
        await this.renew(me.id, this.choices);
      });
    }
    this.ready = true;
  }

  /** Subscribes this browser again if it gets nothing any more; its user has allowed that once. */
  private async renew(member: string, { devices, push_key }: NoticeChoices): Promise<void> {
    const here = devices.find(({ own }) => own);
    if (!here || push_key === null) return;
    const renewed = await renewPush(push_key, here.dead).catch(() => false);
    if (renewed && here.dead) this.choices = await noticesApi.choices(member);
  }

  protected override render(): TemplateResult {
    document.title = `${t("notices.title")} · Empile`;
    const me = currentMember();
    if (me && this.ready && this.owner !== me.id) {
      this.owner = me.id;
      void this.load();
    }
    return html`<div class="notices-page" data-ready=${this.ready ? "true" : "false"}>
      <h1>${t("notices.title")}</h1>
      ${this.ready && !me
        ? html`<p>${t("notices.signed_out")}</p><a class="button primary" href="/account">${t("account.link")}</a>` : nothing}
      ${me ? this.list(told()?.notices ?? []) : nothing}
      ${this.actions.render()}
      ${me && this.choices ? html`${this.settings(this.choices)}${this.devices(this.choices)}` : nothing}
    </div>`;
  }

  private list(notices: readonly Notice[]): TemplateResult {
    return html`<section class="card" aria-labelledby="notices-list">
      <h2 id="notices-list">${t("notices.list")}</h2>
      ${notices.length === 0 ? html`<p>${t("notices.none")}</p>` : html`
        <ul class="notice-list">${notices.map((one) => html`<li data-notice=${one.kind} ?data-new=${!one.read}>
          <a href=${pathOf(one)} @click=${() => void read([one]).catch(() => undefined)}>${textOf(one)}</a>
          <time datetime=${new Date(one.made).toISOString()}>${moment(one.made)}</time></li>`)}</ul>
        ${notices.some((one) => !one.read)
          ? html`<button class="secondary" data-action="read" ?disabled=${this.actions.busy}
              @click=${() => void this.actions.run(() => read(notices))}>${icon("check")} ${t("notices.read")}</button>`
          : nothing}`}
    </section>`;
  }

  private settings({ settings, push_key, mail }: NoticeChoices): TemplateResult {
    return html`<form class="card" aria-labelledby="notices-settings" data-part="settings"
      @submit=${(event: SubmitEvent) => void this.save(event)}>
      <h2 id="notices-settings">${t("notices.settings")}</h2>
      <p>${t("notices.settings.text")}</p>
      ${this.channel("page", settings.page)}
      ${push_key === null ? nothing : this.channel("push", settings.push)}
      ${mail === "off" ? nothing : this.channel("mail", settings.mail)}
      ${mail === "unconfirmed"
        ? html`<p class="hint">${t("notices.mail.unconfirmed")} <a href="/account">${t("account.link")}</a></p>` : nothing}
      ${mail === "off" ? nothing : html`<label class="field"><span>${t("notices.digest")}</span>
        <select name="digest">${(["hourly", "daily"] as const).map((often) =>
          html`<option value=${often} ?selected=${settings.digest === often}>${t(`notices.digest.${often}`)}</option>`)}
        </select></label>`}
      ${push_key === null && mail === "off" ? nothing : html`<fieldset><legend>${t("notices.quiet")}</legend>
        <div class="row">
          <label class="field"><span>${t("account.quiet.from")}</span>
            <input type="time" name="from" .value=${clockOf(settings.quiet_from)} /></label>
          <label class="field"><span>${t("account.quiet.to")}</span>
            <input type="time" name="to" .value=${clockOf(settings.quiet_to)} /></label>
        </div></fieldset>`}
      <button class="primary" data-action="save" ?disabled=${this.actions.busy}>${t("save")}</button>
    </form>`;
  }

  /** What this server tells. */
  private get kinds(): Kind[] {
    return KINDS.filter((kind) => this.choices?.kinds.includes(kind));
  }

  private channel(channel: Channel, chosen: readonly Kind[]): TemplateResult {
    return html`<fieldset data-channel=${channel}><legend>${t(`notices.by.${channel}`)}</legend>
      <div class="notice-kinds">${this.kinds.map((kind) => html`<label class="tick">
        <input type="checkbox" name=${channel} value=${kind} ?checked=${chosen.includes(kind)} />
        <span>${t(`notices.kind.${kind}`)}</span></label>`)}</div>
    </fieldset>`;
  }

  private devices({ push_key, devices }: NoticeChoices): TemplateResult | typeof nothing {
    if (push_key === null) return nothing;
    return html`<section class="card" aria-labelledby="notices-devices" data-part="devices">
      <h2 id="notices-devices">${t("notices.devices")}</h2>
      ${devices.length === 0 ? nothing : html`<ul class="account-list">${devices.map(({ id, agent, own, dead }) => html`<li data-device
        ?data-dead=${dead}>
        <span class="account-name">${agent || t("notices.device")}${own ? ` · ${t("notices.device.own")}` : ""}${
          dead ? html`<br /><small>${t("notices.device.dead")}</small>` : nothing}</span>
        <button class="quiet round" title=${t("account.remove")} aria-label=${`${t("account.remove")}: ${agent}`}
          ?disabled=${this.actions.busy} @click=${() => void this.drop(id, own)}>${icon("close")}</button></li>`)}</ul>`}
      ${!isSecureContext ? secureOnly()
        : !canPush() ? html`<p class="hint">${t("notices.push.missing")}</p>`
        : isForbidden() ? html`<p class="hint">${t("notices.push.forbidden")}</p>`
        : devices.some(({ own, dead }) => own && !dead) ? nothing
        : html`<button class="secondary" data-action="subscribe" ?disabled=${this.actions.busy}
            @click=${() => void this.add(push_key)}>${icon("bell")} ${t("notices.push.allow")}</button>`}
    </section>`;
  }

  private async save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const { settings, push_key, mail } = this.choices!;
    // What this server does not tell today stays chosen.
    const kinds = (channel: Channel) => KINDS.filter((kind) =>
      this.kinds.includes(kind) ? form.getAll(channel).includes(kind) : settings[channel].includes(kind));
    const [from, to] = [minuteOf(form.get("from")), minuteOf(form.get("to"))];
    const both = from !== null && to !== null;
    const wanted: NoticeSettings = {
      page: kinds("page"),
      push: push_key === null ? settings.push : kinds("push"),
      mail: mail === "off" ? settings.mail : kinds("mail"),
      digest: (form.get("digest") as NoticeSettings["digest"] | null) ?? settings.digest,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      quiet_from: both ? from : null,
      quiet_to: both ? to : null,
    };
    await this.change(async (member) => {
      this.choices = await noticesApi.change(member, wanted);
      return t("account.saved");
    });
  }

  private async add(key: string): Promise<void> {
    await this.change(async (member) => {
      const device = await subscribe(key);
      if (!device) return t("notices.push.refused");
      this.choices = await noticesApi.addDevice(member, device);
      notePush(true);
      return this.choices.settings.push.length > 0 ? t("account.saved") : t("notices.push.choose");
    });
  }

  private async drop(device: number, own: boolean): Promise<void> {
    await this.actions.run(async () => {
      if (own) notePush(false);
      this.choices = await noticesApi.removeDevice(this.owner, device);
    });
  }

  /** Changes something for the member; a guardian confirms what is for a child. */
  private async change(work: (member: string) => Promise<string>): Promise<void> {
    const [me, member] = [signedIn(), currentMember()];
    if (!me || !member) return;
    if (member.kind === "child" && !(await confirmed(me, t("account.rules.ask", { name: member.name })))) return;
    await this.actions.run(() => work(member.id));
  }
}

function textOf({ kind, game, name, ends }: Notice): string {
  return t(`notices.told.${kind}`, {
    game: game ? gameName(game) : "",
    name: name || t("acts.somebody"),
    date: ends ? moment(ends) : "",
  });
}

function moment(at: number): string {
  return new Date(at).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
}
