/** What lists of games share: the form of filters, and the facts of a game. */
import { html, type TemplateResult } from "lit";
import { currentLanguage, gameName, t } from "../i18n/i18n.ts";
import "./games.css";

const DAY = 24 * 60 * 60 * 1000;
const PERIODS = { any: 0, week: 7, month: 30, year: 365 } as const;

/** The fields of the form; "" and 0 for everything. */
export interface Fields {
  name: string;
  game: string;
  result: string;
  /** In milliseconds since 1970. */
  since: number;
}

/** `change` is called with the fields that the user changes, `reset` when all filters are cleared. */
export function filterForm(
  { games, results, change, reset }: {
    games: readonly string[];
    results: readonly string[];
    change: (fields: Partial<Fields>) => void;
    reset: () => void;
  },
): TemplateResult {
  const chosen = (event: Event): string => (event.target as HTMLSelectElement | HTMLInputElement).value;
  return html`<form class="games-filters" role="search" aria-label=${t("games.filter")}
    @submit=${(event: Event) => event.preventDefault()} @reset=${reset}>
    <label>${t("games.name")}
      <input type="search" name="name" autocomplete="off"
        @input=${(event: Event) => change({ name: chosen(event) })} /></label>
    <label>${t("games.game")}
      <select name="game" @change=${(event: Event) => change({ game: chosen(event) })}>
        <option value="">${t("games.game.any")}</option>
        ${games.map((game) => html`<option value=${game}>${gameName(game)}</option>`)}
      </select></label>
    <label>${t("games.result")}
      <select name="result" @change=${(event: Event) => change({ result: chosen(event) })}>
        <option value="">${t("games.result.any")}</option>
        ${results.map((result) => html`<option value=${result}>${t(`games.result.${result}`)}</option>`)}
      </select></label>
    <label>${t("games.when")}
      <select name="when" @change=${(event: Event) => {
        const days = PERIODS[chosen(event) as keyof typeof PERIODS];
        change({ since: days === 0 ? 0 : Date.now() - days * DAY });
      }}>
        ${Object.keys(PERIODS).map((period) => html`<option value=${period}>${t(`games.when.${period}`)}</option>`)}
      </select></label>
    <button type="reset" class="quiet">${t("games.clear")}</button>
  </form>`;
}

/** Returns a result with the reason of the end, if the rules did not end the game. */
export function withReason(result: string, reason: string): string {
  return ["resignation", "time", "absence"].includes(reason) ? `${result}, ${t(`games.by_${reason}`)}` : result;
}

/** Renders a game in a list; `at` is when it ended, in milliseconds since 1970. */
export function gameFacts(title: string, result: string, others: string, at: number): TemplateResult {
  const date = new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium", timeStyle: "short" }).format(at);
  return html`<strong>${title}</strong>
    <span class="games-result">${result}</span>
    <span class="games-others">${others}</span>
    <time datetime=${new Date(at).toISOString()}>${date}</time>`;
}
