/** What players say at a table: the button to say something, and what was said just now. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { icon } from "../../ui/icons.ts";
import type { GameInfo, LogEvent, StateView, TableInfo } from "../../net/protocol.ts";
import { currentMember, features, findMe, signedIn } from "../../account/account-state.ts";
import { t, translator, withLazyMessages } from "../../i18n/i18n.ts";
import type { TableSession } from "../session.ts";
import { reportPlayers } from "../report-player.ts";
import { placeName } from "../seats/seat-names.ts";
import { mutedPlayers } from "./muted.ts";
import { phraseText, pictureOf, type Moment } from "./phrases.ts";

/** Milliseconds for which a phrase is shown with the seat. */
const SHOWN = 6000;

interface Host extends ReactiveControllerHost {
  querySelector<Found extends HTMLElement>(selector: string): Found | null;
}

/** Another player who can say something. */
export interface Speaker {
  place: number;
  name: string;
  muted: boolean;
}

export class TalkController implements ReactiveController {
  private readonly host: Host;
  private readonly session: () => TableSession | null;
  private open = false;
  /** The messages of members, once they are loaded. */
  private chat: typeof import("./table-chat.ts") | null = null;
  private unfollow: (() => void) | null = null;
  /** Who sat at the table when the server was asked for blocked players. */
  private asked = "";
  /** By place: the phrase that is shown, and the timer that ends it. */
  private readonly said = new Map<number, { phrase: string; timer: ReturnType<typeof setTimeout> }>();

  constructor(host: Host, session: () => TableSession | null) {
    this.host = host;
    this.session = session;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.forget();
  }

  /** Forgets what was said at another table. */
  forget(): void {
    for (const { timer } of this.said.values()) clearTimeout(timer);
    this.said.clear();
    this.open = false;
    this.unfollow?.();
    this.unfollow = null;
    this.asked = "";
  }

  /** Shows what players say in these events for a while. */
  hear(events: readonly LogEvent[]): void {
    for (const event of events) {
      if (event.kind !== "said") continue;
      const { place, phrase } = event;
      clearTimeout(this.said.get(place)?.timer);
      const timer = setTimeout(() => {
        this.said.delete(place);
        this.host.requestUpdate();
      }, SHOWN);
      this.said.set(place, { phrase, timer });
    }
  }

  /** Returns what a place said just now; empty if nothing, or if its player is muted. */
  saidBy(info: TableInfo, place: number): string {
    const said = this.said.get(place);
    if (!said || mutedPlayers.has(info, place)) return "";
    const text = phraseText(said.phrase, translator(info.game));
    return text && [pictureOf(said.phrase), text].filter(Boolean).join(" ");
  }

  /** Renders the button, and the phrases below it; nothing if nobody would read them. */
  bar(session: TableSession, info: TableInfo, state: StateView, games: readonly GameInfo[]): TemplateResult | typeof nothing {
    const phrases = games.find(({ name }) => name === info.game)?.phrases ?? [];
    const others = info.places.filter((place) => !session.places.includes(place.place) &&
      (place.kind === "person" || place.stands_in));
    if (phrases.length === 0 || session.places.length === 0 || others.length === 0) return nothing;
    this.ask(info);
    const speakers = others.filter(({ place }) => !mutedPlayers.isBlocked(info, place)).map((place): Speaker => ({
      place: place.place,
      name: placeName(place, info, games, state.seats),
      muted: mutedPlayers.has(info, place.place),
    }));
    const unread = this.open ? "" : this.chat?.unreadText(info) ?? "";
    return html`<div class="talk">
      <button class="quiet" data-action="say" aria-expanded=${this.open ? "true" : "false"}
        @click=${() => this.toggle()}>${icon("speech")} ${t("talk.say")}
        ${this.chat ? html`<span data-unread>${unread && ` · ${unread}`}</span>` : nothing}</button>
      ${this.chat ? html`<span class="unseen" role="status">${unread}</span>` : nothing}
      ${this.open
        ? html`<talk-panel .game=${info.game} .phrases=${phrases} .moment=${momentOf(session, info, state)}
            .speakers=${speakers} .mayReport=${signedIn() !== null} .chat=${this.chat?.conversationOf(info) ?? nothing}
            @say=${(event: CustomEvent<string>) => this.say(state, event.detail)}
            @mute=${(event: CustomEvent<Speaker>) => this.mute(info, event.detail)}
            @report=${(event: CustomEvent<Speaker>) => void reportPlayers(info.id, [event.detail])}
            @keydown=${(event: KeyboardEvent) => event.key === "Escape" && this.close()}></talk-panel>`
        : nothing}
    </div>`;
  }

  /** Loads messages and asks for blocked players, if a member of an account plays here. */
  private ask(info: TableInfo): void {
    const seated = [info.id, ...info.places.map(({ kind, name, member }) => `${kind} ${name} ${member}`)].join("\n");
    if (this.asked === seated || !features()) return;
    this.asked = seated;
    void findMe().then(async () => {
      const me = currentMember();
      if (!me || this.asked !== seated) return;
      if (features()?.messages && !this.unfollow) {
        this.chat = await withLazyMessages(() => import("./table-chat.ts"));
        this.unfollow ??= this.chat.followConversations();
      }
      const { contactsApi } = await import("../../contacts/contacts-api.ts");
      mutedPlayers.block(info, (await contactsApi.blockedAt(me.id, info.id)).places);
      this.host.requestUpdate();
    }).catch(() => undefined); // without the server nothing is said either
  }

  private toggle(): void {
    if (this.open) {
      this.close();
      return;
    }
    void import("./talk-panel.ts").then(() => {
      this.open = true;
      this.host.requestUpdate();
    });
  }

  private close(): void {
    this.open = false;
    this.host.requestUpdate();
    this.host.querySelector("[data-action=say]")?.focus({ preventScroll: true });
  }

  /** Players at one device speak for the seat to act. */
  private say(state: StateView, phrase: string): void {
    const session = this.session();
    const acting = state.seats[state.to_act ?? -1] ?? -1;
    const place = session?.places.includes(acting) ? acting : session?.places[0];
    if (place !== undefined) session?.send({ type: "say", phrase, place });
    this.close();
  }

  private mute(info: TableInfo, { place, muted }: Speaker): void {
    mutedPlayers.set(info, place, muted);
    this.host.requestUpdate();
  }
}

/** Depends on nothing that a player may hide. */
function momentOf({ log }: TableSession, info: TableInfo, state: StateView): Moment {
  if (info.status === "over") return "end";
  const moves = log.entries.filter(({ event, undone }) => event.kind === "move" && !undone).length;
  return log.more || moves >= state.seats.length ? "play" : "start";
}
