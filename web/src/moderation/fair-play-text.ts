/** Numbers of fair play reports as texts. */
import { formatNumber } from "../i18n/message-format.ts";
import type { FairPlayNumber } from "./fair-play-api.ts";

/** How a number is shown. */
export interface NumberText {
  own: string;
  /** Empty with too few players to compare with, like all that follows. */
  others: string;
  percentile: string;
  z: string;
}

function formatter(language: string, options: Intl.NumberFormatOptions): (value: number) => string {
  return (value) => formatNumber(language, value, options);
}

/** Returns a number with its uncertainty, in the unit of what it measures. */
function withError(language: string, measure: FairPlayNumber["measure"], value: number, error: number | null): string {
  if (measure === "agreement") {
    const text = formatter(language, { style: "percent", maximumFractionDigits: 0 });
    return error === null ? text(value) : `${text(value)} ± ${text(error)}`;
  }
  if (measure === "seconds") {
    // A logarithm: its error is a factor.
    const seconds = Math.exp(value);
    const text = formatter(language, { maximumFractionDigits: 1 });
    const unit = formatter(language, { style: "unit", unit: "second", maximumFractionDigits: 1 });
    return error === null ? unit(seconds) : `${text(seconds)} ± ${unit(seconds * error)}`;
  }
  const digits = measure === "loss" ? 3 : 2;
  const text = formatter(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return error === null ? text(value) : `${text(value)} ± ${text(error)}`;
}

export function numberText(language: string, one: FairPlayNumber): NumberText {
  const own = withError(language, one.measure, one.value, one.error);
  if (one.mean === null || one.z === null) return { own, others: "", percentile: "", z: "" };
  const z = formatter(language, { maximumFractionDigits: 1, minimumFractionDigits: 1, signDisplay: "exceptZero" });
  const plain = formatter(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return {
    own,
    others: withError(language, one.measure, one.mean, one.spread),
    percentile: formatter(language, { maximumFractionDigits: 0 })(one.percentile ?? 0),
    z: `${z(one.z)} ± ${plain(one.z_error ?? 0)}`,
  };
}
