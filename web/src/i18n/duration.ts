/** Durations in words. */
import { formatNumber } from "./message-format.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns seconds in the largest unit of which they are a multiple: "5 minutes", "2 days". */
export function durationText(seconds: number, language: string): string {
  const [unit, size] = seconds % DAY === 0 ? ["day", DAY] as const
    : seconds % HOUR === 0 ? ["hour", HOUR] as const
    : seconds % MINUTE === 0 ? ["minute", MINUTE] as const
    : ["second", 1] as const;
  return formatNumber(language, seconds / size, { style: "unit", unit, unitDisplay: "long" });
}
