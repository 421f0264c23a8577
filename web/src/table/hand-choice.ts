/** How steady the hand of a bot is to be that comes to a table: asked for where hands are at work. */
import { html, nothing, type TemplateResult } from "lit";
import type { Dexterity, GameInfo, TableInfo } from "../net/protocol.ts";
import { say, sayer } from "../words/words.ts";

/** How steady bots' hands can be at a table; none where no hand is at work. */
export function dexteritiesAt(table: Pick<TableInfo, "calm">, game: GameInfo | undefined): readonly Dexterity[] {
  return table.calm === null ? [] : (game?.dexterities ?? []);
}

/** The number chosen, if there is such a dexterity, else the middle one's; null where there are none. */
export function dexterityOf(dexterities: readonly Dexterity[], chosen: number): number | null {
  const numbers = dexterities.map(({ number }) => number);
  if (numbers.includes(chosen)) return chosen;
  return numbers[Math.floor(numbers.length / 2)] ?? null;
}

/** A field to choose one of `dexterities`, in the words of `game`; nothing where there are none. */
export function handChoice(
  game: string, dexterities: readonly Dexterity[], chosen: number, choose: (number: number) => void,
): TemplateResult | typeof nothing {
  const shown = dexterityOf(dexterities, chosen);
  if (shown === null) return nothing;
  return html`<label class="field"><span>${say("make.dexterity")}</span>
    <select data-action="dexterity" @change=${(event: Event) =>
      choose(Number((event.target as HTMLSelectElement).value))}>
      ${dexterities.map(({ number, key }) => html`<option value=${number}
        ?selected=${number === shown}>${sayer(game)(key)}</option>`)}
    </select>
  </label>`;
}
