/** Cards, blocks, jokers and the phase table as SVG icons. */
import { LIVERIES, MARKS, isColour, side } from "./colours.ts";
import { COLOURS, type Colour, type Owner, type Phase, count } from "./position.ts";

const TILE = 24;
const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns a rectangle with a colour's pattern, `tiles` across. */
export function swatch(colour: Colour, { x, y, width, height }: Box, tiles = 1): string {
  const { block, ink, pattern, line } = LIVERIES[colour];
  const wide = TILE * tiles;
  const high = (wide * height) / width;
  const style = line > 0 ? `fill="none" stroke="${ink}" stroke-width="${line}"` : `fill="${ink}"`;
  let drawn = "";
  for (let down = 0; down < high; down += TILE) {
    for (let along = 0; along < wide; along += TILE) {
      drawn += `<path d="${pattern}" transform="translate(${along} ${down})"/>`;
    }
  }
  return (
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${wide} ${round(high)}">` +
    `<rect width="${wide}" height="${round(high)}" fill="${block}"/><g ${style}>${drawn}</g></svg>`
  );
}

function picture(width: number, height: number, inside: string, row = false): string {
  return `<svg ${XMLNS}${row ? ' class="row-of"' : ""} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${inside}</svg>`;
}

const CARD = { width: 44, height: 60 };

/** Returns a card's front, or its back if the colour is hidden. */
export function cardPicture(card: string, { paying = false }: { paying?: boolean } = {}): string {
  const { width, height } = CARD;
  const edge =
    `<rect x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="6" fill="#fffdf6"` +
    ` stroke="#1d1712" stroke-opacity=".65" stroke-width="1.5"/>`;
  const inside = isColour(card)
    ? swatch(card, { x: 5, y: 5, width: width - 10, height: height - 10 }, 1.5) +
      `<rect x="5" y="5" width="${width - 10}" height="${height - 10}" fill="none" stroke="#1d1712" stroke-opacity=".5"/>`
    : back({ x: 5, y: 5, width: width - 10, height: height - 10 });
  return picture(width, height, edge + inside + (paying ? tick(width, height) : ""));
}

