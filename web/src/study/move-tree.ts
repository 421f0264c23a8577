/** The moves of a chapter: the main line, with variations below the move that they replace. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/i18n.ts";
import type { Path, TreeNode } from "./study-tree.ts";

export interface TreeShown {
  root: TreeNode;
  path: Path;
  /** Returns what happened, in words, and whether a seat moved; null if that is not known yet. */
  describe: (events: readonly string[]) => { text: string; isMove: boolean } | null;
  /** Whether chance events are left out. */
  hideChance: boolean;
  go: (path: Path) => void;
}

export function moveTree(shown: TreeShown): TemplateResult {
  const { root, path } = shown;
  return html`<div class="move-tree">
    <button class="tree-move tree-start" aria-current=${path.length === 0 ? "step" : "false"} @click=${() => shown.go([])}>
      ${t("study.start")}</button>
    ${comment(root)}
    ${root.next.length > 0 ? line(shown, root, [], []) : html`<p class="tree-empty">${t("study.no_moves")}</p>`}
  </div>`;
}

/** Renders what follows a node, up to the end of its line. */
function line(shown: TreeShown, from: TreeNode, path: Path, events: readonly string[]): TemplateResult {
  const items: TemplateResult[] = [];
  let [node, way, before] = [from, path, events];
  while (node.next.length > 0) {
    items.push(...continuations(shown, node, way, before));
    const [main] = node.next;
    if (!main) break;
    [node, way, before] = [main, [...way, 0], [...before, main.event]];
  }
  return html`<ol class="tree-line">${items}</ol>`;
}

/** Renders the first continuation of a node as a move, and the others as lines of their own. */
function continuations(shown: TreeShown, node: TreeNode, path: Path, events: readonly string[]): TemplateResult[] {
  const [main, ...others] = node.next;
  if (!main) return [];
  const found = move(shown, main, [...path, 0], [...events, main.event]);
  if (others.length === 0) return found === nothing ? [] : [html`<li class=${main.comment ? "with-comment" : ""}>${found}</li>`];
  return [html`<li class="with-variations">${found}
    <ul class="tree-variations" aria-label=${t("study.variations")}>${others.map((other, index) => {
      const way = [...path, index + 1];
      const before = [...events, other.event];
      return html`<li><div class="tree-line">${move(shown, other, way, before, true)}</div>
        ${other.next.length > 0 ? line(shown, other, way, before) : nothing}</li>`;
    })}</ul></li>`];
}

function move(
  shown: TreeShown, node: TreeNode, path: Path, events: readonly string[], always = false,
): TemplateResult | typeof nothing {
  const known = shown.describe(events);
  const isCurrent = path.length === shown.path.length && path.every((step, index) => step === shown.path[index]);
  const isNoted = Boolean(node.comment || node.glyph || node.marks.length > 0);
  if (shown.hideChance && known?.isMove === false && !always && !isCurrent && !isNoted) return nothing;
  return html`<button class="tree-move ${known?.isMove === false ? "chance" : ""}" title=${known?.text ?? ""}
      aria-current=${isCurrent ? "step" : "false"} data-event=${node.event} @click=${() => shown.go(path)}
      ><span aria-hidden=${known ? "true" : "false"}>${node.event}</span
      >${known ? html`<span class="unseen">${known.text}</span>` : nothing}${node.glyph
        ? html`<span class="tree-glyph" aria-hidden="true">${node.glyph}</span><span class="unseen">${t(glyphKey(node.glyph))}</span>`
        : nothing}</button>
    ${comment(node)}`;
}

function comment(node: TreeNode): TemplateResult | typeof nothing {
  return node.comment ? html`<p class="tree-comment">${node.comment}</p>` : nothing;
}

/** Names of the glyphs in catalogue keys. */
const GLYPH_NAMES: Readonly<Record<string, string>> = {
  "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "dubious", "?": "mistake", "??": "blunder",
};

export function glyphKey(glyph: string): string {
  return `study.glyph.${GLYPH_NAMES[glyph] ?? ""}`;
}
