/** Where a table lets its people judge: their card is fetched when it is first needed. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { StateView } from "../net/protocol.ts";
import type { Speaker } from "../table/sentences.ts";
import type { TableSession } from "../table/session.ts";
import { speakingRoom } from "../words/words.ts";
import { Awake } from "./awake.ts";

/** What the card needs of the page. */
export interface Judged {
  session: TableSession;
  state: StateView;
  speaker: Speaker;
  /** What is to be placed, as a picture. */
  picture: string;
  tell(text: string): void;
}

export class PeopleJudge implements ReactiveController {
  private readonly host: ReactiveControllerHost;
  private readonly awake = new Awake();
  private fetched: "no" | "asked" | "there" = "no";

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.awake.keep(false);
  }

  /** Whether people are asked now. */
  asks(state: StateView | null): boolean {
    return state?.judging?.by === "people";
  }

  /** The card, where people are asked. From the first time on the screen stays on until the end. */
  card(judged: Judged): TemplateResult | typeof nothing {
    const { session, state } = judged;
    if (session.info?.status !== "playing") this.awake.keep(false);
    if (!this.asks(state)) return nothing;
    this.awake.keep(true);
    if (this.fetched === "no") void this.fetch();
    if (this.fetched !== "there") return nothing;
    return html`<people-judge .session=${session} .state=${state} .speaker=${judged.speaker}
      .picture=${judged.picture}
      @told=${(event: CustomEvent<string>) => judged.tell(event.detail)}></people-judge>`;
  }

  private async fetch(): Promise<void> {
    this.fetched = "asked";
    try {
      await speakingRoom(() => import("./people-judge.ts"));
      this.fetched = "there";
      this.host.requestUpdate();
    } catch {
      this.fetched = "no"; // asked for again with the next picture
    }
  }
}