function back({ x, y, width, height }: Box): string {
  const rows = [0.24, 0.5, 0.76].map((part, index) =>
    `<rect x="${round(x + width * (0.36 - index * 0.1))}" y="${round(y + height * part - 4)}"` +
    ` width="${round(width * (0.28 + index * 0.2))}" height="8" rx="1.5" fill="#e8c27c"/>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" fill="#6b4a33"/>${rows.join("")}`;
}

/** Returns the sign of a card that will be discarded. */
function tick(width: number, height: number): string {
  return (
    `<circle cx="${width / 2}" cy="${height / 2}" r="11" fill="#fffaf0" stroke="#1d1712" stroke-width="2"/>` +
    `<path d="M${width / 2 - 5} ${height / 2}l3.5 4.5 6.5-8" fill="none" stroke="#1d1712" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`
  );
}

/** Returns a seat's joker: a star on its colour face up, a grey back face down. */
export function jokerPicture(seat: number, up: boolean, { paying = false }: { paying?: boolean } = {}): string {
  const { width, height } = CARD;
  const { colour, deep } = side(seat);
  const star = starPath(width / 2, height / 2, 15);
  const tile = up
    ? `<rect x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="6" fill="${colour}" stroke="${deep}" stroke-width="1.5"/>` +
      `<path d="${star}" fill="#fffaf0" stroke="${deep}" stroke-width="1"/>`
    : `<rect x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="6" fill="#cfc6b8" stroke="#7d7263" stroke-width="1.5" stroke-dasharray="4 3"/>` +
      `<path d="${star}" fill="none" stroke="#7d7263" stroke-width="1.5" stroke-dasharray="3 2.5"/>`;
  return picture(width, height, tile + (paying ? tick(width, height) : ""));
}

function starPath(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 === 0 ? radius : radius * 0.42;
    const angle = (index / 10) * 2 * Math.PI - Math.PI / 2;
    return `${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

/** Returns the cards of a payment side by side, the joker's with a star. */
export function payPicture(pay: string, seat: number): string {
  const cards = pay.match(/[WGBM]\*?/g) ?? [];
  const wide = 22;
  const drawn = cards.map((card, index) => {
    const box = { x: index * (wide + 3) + 1, y: 1, width: wide, height: 30 };
    const frame = `<rect x="${box.x}" y="1" width="${wide}" height="30" rx="3" fill="none" stroke="#1d1712" stroke-opacity=".65" stroke-width="1.5"/>`;
    const star = card.endsWith("*")
      ? `<circle cx="${box.x + wide / 2}" cy="16" r="10" fill="${side(seat).colour}" stroke="#fffaf0" stroke-width="1.5"/>` +
        `<path d="${starPath(box.x + wide / 2, 16, 7)}" fill="#fffaf0"/>`
      : "";
    return swatch(card[0] as Colour, box, 1) + frame + star;
  });
  return picture(cards.length * (wide + 3) + 1, 32, drawn.join(""), true);
}

/** Returns blocks by colour with their numbers; framed in red if there are too many to take more. */
export function blocksPicture(blocks: string, full: boolean): string {
  const wide = 23;
  const drawn = COLOURS.map((colour, index) => {
    const many = count(blocks, colour);
    const x = index * wide + 2;
    const box = { x, y: 3, width: 12, height: 12 };
    const frame = `<rect x="${x}" y="3" width="12" height="12" rx="2.5" fill="none" stroke="#1d1712" stroke-opacity=".7"/>`;
    return (
      `<g opacity="${many > 0 ? 1 : 0.35}">${swatch(colour, box, 1)}${frame}` +
      `<text x="${x + 13.5}" y="13.5" font-size="11.5" font-weight="700" font-family="system-ui,sans-serif" fill="#2b2118">${many}</text></g>`
    );
  });
  const alarm = full
    ? `<rect x=".75" y=".75" width="${4 * wide - 1}" height="16.5" rx="4" fill="none" stroke="#c8361f" stroke-width="1.5" stroke-dasharray="4 2"/>`
    : "";
  return picture(4 * wide + 1, 18, drawn.join("") + alarm, true);
}

/** Returns a hand: fronts if known, or else backs; and the seat's joker. */
export function handPicture(hand: string, seat: number, jokerUp: boolean): string {
  const step = 11;
  const drawn = [...hand].map((card, index) => {
    const x = index * step + 1;
    const box = { x, y: 1, width: 10, height: 15 };
    const face = isColour(card)
      ? swatch(card, box, 0.8)
      : `<rect x="${x}" y="1" width="10" height="15" fill="#6b4a33"/><rect x="${x + 2.5}" y="7" width="5" height="3" fill="#e8c27c"/>`;
    return `${face}<rect x="${x}" y="1" width="10" height="15" rx="1.5" fill="none" stroke="#1d1712" stroke-opacity=".7"/>`;
  });
  const left = hand.length * step + 5;
  const { colour, deep } = side(seat);
  const joker = jokerUp
    ? `<rect x="${left}" y="1" width="13" height="15" rx="3" fill="${colour}" stroke="${deep}"/><path d="${starPath(left + 6.5, 8.5, 5.5)}" fill="#fffaf0"/>`
    : `<rect x="${left}" y="1" width="13" height="15" rx="3" fill="#cfc6b8" stroke="#7d7263" stroke-dasharray="2.5 2"/>`;
  return picture(left + 15, 17, drawn.join("") + joker, true);
}

/** Returns a block. */
export function blockPicture(colour: Colour): string {
  const box = { x: 3, y: 3, width: 34, height: 34 };
  const frame = '<rect x="3" y="3" width="34" height="34" rx="3" fill="none" stroke="#1d1712" stroke-width="2"/>';
  return picture(40, 40, swatch(colour, box, 1.2) + frame);
}

/** Returns a figure with its side's mark. */
export function figurePicture(owner: Owner, height = 32): string {
  const { colour, deep, shape } = side(owner);
  const mark = MARKS[shape].map(([x, y]) => `${round(12 + 3.6 * x)} ${round(8.8 + 3.6 * y)}`).join("L");
  return (
    `<svg ${XMLNS} width="${(height * 24) / 32}" height="${height}" viewBox="0 0 24 32" aria-hidden="true">` +
    `<path d="M9 14q0 6-4.5 9.5Q3 25 3 29h18q0-4-1.5-5.5Q15 20 15 14z" fill="${colour}" stroke="${deep}" stroke-width="1.4" stroke-linejoin="round"/>` +
    `<path d="M3 29h18" stroke="${deep}" stroke-width="3.4" stroke-linecap="round"/>` +
    `<circle cx="12" cy="8.8" r="7.6" fill="${colour}" stroke="${deep}" stroke-width="1.4"/>` +
    `<circle cx="12" cy="8.8" r="5.2" fill="#fffaf0"/><path d="M${mark}Z" fill="${deep}"/></svg>`
  );
}

/** Returns two cards that swap with the pile. */
export function exchangePicture(): string {
  const card = (x: number, y: number): string =>
    `<rect x="${x}" y="${y}" width="11" height="16" rx="2" fill="#fffdf6" stroke="#1d1712" stroke-opacity=".7" stroke-width="1.3"/>`;
  return (
    `<svg ${XMLNS} width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">${card(3, 3)}${card(16, 11)}` +
    `<path d="M17 6h6v3M20.5 6.5l2.5 3 2.5-3M13 24H7v-3M4.5 23.5L7 20.5l2.5 3" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  );
}

/** Returns the phase table: what may fall (arrow down) and what is built (arrow up) in each phase. */
export function phasePicture(phases: readonly Phase[], now: number): string {
  const wide = 86;
  const high = 66;
  const columns = phases.map(({ fall, build }, index) => {
    const phase = index + 1;
    const x = index * (wide + 4) + 1;
    const at = phase === now;
    const frame = at
      ? `fill="#ffe9b0" stroke="#a8650c" stroke-width="2.5"`
      : `fill="#efe4cd" stroke="#b9a684" stroke-width="1.2"`;
    const towers = fall.map((height, place) => stack(x + 8 + place * 9, height, "#7d6a53"));
    const middle = x + 8 + fall.length * 9;
    const risen = stack(x + wide - 27, build, "#a8650c");
    return (
      `<g opacity="${phase < now ? 0.5 : 1}"><rect x="${x}" y="1.5" width="${wide}" height="${high - 3}" rx="7" ${frame}/>` +
      `<text x="${x + 8}" y="17" font-size="14" font-weight="800" font-family="system-ui,sans-serif" fill="#2b2118">${phase}</text>` +
      towers.join("") + arrow(middle + 4, 1) + risen + arrow(x + wide - 10, -1) + "</g>"
    );
  });
  return `<svg ${XMLNS} viewBox="0 0 ${4 * (wide + 4) - 2} ${high}" aria-hidden="true">${columns.join("")}</svg>`;

  function stack(x: number, height: number, fill: string): string {
    return Array.from({ length: height }, (_, level) =>
      `<rect x="${x}" y="${high - 14 - level * 8}" width="7.5" height="6.5" rx="1.2" fill="${fill}"/>`,
    ).join("");
  }

  function arrow(x: number, down: 1 | -1): string {
    const tip = down > 0 ? high - 9 : high - 25;
    return `<path d="M${x} ${tip - down * 16}V${tip}M${x - 3.5} ${tip - down * 4.5}L${x} ${tip}L${x + 3.5} ${tip - down * 4.5}" fill="none" stroke="#2b2118" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`;
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
