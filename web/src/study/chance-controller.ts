/** Chance events of the shown position: their outcomes, what is chosen of one, and drawing them. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { readPreference, savePreference } from "../ui/preferences.ts";
import type { ChanceOutcome } from "../net/protocol.ts";
import type { StudyPositions } from "./study-positions.ts";

/** A position at which chance decides. */
export interface ChancePosition {
  /** Differs from that of any other position. */
  key: string;
  positions: StudyPositions;
  events: readonly string[];
  /** Whole events, or first parts of one, that can come next. */
  choices: readonly ChanceOutcome[];
  /** Whether the study has no continuation yet. */
  isEnd: boolean;
  /** Whether a hand is covered, which the possible outcomes would reveal. */
  isCovered: boolean;
}

export interface ChanceHost {
  /** The shown position; null unless chance decides there. */
  position: () => ChancePosition | null;
  add: (events: readonly string[]) => void;
  failed: (error: unknown) => void;
}

export class ChanceController implements ReactiveController {
  /** What can be chosen next; null while that is loading. */
  choices: readonly ChanceOutcome[] | null = null;
  /** What was chosen of the event so far. */
  partial: readonly string[] = [];
  /** Whether events are drawn without asking. */
  draws = readPreference("chance") === "draw";
  private readonly host: ReactiveControllerHost;
  private readonly page: ChanceHost;

  constructor(host: ReactiveControllerHost, page: ChanceHost) {
    this.host = host;
    this.page = page;
    host.addController(this);
  }

  hostConnected(): void {
    // The page calls `offer` for each position.
  }

  /** Forgets the event of another position. */
  clear(): void {
    this.put([], null);
  }

  setDraws(draws: boolean): void {
    this.draws = draws;
    savePreference("chance", draws ? "draw" : "ask");
    void this.offer();
  }

  /** Loads what can be chosen next, or draws the event if that is wished. */
  async offer(): Promise<void> {
    const at = this.page.position();
    if (!at) {
      this.host.requestUpdate();
      return;
    }
    if (this.draws && at.isEnd) {
      await this.draw();
      return;
    }
    const { partial } = this;
    if (at.isCovered || partial.length === 0) {
      this.put(partial, at.isCovered ? [] : at.choices);
      return;
    }
    try {
      const choices = await at.positions.outcomes(at.events, partial);
      if (at.key === this.page.position()?.key && partial === this.partial) this.put(partial, choices);
    } catch (error) {
      this.page.failed(error);
    }
  }

  choose({ text, is_event: isEvent }: ChanceOutcome): void {
    if (isEvent) this.page.add([text]);
    else this.choosePart([...this.partial, text]);
  }

  /** Takes the last choice back. */
  undo(): void {
    this.choosePart(this.partial.slice(0, -1));
  }

  /** Draws the event, or the rest of it. */
  async draw(): Promise<void> {
    const at = this.page.position();
    if (!at) return;
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    try {
      const events = await at.positions.draw(at.events, seed, this.partial);
      if (at.key === this.page.position()?.key) this.page.add(events);
    } catch (error) {
      this.page.failed(error);
    }
  }

  private choosePart(partial: readonly string[]): void {
    this.put(partial, null);
    void this.offer();
  }

  private put(partial: readonly string[], choices: readonly ChanceOutcome[] | null): void {
    this.partial = partial;
    this.choices = choices;
    this.host.requestUpdate();
  }
}
