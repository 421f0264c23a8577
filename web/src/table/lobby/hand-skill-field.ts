/** Field for the hand skill of a bot, at tables with physics. */
import { html, nothing, type TemplateResult } from "lit";
import type { DexterityInfo, GameInfo, TableInfo } from "../../net/protocol.ts";
import { has, t, translator } from "../../i18n/i18n.ts";

/** Returns the hand skills to choose from; empty if the table has no physics. */
export function handSkillsAt(table: Pick<TableInfo, "calm">, game: GameInfo | undefined): readonly DexterityInfo[] {
  return table.calm === null ? [] : (game?.dexterities ?? []);
}

/** Returns the chosen number if it exists, or null for the skill that goes with the level. */
export function handSkillOf(dexterities: readonly DexterityInfo[], chosen: number): number | null {
  return dexterities.some(({ number }) => number === chosen) ? chosen : null;
}

function hinted(game: string, key: string): string {
  const words = translator(game);
  return has(game, `${key}.hint`) ? `${words(key)} (${words(`${key}.hint`)})` : words(key);
}

/** Renders a field with `dexterities` in the words of `game`, or nothing if there are none. */
export function handSkillField(
  game: string, dexterities: readonly DexterityInfo[], chosen: number, choose: (number: number) => void,
): TemplateResult | typeof nothing {
  if (dexterities.length === 0) return nothing;
  const shown = handSkillOf(dexterities, chosen);
  return html`<label class="field"><span>${t("make.dexterity")}</span>
    <select data-action="dexterity" @change=${(event: Event) =>
      choose(Number((event.target as HTMLSelectElement).value))}>
      <option value="0" ?selected=${shown === null}>${t("make.dexterity.level")}</option>
      ${dexterities.map(({ number, key }) => html`<option value=${number}
        ?selected=${number === shown}>${hinted(game, key)}</option>`)}
    </select>
  </label>`;
}
