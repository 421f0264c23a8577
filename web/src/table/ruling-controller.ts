/** Shows the ruling card at tables where players report the outcome; loads it when first needed. */
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import type { StateView } from "../net/protocol.ts";
import type { EventNames } from "./log/event-text.ts";
import type { TableSession } from "./session.ts";
import { withLazyMessages } from "../i18n/i18n.ts";
import { WakeLock } from "../ui/wake-lock.ts";

/** What the card needs from the page. */
export interface RulingContext {
  session: TableSession;
  state: StateView;
  names: EventNames;
  /** Picture of what is placed. */
  picture: string;
  tell(text: string): void;
}

export class RulingController implements ReactiveController {
  private readonly host: ReactiveControllerHost;
  private readonly awake = new WakeLock();
  private fetched: "no" | "asked" | "there" = "no";

  constructor(host: ReactiveControllerHost) {
    this.host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.awake.keep(false);
  }

  /** Whether a ruling is pending. */
  asks(state: StateView | null): boolean {
    return state?.pending_ruling?.source === "people";
  }

  /** Renders the card if a ruling is pending. From then on the screen stays on until the game ends. */
  card(judged: RulingContext): TemplateResult | typeof nothing {
    const { session, state } = judged;
    if (session.info?.status !== "playing") this.awake.keep(false);
    if (!this.asks(state)) return nothing;
    this.awake.keep(true);
    if (this.fetched === "no") void this.fetch();
    if (this.fetched !== "there") return nothing;
    return html`<ruling-card .session=${session} .state=${state} .names=${judged.names}
      .picture=${judged.picture}
      @told=${(event: CustomEvent<string>) => judged.tell(event.detail)}></ruling-card>`;
  }

  private async fetch(): Promise<void> {
    this.fetched = "asked";
    try {
      await withLazyMessages(() => import("../physics/index.ts"));
      this.fetched = "there";
      this.host.requestUpdate();
    } catch {
      this.fetched = "no"; // retried at the next update
    }
  }
}
