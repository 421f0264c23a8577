/** The server's verdict on a position that is set up. */
import { html, nothing, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { ApiError, ask } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import type { PositionRequest, PositionResponse } from "../net/protocol.ts";
import { has, t, translator } from "../i18n/i18n.ts";

export type Verdict =
  | { kind: "asking" }
  | { kind: "good"; found: PositionResponse }
  | { kind: "bad"; told: string }
  | { kind: "unknown"; told: string };

export function askPosition(body: PositionRequest): Promise<PositionResponse> {
  return ask<PositionResponse>("/positions", null, body);
}

/** Returns whether a game can begin from the start of a request, and if not, why in the user's words. */
export async function checkPosition(body: PositionRequest): Promise<Verdict> {
  try {
    return { kind: "good", found: await askPosition(body) };
  } catch (error) {
    return error instanceof ApiError && error.code === "bad_position"
      ? { kind: "bad", told: reasonText(error, body.game) }
      : { kind: "unknown", told: errorText(error, body.game) };
  }
}

function reasonText(error: ApiError, game: string): string {
  const { reason } = error;
  if (!reason || !has(game, reason.key)) return errorText(error, game);
  const text = translator(game)(reason.key, reason.args);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

interface Actions {
  again(): void;
  done(): void;
}

/** Renders the verdict, and the button that takes the position over. */
export function verdictCard(verdict: Verdict, names: readonly string[], { again, done }: Actions): TemplateResult {
  return html`<section class="card position-check ${verdict.kind}">
    <div aria-live="polite">
      ${verdict.kind === "asking" ? html`<p>${t("boards.checking")}</p>` : nothing}
      ${verdict.kind === "good"
        ? html`<p class="position-good">${icon("check")} <span>${turnText(verdict.found, names)}</span></p>` : nothing}
      ${verdict.kind === "bad" ? html`<p class="position-bad">${icon("close")} <span>${verdict.told}</span></p>` : nothing}
      ${verdict.kind === "unknown" ? html`<p class="trouble">${verdict.told}</p>` : nothing}
    </div>
    <div class="row">
      ${verdict.kind === "unknown"
        ? html`<button class="secondary" data-action="retry" @click=${again}>${t("retry")}</button>` : nothing}
      <button class="primary" data-action="done" ?disabled=${verdict.kind !== "good"} @click=${done}>
        ${icon("play")} ${t("study.position.done")}</button>
    </div>
  </section>`;
}

function turnText({ seat, result }: PositionResponse, names: readonly string[]): string {
  if (result) return t("study.position.over");
  return seat === null ? t("study.position.good") : t("study.position.turn", { name: names[seat] ?? "" });
}
