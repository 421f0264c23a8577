/** How steady the hand of a bot is to be that comes to a table: asked for where hands are at work. */
import { html, nothing, type TemplateResult } from "lit";
import type { DexterityInfo, GameInfo, TableInfo } from "../net/protocol.ts";
import { has, say, sayer } from "../words/words.ts";

/** How steady bots' hands can be at a table; none where no hand is at work. */
export function dexteritiesAt(table: Pick<TableInfo, "calm">, game: GameInfo | undefined): readonly DexterityInfo[] {
  return table.calm === null ? [] : (game?.dexterities ?? []);
}

/** The number chosen, if there is such a dexterity; null: the hand that goes with the level. */
export function dexterityOf(dexterities: readonly DexterityInfo[], chosen: number): number | null {
  return dexterities.some(({ number }) => number === chosen) ? chosen : null;
}

function hinted(game: string, key: string): string {
  const words = sayer(game);
  return has(game, `${key}.hint`) ? `${words(key)} (${words(`${key}.hint`)})` : words(key);
}

/** A field to choose one of `dexterities`, in the words of `game`; nothing where there are none. */
export function handChoice(
  game: string, dexterities: readonly DexterityInfo[], chosen: number, choose: (number: number) => void,
): TemplateResult | typeof nothing {
  if (dexterities.length === 0) return nothing;
  const shown = dexterityOf(dexterities, chosen);
  return html`<label class="field"><span>${say("make.dexterity")}</span>
    <select data-action="dexterity" @change=${(event: Event) =>
      choose(Number((event.target as HTMLSelectElement).value))}>
      <option value="0" ?selected=${shown === null}>${say("make.dexterity.level")}</option>
      ${dexterities.map(({ number, key }) => html`<option value=${number}
        ?selected=${number === shown}>${hinted(game, key)}</option>`)}
    </select>
  </label>`;
}
