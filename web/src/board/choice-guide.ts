/** Guides the player through a move: the next question in words, and keyboard focus. */
import { has, t, translator } from "../i18n/i18n.ts";
import { isIdle } from "../ui/focus.ts";
import type { ChoicePanel } from "./choice-panel.ts";
import { missingParts, type MoveSelection } from "./move-selection.ts";
import type { GameBoard } from "./game-board.ts";

/** Returns what to do next, in the game's words, or an empty string if there is nothing to choose. */
export function hintOf(game: string, choosing: MoveSelection): string {
  const first = choosing.legal[0];
  if (!first) return "";
  if (choosing.preview) return translator(game)("hint.play");
  const parts = Object.keys(first.parts);
  const picked = choosing.choices.length > 0 ? choosing.chosen : {};
  const missing = parts.find((part) => !(part in picked));
  const keys = [`choose.${parts.length}.${missing}`, `choose.${missing}`];
  const key = keys.find((known) => has(game, known));
  return key ? translator(game)(key) : t("hint.choose");
}

/** Moves keyboard focus to the next choice, or to the button that plays the move. */
export async function leadFocus(
  page: HTMLElement,
  choosing: MoveSelection,
  board: GameBoard | null,
  panel: ChoicePanel | null,
): Promise<void> {
  await board?.updateComplete;
  await panel?.updateComplete;
  const active = document.activeElement;
  if (active instanceof HTMLElement && active.matches("select, input")) return;
  if (choosing.preview) {
    page.querySelector<HTMLElement>("[data-action=play-move]")?.focus();
    return;
  }
  const { chosen, choices } = choosing;
  const missing = missingParts(choosing)[0];
  if (choices.length > 0 && missing !== undefined) {
    if (board?.focusTarget({}, missing) || panel?.focusChoice()) return;
  }
  if (isIdle(active) || !page.contains(active)) {
    if (!board?.focusTarget(choices.length > 0 ? chosen : {})) panel?.focusChoice();
  }
}
