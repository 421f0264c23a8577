import assert from "node:assert/strict";
import { test } from "node:test";
import { COLOURS } from "./position.ts";
import { BLOCK } from "./sizes.ts";
import { TRAY, reserveSpot, stackSpot, tray, traySizes } from "./trays.ts";

/** Half the width of a figure's foot on the board. */
const FOOT = 0.32;

test("figures and stacks are inside their seat's tray and do not overlap", () => {
  for (const seats of [2, 3, 4]) {
    const sizes = traySizes(seats);
    for (let seat = 0; seat < seats; seat += 1) {
      const { x, width } = tray(seat, seats);
      const figures = [0, 1, 2, 3].map((index) => reserveSpot(seat, seats, index));
      const stacks = COLOURS.map((colour) => stackSpot(seat, seats, colour));
      const foot = FOOT * sizes.figure;
      const half = (BLOCK.side / 2) * sizes.block;
      assert.ok(Math.min(...figures.map((spot) => spot.x)) - foot > x - width / 2);
      assert.ok(Math.max(...stacks.map((spot) => spot.x)) + half < x + width / 2);
      assert.ok(Math.max(...figures.map((spot) => spot.x)) + foot < (stacks[0]?.x ?? 0) - half);
      stacks.slice(1).forEach((spot, index) => {
        assert.ok(spot.x - (stacks[index]?.x ?? 0) > 2 * half, `stacks of ${seats} seats`);
      });
      for (const { z } of figures) assert.ok(Math.abs(z - TRAY.z) + foot < TRAY.depth / 2);
    }
  }
});

test("trays lie side by side without touching", () => {
  for (const seats of [2, 3, 4]) {
    for (let seat = 1; seat < seats; seat += 1) {
      const left = tray(seat - 1, seats);
      const right = tray(seat, seats);
      assert.ok(right.x - right.width / 2 - (left.x + left.width / 2) > 0.05);
    }
  }
});
