/** Geometry of the plot of a rating over its games, without drawing. */
import type { RatingPoint } from "./rating-api.ts";

export const WIDTH = 600;
export const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 26;
/** At least so many points between the lowest and the highest line. */
const LEAST_RANGE = 100;

export interface Plot {
  /** The path of the points, in the order of time. */
  line: string;
  /** The area of one uncertainty around it. */
  band: string;
  dots: { x: number; y: number }[];
  /** Horizontal lines with their points. */
  lines: { y: number; points: number }[];
}

/** Returns the plot of `points`, the oldest first; they are evenly spaced. */
export function plotOf(points: readonly Pick<RatingPoint, "points" | "uncertainty">[]): Plot {
  const low = Math.min(...points.map((one) => one.points - one.uncertainty));
  const high = Math.max(...points.map((one) => one.points + one.uncertainty), low + LEAST_RANGE);
  const step = stepOf(high - low);
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const x = (index: number) =>
    points.length === 1 ? (LEFT + WIDTH - RIGHT) / 2 : LEFT + ((WIDTH - LEFT - RIGHT) * index) / (points.length - 1);
  const y = (value: number) => TOP + ((HEIGHT - TOP - BOTTOM) * (top - value)) / (top - bottom);
  const at = (index: number, value: number) => `${round(x(index))} ${round(y(value))}`;
  const upper = points.map((one, index) => at(index, one.points + one.uncertainty));
  const lower = points.map((one, index) => at(index, one.points - one.uncertainty)).reverse();
  const lines = [];
  for (let value = bottom; value <= top; value += step) lines.push({ y: round(y(value)), points: value });
  return {
    line: `M${points.map((one, index) => at(index, one.points)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    dots: points.map((one, index) => ({ x: round(x(index)), y: round(y(one.points)) })),
    lines,
  };
}

/** Returns a round distance of lines, of which there are three to seven. */
function stepOf(range: number): number {
  return [25, 50, 100, 200, 250, 500, 1000].find((step) => range / step <= 5) ?? 2000;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
