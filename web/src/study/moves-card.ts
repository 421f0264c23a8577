/** The moves of the shown chapter, with buttons to go through them, and what is hidden. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { t } from "../i18n/i18n.ts";
import { moveTree, type TreeShown } from "./move-tree.ts";
import { endOf, nodeAt } from "./study-tree.ts";

export interface MovesShown extends TreeShown {
  title: string;
  /** What led to the shown position, in words. */
  event: string;
  canUndo: boolean;
  canRedo: boolean;
  step: (to: "undo" | "redo") => void;
  promote: () => void;
  /** Deletes the shown move and all that follow it. */
  cut: () => void;
  /** Whether the game has chance events. */
  hasChance: boolean;
  drawsChance: (draws: boolean) => void;
  /** Names of the seats whose hands can be covered. */
  hands: readonly string[];
  covered: readonly number[];
  cover: (seats: readonly number[]) => void;
}

export function movesCard(shown: MovesShown): TemplateResult {
  const { root, path, go, step } = shown;
  const isLast = nodeAt(root, path).next.length === 0;
  return html`<section class="card study-moves" aria-labelledby="moves-title">
    <h2 id="moves-title">${shown.title}</h2>
    <div class="replay-buttons">
      ${tool("replay.first", "first", () => go([]), path.length === 0)}
      ${tool("replay.back", "back", () => go(path.slice(0, -1)), path.length === 0)}
      ${tool("replay.next", "next", () => go([...path, 0]), isLast)}
      ${tool("replay.last", "last", () => go(endOf(root, path)), isLast)}
      ${tool("boards.undo", "undo", () => step("undo"), !shown.canUndo)}
      ${tool("boards.redo", "redo", () => step("redo"), !shown.canRedo)}
    </div>
    <p class="study-event">${shown.event}</p>
    ${moveTree(shown)}
    <div class="row">
      ${path.every((at) => at === 0) ? nothing : html`<button class="quiet" data-action="promote" @click=${shown.promote}>
        ${icon("check")} ${t("study.promote")}</button>`}
      ${path.length > 0 ? html`<button class="quiet" data-action="cut" @click=${shown.cut}>
        ${icon("close")} ${t("study.remove")}</button>` : nothing}
    </div>
    <div class="study-hidden">
      ${shown.hasChance ? tick("draw-chance", shown.hideChance, t("study.chance.always"), shown.drawsChance) : nothing}
      ${shown.hands.map((name, seat) => tick(`cover-${seat}`, shown.covered.includes(seat), t("study.cover", { name }), (covers) =>
        shown.cover(covers ? [...shown.covered, seat].sort() : shown.covered.filter((one) => one !== seat))))}
    </div>
  </section>`;
}

function tool(key: string, picture: Parameters<typeof icon>[0], press: () => void, disabled: boolean): TemplateResult {
  return html`<button class="tool" title=${t(key)} aria-label=${t(key)} data-action=${key} ?disabled=${disabled}
    @click=${press}>${icon(picture)}</button>`;
}

function tick(name: string, checked: boolean, label: string, set: (checked: boolean) => void): TemplateResult {
  return html`<label class="tick"><input type="checkbox" name=${name} .checked=${checked}
    @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} /><span>${label}</span></label>`;
}
