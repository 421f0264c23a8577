/** Runs the requests of a form: one at a time, with what to say while it runs, after it, and if it fails. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { has, t } from "../i18n/i18n.ts";
import { ApiError } from "../net/api.ts";
import { errorText } from "../net/error-text.ts";
import { inTurn } from "./in-turn.ts";

export class Actions implements ReactiveController {
  busy = false;
  private said = "";
  private trouble = "";
  private readonly host: ReactiveControllerHost;
  private readonly errors: string;

  /** Messages for the host's own errors begin with `errors`. */
  constructor(host: ReactiveControllerHost, errors = "") {
    this.host = host;
    this.errors = errors;
    host.addController(this);
  }

  hostConnected(): void {
    this.said = this.trouble = "";
  }

  /**
   * Runs `work`, unless another one runs; returns whether it succeeded. What it returns is said.
   * `errors` is for this work only.
   */
  async run(work: () => Promise<string | void>, errors = this.errors): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.said = this.trouble = "";
    this.host.requestUpdate();
    try {
      this.said = (await inTurn(work, () => {
        this.said = t("account.busy");
        this.host.requestUpdate();
      })) ?? "";
      return true;
    } catch (error) {
      this.trouble = textOf(error, errors);
      return false;
    } finally {
      this.busy = false;
      this.host.requestUpdate();
    }
  }

  render(): TemplateResult {
    return html`<p class="told" role="status">${this.said}</p><p class="trouble" role="alert">${this.trouble}</p>`;
  }
}

/** Returns what to say of an error; messages that begin with `errors` come first. */
export function textOf(error: unknown, errors: string): string {
  if (!(error instanceof ApiError) || (error.reason && error.reason.key !== "sign_in.busy")) return errorText(error);
  const key = [`${errors}.${error.code}`, `account.error.${error.code}`].find((one) => has("", one));
  return key === undefined ? errorText(error) : t(key, { count: Math.ceil((error.retryAfter ?? 60) / 60) });
}

/** Returns the values of a submitted form by the names of its fields, without spaces around them. */
export function fields(event: Event): Record<string, string> {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  return Object.fromEntries([...data].map(([name, value]) =>
    [name, name.includes("password") ? String(value) : String(value).trim()]));
}
