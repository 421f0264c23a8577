/**
 * Who has one place of a new game: one control, with a level or a name beside it. Fires `pick` (detail: the chair),
 * `rename` (detail: the name of a guest here) and `call` (detail: the name of a friend, or the link to a profile).
 */
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { people } from "../account/account-state.ts";
import { t, translator } from "../i18n/i18n.ts";
import { levelName } from "../net/games.ts";
import type { Friend, GameInfo, HandSkillInfo } from "../net/protocol.ts";
import { LightElement } from "../ui/base-element.ts";
import { icon, type IconName } from "../ui/icons.ts";
import type { Chair } from "./chairs.ts";

const ICONS: Record<Chair["kind"], IconName> = {
  bot: "robot", person: "person", friend: "flag", open: "link", anybody: "people",
};

@customElement("place-field")
export class PlaceField extends LightElement {
  /** The number of the place, from 0; the first is the user's. */
  @property({ type: Number }) place = 1;
  @property({ attribute: false }) chair!: Chair;
  @property({ attribute: false }) game!: GameInfo;
  /** The name of a guest here. */
  @property() guest = "";
  /** The friends of the user; null if nobody can be challenged. */
  @property({ attribute: false }) friends: readonly Friend[] | null = null;
  /** Whether strangers can be met. */
  @property({ type: Boolean }) meets = false;
  /** The hands that go with the levels of computers; empty if they need none. */
  @property({ attribute: false }) hands: readonly HandSkillInfo[] = [];

  protected override render(): TemplateResult {
    const { chair, place } = this;
    return html`<div class="place-row" data-kind=${chair.kind}>
      ${icon(ICONS[chair.kind])}
      ${place > 0 || people().length > 0 ? this.who() : nothing}
      ${this.beside()}
    </div>`;
  }

  private who(): TemplateResult {
    const { chair, place } = this;
    const label = place === 0 ? t("make.name") : t("who.place", { number: place + 1 });
    return html`<select name="who-${place}" aria-label=${label}
      @change=${(event: Event) => this.choose((event.target as HTMLSelectElement).value)}>
      ${this.choices().map(([value, text]) => html`<option value=${value} .selected=${value === valueOf(chair)}>${text}</option>`)}
    </select>`;
  }

  private choices(): [string, string][] {
    const household = people().map(({ id, name }): [string, string] => [`person:${id}`, name]);
    if (this.place === 0) return [...household, ["person:", t("account.guest")]];
    const friends = this.friends?.map(({ id, name, presence }): [string, string] => [
      `friend:${id}`, presence && presence !== "away" ? `${name} (${t(`contacts.${presence}`)})` : name,
    ]) ?? [];
    const { chair } = this;
    if (chair.kind === "friend" && chair.person && !friends.some(([value]) => value === valueOf(chair))) {
      friends.push([valueOf(chair), chair.person.name]);
    }
    return [
      ["bot", t("bot")], ...household, ["person:", t("who.person")], ...friends,
      ...(this.friends ? [["friend:", t("who.friend")] as [string, string]] : []),
      ["open", t("make.friend")], ...(this.meets ? [["anybody", t("make.anybody")] as [string, string]] : []),
    ];
  }

  private beside(): TemplateResult | typeof nothing {
    const { chair, game, place } = this;
    if (chair.kind === "bot") {
      return html`<select name="level-${place}" aria-label="${t("make.level")}, ${t("who.place", { number: place + 1 })}"
        @change=${(event: Event) => this.pick({ kind: "bot", level: Number((event.target as HTMLSelectElement).value) })}>
        ${game.levels.map(({ level, hand_skill: skill }) => html`<option value=${level} .selected=${level === chair.level}>
          ${levelName(game, game.name, level)}${this.handText(skill)}</option>`)}
      </select>`;
    }
    if (chair.kind === "person" && !chair.member) {
      const number = place + 1;
      return html`<input name="name-${place}" maxlength="24" autocomplete=${place === 0 ? "nickname" : "off"}
        aria-label=${place === 0 ? t("make.name") : t("place.person", { number })} placeholder=${place === 0 ? t("make.name") : t("place.person", { number })}
        .value=${this.guest} @input=${(event: Event) => this.tell("rename", (event.target as HTMLInputElement).value)} />`;
    }
    if (chair.kind === "friend" && !chair.person) {
      return html`<input name="friend-${place}" required maxlength="200" autocomplete="off" spellcheck="false"
        aria-label=${t("contacts.ask")} placeholder=${t("contacts.ask")}
        @change=${(event: Event) => this.tell("call", (event.target as HTMLInputElement).value)} />`;
    }
    return nothing;
  }

  private handText(skill: number | undefined): string {
    const hand = this.hands.find(({ number }) => number === skill);
    return hand ? ` (${translator(this.game.name)(hand.key)})` : "";
  }

  private choose(value: string): void {
    const [kind, id = ""] = value.split(/:(.*)/s);
    if (kind === "bot") this.pick({ kind, level: this.game.levels[0]?.level ?? 1 });
    else if (kind === "person") this.pick({ kind, member: id });
    else if (kind === "friend") this.pick({ kind, person: this.friends?.find((friend) => friend.id === id) ?? null });
    else this.pick({ kind: kind as "open" | "anybody" });
  }

  private pick(chair: Chair): void {
    this.tell("pick", chair);
  }

  private tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

function valueOf(chair: Chair): string {
  if (chair.kind === "person") return `person:${chair.member}`;
  return chair.kind === "friend" ? `friend:${chair.person?.id ?? ""}` : chair.kind;
}
