/** Keyboard shortcuts of a page, and the list of them. */
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from "lit";
import { shortcutKey } from "../ui/keys.ts";
import { t } from "../i18n/i18n.ts";

/** What keys do; for each key there is a message `keys.<name>`. */
export interface KeyAction {
  key: string;
  name: string;
  do(): void;
}

export class KeysController implements ReactiveController {
  readonly actions: readonly KeyAction[];
  private readonly pressed = (event: KeyboardEvent) => {
    const key = shortcutKey(event);
    const action = this.actions.find((one) => one.key === key);
    if (!action) return;
    event.preventDefault();
    action.do();
  };

  constructor(host: ReactiveControllerHost, actions: readonly KeyAction[]) {
    this.actions = actions;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener("keydown", this.pressed);
  }

  hostDisconnected(): void {
    document.removeEventListener("keydown", this.pressed);
  }
}

/** Keys that the board handles itself. */
const BOARD: readonly { keys: readonly string[]; name: string }[] = [
  { keys: ["Tab"], name: "focus" },
  { keys: ["←", "→", "↑", "↓"], name: "move" },
  { keys: ["Home", "End"], name: "ends" },
  { keys: ["↵"], name: "choose" },
  { keys: ["Esc"], name: "undo" },
  { keys: ["⇧ ←", "⇧ →", "+", "−"], name: "camera" },
];

/** Renders the list of keys. */
export function keyList(actions: readonly KeyAction[]): TemplateResult {
  const row = (keys: readonly string[], text: string) => html`<div>
    <dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${text}</dd></div>`;
  return html`<dl class="key-list">
    ${BOARD.map(({ keys, name }) => row(keys, t(`keys.${name}`)))}
    ${actions.map(({ key, name }) => row([key.toUpperCase()], t(`keys.${name}`)))}
  </dl>`;
}
