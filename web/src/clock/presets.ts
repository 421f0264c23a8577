/** Usual clocks, and what can be chosen instead. */
import type { TableInfo } from "../net/protocol.ts";
import type { Args } from "../i18n/message-format.ts";

export type ClockChoice = NonNullable<TableInfo["clock"]>;
export type Kind = ClockChoice["kind"];

/** From the fastest, for all numbers of seats. */
export const PRESETS: readonly ClockChoice[] = [
  { kind: "real", base: 180, increment: 2 },
  { kind: "real", base: 300, increment: 5 },
  { kind: "real", base: 600, increment: 10 },
  { kind: "real", base: 1200, increment: 20 },
  { kind: "turn", turn: 20, reserve: 120 },
  { kind: "turn", turn: 40, reserve: 300 },
  { kind: "turn", turn: 90, reserve: 600 },
  { kind: "days", days: 1, reserve: 12 },
  { kind: "days", days: 3, reserve: 24 },
  { kind: "days", days: 7, reserve: 24 },
];

export function presetsFor(seats: number): ClockChoice[] {
  return PRESETS.filter(({ kind }) => kind === "days" || (kind === "real") === (seats === 2));
}

interface Field {
  name: string;
  /** Of what the user types, in the unit of the server: 60 for minutes. */
  unit: number;
  least: number;
  most: number;
  usual: number;
}

export const FIELDS: Record<Kind, Field[]> = {
  real: [
    { name: "base", unit: 60, least: 10, most: 10_800, usual: 600 },
    { name: "increment", unit: 1, least: 0, most: 180, usual: 5 },
  ],
  turn: [
    { name: "turn", unit: 1, least: 5, most: 1800, usual: 40 },
    { name: "reserve", unit: 60, least: 0, most: 7200, usual: 300 },
  ],
  days: [
    { name: "days", unit: 1, least: 1, most: 14, usual: 3 },
    { name: "reserve", unit: 1, least: 0, most: 72, usual: 24 },
  ],
};

/** Returns a clock in words: "5 min + 3 s a move". */
export function clockText(clock: ClockChoice, t: (key: string, args?: Args) => string): string {
  const minutes = (seconds: number) => Math.round(seconds / 6) / 10;
  switch (clock.kind) {
    case "real":
      return t("clock.text.real", { base: minutes(clock.base), increment: clock.increment ?? 0 });
    case "turn":
      return t("clock.text.turn", { turn: clock.turn, reserve: minutes(clock.reserve ?? 0) });
    case "days":
      return t("clock.text.days", { count: clock.days, reserve: clock.reserve ?? 0 });
  }
}
