/** Seats of every game can be told apart by colour alone, also by eyes without one kind of cone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { livery, mainColour } from "../../src/empile/games/block_ness/web/model/colours.ts";
import { SEATS } from "../../src/empile/games/block_out/web/model/colours.ts";
import { side } from "../../src/empile/games/blox/web/model/colours.ts";
import { COLOURS, LIVERIES } from "../../src/empile/games/on_top/web/model/colours.ts";
import type { ColourSet } from "../src/stage/appearance.ts";
import { changeSetting } from "../src/ui/settings.ts";

/**
 * Linear RGB as seen without one kind of cone: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, A
 * Physiologically-based Model for Simulation of Color Vision Deficiency, 2009, severity 1.
 */
const SEEN: Record<ColourSet, number[][]> = {
  standard: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [
    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ = [
  [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041],
];
const WHITE = [0.95047, 1, 1.08883];
/** CIE 1976 distance in Lab by colour set; about 2.3 is just noticeable. */
const LEAST: Record<ColourSet, number> = { standard: 25, protan: 35, deutan: 35, tritan: 35 };
/** The standard set for eyes without one kind of cone. */
const LEAST_STANDARD = 20;

const SEAT_COLOURS: Record<string, () => string[]> = {
  "block-ness": () => ["orange", "black", "violet", "green"].map((colour) => mainColour(livery(colour))),
  "block-out": () => Object.keys(SEATS).map((seat) => SEATS[Number(seat)]?.colour ?? ""),
  blox: () => ([0, 1, 2, 3, "neutral"] as const).map((owner) => side(owner).colour),
  "on-top": () => COLOURS.map((colour) => LIVERIES[colour].colour),
};

const product = (rows: number[][], of: number[]) =>
  rows.map((row) => row.reduce((sum, factor, index) => sum + factor * (of[index] ?? 0), 0));

/** Returns sRGB from 0 to 1 of `#rrggbb` or `hsl(h, s%, l%)`. */
function rgb(colour: string): number[] {
  const [h = 0, s = 0, l = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const amplitude = (s / 100) * Math.min(l / 100, 1 - l / 100);
  return [0, 8, 4].map((n) => {
    const k = (n + h / 30) % 12;
    return l / 100 - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

function lab(colour: string, seen: number[][]): number[] {
  const linear = rgb(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const clamped = product(seen, linear).map((value) => Math.min(1, Math.max(0, value)));
  const [x = 0, y = 0, z = 0] = product(XYZ, clamped).map((value, index) => {
    const part = value / (WHITE[index] ?? 1);
    return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));

for (const [game, colours] of Object.entries(SEAT_COLOURS)) {
  for (const set of Object.keys(SEEN) as ColourSet[]) {
    test(`${game}: the seats' colours of the set ${set} can be told apart`, (context) => {
      changeSetting("colours", set);
      context.after(() => changeSetting("colours", "standard"));
      const seen = colours();
      assert.ok(seen.length >= 4);
      const everybody = Object.keys(SEEN) as ColourSet[];
      for (const eyes of set === "standard" ? everybody : (["standard", set] as const)) {
        const least = eyes === "standard" || eyes === set ? LEAST[set] : LEAST_STANDARD;
        const places = seen.map((colour) => lab(colour, SEEN[eyes]));
        places.forEach((one, index) => {
          places.slice(0, index).forEach((other, before) => {
            const apart = distance(one, other);
            assert.ok(
              apart >= least, `${seen[index]} and ${seen[before]} are ${apart.toFixed(1)} apart (${eyes})`,
            );
          });
        });
      }
    });
  }
}

test("the simulation shows what eyes without one kind of cone cannot tell apart", () => {
  const [blue, violet] = ["#1f66c9", "#7a4bbd"];
  assert.ok(distance(lab(blue, SEEN.standard), lab(violet, SEEN.standard)) > 25);
  assert.ok(distance(lab(blue, SEEN.protan), lab(violet, SEEN.protan)) < 10);
});
