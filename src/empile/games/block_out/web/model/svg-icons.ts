/** Icons as SVG: grips of a block, blocks, hands and piles. */
import { cardBack, cardFace, CARD } from "./cards.ts";
import { drawSolid, drawnAt, lyingPose } from "./block-svg.ts";
import { MM, highest } from "./units.ts";
import { round } from "./glyphs.ts";
import type { Solid } from "./position.ts";

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';

/** A block with a grip's face down, as large as the icon; an arrow points down its sloping top. */
export function gripPicture(solid: Solid, grip: string, letter: string): string {
  const pose = lyingPose(solid, grip);
  const edge = solid.edge / MM;
  const up = drawnAt([0, 0, highest(solid, pose) + 0.08 * solid.edge]).y;
  const box = [-0.8 * edge, -1.36 * edge, 1.6 * edge, 1.72 * edge].map(round).join(" ");
  return (
    `<svg ${XMLNS} width="56" height="64" viewBox="${box}" aria-hidden="true">` +
    `<ellipse cx="0" cy="0" rx="${round(edge * 0.72)}" ry="${round(edge * 0.32)}" fill="#000" opacity=".16"/>` +
    drawSolid(solid, pose, letter, true) +
    `<path d="M${round(-edge * 0.7)} ${round(up)}h${round(edge * 1.4)}" stroke="currentColor" stroke-width="${round(edge * 0.03)}" stroke-dasharray="${round(edge * 0.09)} ${round(edge * 0.07)}" opacity=".75"/></svg>`
  );
}

/** A block on the table, lying on a level face; the largest one fills the icon. */
export function blockPicture(solid: Solid, letter: string, largest: number, scale = 1): string {
  const edge = solid.edge / MM;
  const room = largest / MM;
  const box = [-0.8 * room, -1.3 * room, 1.6 * room, 1.72 * room].map(round).join(" ");
  return (
    `<svg ${XMLNS} width="${round(130 * scale)}" height="${round(140 * scale)}" viewBox="${box}" aria-hidden="true">` +
    `<ellipse cx="0" cy="0" rx="${round(edge * 0.74)}" ry="${round(edge * 0.34)}" fill="#000" opacity=".16"/>` +
    `${drawSolid(solid, lyingPose(solid, "z0"), letter)}</svg>`
  );
}

/** A hand: a card's back, with more behind it. */
export function handPicture(count: number): string {
  const shown = Math.min(4, count);
  const step = 5;
  const backs = Array.from({ length: shown }, (_, index) =>
    `<g transform="translate(${index * step} 0) scale(.2)">${cardBack()}</g>`);
  return `<svg ${XMLNS} width="${round(CARD.width * 0.2 + (shown - 1) * step)}" height="${CARD.height * 0.2}" viewBox="0 0 ${round(CARD.width * 0.2 + Math.max(0, shown - 1) * step)} ${CARD.height * 0.2}" aria-hidden="true">${backs.join("")}</svg>`;
}

export interface Piles {
  stock: number;
  discard: number;
  /** The last played card, if it is on the discard pile. */
  top: string | null;
  direction: 1 | -1;
}

/** Stock, discard pile and direction of play. */
export function pilesPicture(
  { stock, discard, top, direction }: Piles, solids: ReadonlyMap<string, Solid>, letter: (block: string) => string,
): string {
  const pile = (x: number, count: number, face: string): string => {
    const deep = Math.min(3, Math.max(0, Math.ceil(count / 12)));
    const under = Array.from({ length: deep }, (_, index) =>
      `<rect x="${x + (deep - index) * 1.6}" y="${10 + (deep - index) * 1.6}" width="${CARD.width * 0.62}" height="${CARD.height * 0.62}" rx="4" fill="#e9dcc3" stroke="#7b654b" stroke-width=".8"/>`);
    const empty = `<rect x="${x}" y="10" width="${CARD.width * 0.62}" height="${CARD.height * 0.62}" rx="4" fill="none" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="3 3"/>`;
    const card = count > 0 ? `${under.join("")}<g transform="translate(${x} 10) scale(.62)">${face}</g>` : empty;
    return `${card}<text x="${x + CARD.width * 0.31}" y="${CARD.height * 0.62 + 28}" font-size="14" font-weight="700" text-anchor="middle" fill="currentColor">${count}</text>`;
  };
  const faces = { stock: cardBack(), discard: top === null ? cardBlank() : cardFace(top, solids, letter) };
  return (
    `<svg ${XMLNS} viewBox="-20 4 300 84" aria-hidden="true" font-family="system-ui,sans-serif">` +
    `${pile(8, stock, faces.stock)}${pile(74, discard, faces.discard)}` +
    `<g transform="translate(186 40)${direction < 0 ? " scale(-1 1)" : ""}">${wayRound()}</g></svg>`
  );
}

/** A card without a face. */
function cardBlank(): string {
  return `<rect x=".8" y=".8" width="${CARD.width - 1.6}" height="${CARD.height - 1.6}" rx="8" fill="#fffaf0" stroke="#7b654b" stroke-width="1.6"/>`;
}

/** A clockwise arrow, in the order of the seats. */
export function wayRound(): string {
  return (
    '<path d="M-24-6A26 26 0 0 1 20-16" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>' +
    '<path d="M24 6A26 26 0 0 1-20 16" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"/>' +
    '<path d="M26-9L10-13 22-25z M-26 9L-10 13-22 25z" fill="currentColor"/>'
  );
}
