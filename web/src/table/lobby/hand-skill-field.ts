/** Field for the hand skill of a bot, at tables with physics. */
import { html, nothing, type TemplateResult } from "lit";
import type { HandSkillInfo, GameInfo, TableInfo } from "../../net/protocol.ts";
import { has, t, translator } from "../../i18n/i18n.ts";

/** Returns the hand skills to choose from; empty if the table has no physics. */
export function handSkillsAt(table: Pick<TableInfo, "assist">, game: GameInfo | undefined): readonly HandSkillInfo[] {
  return table.assist === null ? [] : (game?.hand_skills ?? []);
}

/** Returns the chosen number if it exists, or null for the skill that goes with the level. */
export function handSkillOf(handSkills: readonly HandSkillInfo[], chosen: number): number | null {
  return handSkills.some(({ number }) => number === chosen) ? chosen : null;
}

function hinted(game: string, key: string): string {
  const words = translator(game);
  return has(game, `${key}.hint`) ? `${words(key)} (${words(`${key}.hint`)})` : words(key);
}

/** Renders a field with `handSkills` in the words of `game`, or nothing if there are none. */
export function handSkillField(
  game: string, handSkills: readonly HandSkillInfo[], chosen: number, choose: (number: number) => void,
): TemplateResult | typeof nothing {
  if (handSkills.length === 0) return nothing;
  const shown = handSkillOf(handSkills, chosen);
  return html`<label class="field"><span>${t("make.hand_skill")}</span>
    <select data-action="hand-skill" @change=${(event: Event) =>
      choose(Number((event.target as HTMLSelectElement).value))}>
      <option value="0" ?selected=${shown === null}>${t("make.hand_skill.level")}</option>
      ${handSkills.map(({ number, key }) => html`<option value=${number}
        ?selected=${number === shown}>${hinted(game, key)}</option>`)}
    </select>
  </label>`;
}
