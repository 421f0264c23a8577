/** Selection of a game's options in a form, and their dependencies. */
import type { GameInfo, OptionInfo } from "../net/protocol.ts";

type Chosen = Record<string, unknown>;

/**
 * Returns the options to show, in the game's order: those that are `named` in the catalogue and possible with
 * the current choices. The number of players has its own field; `given` options are fixed; a list is shown
 * only if it has presets or an editor.
 */
export function visibleOptions(
  game: Pick<GameInfo, "options">,
  given: Chosen,
  chosen: Chosen,
  named: (option: string) => boolean,
  entered: (option: string) => boolean,
): OptionInfo[] {
  return game.options.filter(
    (option) =>
      option.name !== "players" && !(option.name in given) && named(option.name) &&
      (option.kind !== "list" || Object.keys(option.presets ?? {}).length > 0 || entered(option.name)) &&
      isPossible(game, option, { ...chosen, ...given }),
  );
}

/** Whether an option may leave its default with the other options as chosen. */
export function isPossible(
  game: Pick<GameInfo, "options">, option: OptionInfo, chosen: Chosen,
): boolean {
  return Object.entries(option.requires ?? {}).every(([name, values]) =>
    values.some((value) => isSame(value, chosen[name] ?? defaultOf(game, name))),
  );
}

/** Returns the options that `option` depends on and that are not at their defaults. */
export function othersOf(
  game: Pick<GameInfo, "options">, option: OptionInfo, chosen: Chosen,
): Chosen {
  const names = (option.depends_on ?? []).filter(
    (name) => name in chosen && !isSame(chosen[name], defaultOf(game, name)),
  );
  return Object.fromEntries(names.map((name) => [name, chosen[name]]));
}

/** Returns the choices after boardSetup `option` to `value` (null: its default). */
export function setOption(
  game: Pick<GameInfo, "options">, chosen: Chosen, option: string, value: unknown,
): Chosen {
  const left = Object.entries(chosen).filter(
    ([name]) =>
      name !== option &&
      !game.options.find((other) => other.name === name)?.depends_on?.includes(option),
  );
  return Object.fromEntries(value === null ? left : [...left, [option, value]]);
}

function defaultOf(game: Pick<GameInfo, "options">, name: string): unknown {
  return game.options.find((option) => option.name === name)?.default;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the typed number clamped to the option's range, or its default if it is not a number. */
export function parseNumber(text: string, option: Pick<OptionInfo, "default" | "values">): number {
  const typed = Math.round(Number(text));
  if (text.trim() === "" || !Number.isFinite(typed)) return Number(option.default);
  const [least, greatest] = option.values.map(Number);
  return Math.min(greatest ?? typed, Math.max(least ?? typed, typed));
}
