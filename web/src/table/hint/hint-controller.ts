/** Requests a hint, previews its move on the board, and hides it again. */
import { reducedMotion } from "../../ui/motion.ts";
import type { MoveChooser } from "../../board/move-chooser.ts";
import type { AdvisedMove } from "../../net/protocol.ts";
import { t } from "../../i18n/i18n.ts";
import { asGood, expectedText, moveInWords } from "./expected-text.ts";
import type { TableSession } from "../session.ts";

/** What the controller needs from its page. */
export interface HintPage {
  session(): TableSession | null;
  chooser: MoveChooser;
  /** Announces a text to screen readers. */
  tell(text: string): void;
}

export class HintController {
  private keys = false;
  private readonly host: HTMLElement;
  private readonly page: HintPage;

  constructor(host: HTMLElement, page: HintPage) {
    this.host = host;
    this.page = page;
  }

  /** Requests a hint, or hides the shown one. `keys`: whether focus follows. */
  toggle(keys: boolean): void {
    const session = this.page.session();
    if (!session?.info?.hints || !session.state?.mine || session.asking) return;
    if (session.advice) {
      this.hide();
      return;
    }
    this.keys = keys;
    session.askHint();
    if (session.asking) this.page.tell(t("hint.thinking"));
  }

  /** Shows the best move when the hint arrives. */
  advised(): void {
    const best = this.page.session()?.advice?.best;
    if (!best || !this.show(best, this.keys)) return;
    this.host.querySelector(".stage-area")?.scrollIntoView({
      block: "nearest", behavior: reducedMotion() ? "auto" : "smooth",
    });
  }

  /** Previews a move of the hint on the board; returns whether it is legal. */
  show(move: AdvisedMove, keys: boolean): boolean {
    const { chooser } = this.page;
    const session = this.page.session();
    const legal = chooser.choosing.legal.find(({ text }) => text === move.text);
    if (!legal || !session?.advice || !session.info) return false;
    chooser.suggest(legal, keys);
    this.page.tell(
      t("hint.told", {
        move: moveInWords(session.info.game, move),
        expected: asGood(session.advice, move)
          ? t("hint.as_good")
          : expectedText(session.advice, move, session.info).join(", "),
      }),
    );
    return true;
  }

  hide(): void {
    this.page.chooser.dropSuggestion();
    this.page.session()?.forgetHint();
  }
}
