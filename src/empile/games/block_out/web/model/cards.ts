/** Card faces as SVG; a block card shows the blocks that it allows. */
import { PAINTS } from "./colours.ts";
import { drawSolid, lyingPose } from "./block-svg.ts";
import { drawGlyph, round } from "./glyphs.ts";
import { markShape } from "./marks.ts";
import { ANY, COLOURS, type Colour, type Size, type Solid } from "./position.ts";

export const CARD = { width: 64, height: 90 };
const PAPER = "#fffaf0";
const INK = "#2b2118";

type Letter = (block: string) => string;

export interface Look {
  /** It cannot be played now. */
  idle?: boolean;
  /** It was drawn and must be played. */
  drawn?: boolean;
  /** Number of equal cards. */
  count?: number;
}

/** Returns a card as an SVG document, with equal cards behind it. */
export function cardPicture(
  card: string, solids: ReadonlyMap<string, Solid>, letter: Letter, { idle, drawn, count = 1 }: Look,
): string {
  const behind = Math.min(count, 3) - 1;
  const step = 5;
  const wide = CARD.width + 2 + behind * step;
  const high = CARD.height + 2 + behind * 2;
  const others = Array.from({ length: behind }, (_, index) => {
    const away = behind - index;
    return `<g transform="translate(${away * step} ${away * 2})">${sheet()}</g>`;
  });
  const badge = count > 1
    ? `<g transform="translate(${wide - 13} ${high - 12})"><circle r="11" fill="${INK}" stroke="${PAPER}" stroke-width="1.6"/>${drawGlyph(String(count), 0, 0, 11, PAPER)}</g>`
    : "";
  const ribbon = drawn
    ? `<path d="M${CARD.width - 23} 1h13v21l-6.500-5-6.500 5z" fill="#d63a20" stroke="#8f1d0b" stroke-width="1"/><path d="M${CARD.width - 16.5} 5v7m0 0l-3.200-3m3.200 3l3.200-3" stroke="#fff" stroke-width="1.700" fill="none" stroke-linecap="round"/>`
    : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="card-face" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" aria-hidden="true">` +
    `<g${idle ? ' opacity=".5"' : ""}>${others.join("")}<g transform="translate(1 1)">${cardFace(card, solids, letter)}${ribbon}</g></g>${badge}</svg>`
  );
}

function sheet(fill = PAPER): string {
  return `<rect width="${CARD.width}" height="${CARD.height}" rx="8" fill="${fill}" stroke="#7b654b" stroke-width="1.4"/>`;
}

/** Returns the face of a card of size `CARD`. */
export function cardFace(card: string, solids: ReadonlyMap<string, Solid>, letter: Letter): string {
  if (card === "pass") return action(passArt(), "#dcefe9");
  if (card === "reverse") return action(reverseArt(), "#e6e2f4");
  const [colour, size] = [card[0] as Colour | "*", card[1] as Size | "*"];
  const blocks = [...solids.values()].filter((solid) =>
    (colour === ANY || solid.colour === colour) && (size === ANY || solid.size === size));
  const ground = colour === ANY ? (size === ANY ? "#fbe3b3" : "#f3ead9") : tint(colour);
  return (
    sheet() +
    `<rect x="4" y="4" width="${CARD.width - 8}" height="${CARD.height - 8}" rx="5" fill="${ground}"/>` +
    (colour === ANY && size === ANY ? rays() : "") +
    art(blocks, colour, size, letter) +
    corner(colour, size, blocks[0], letter)
  );
}

function tint(colour: Colour): string {
  return { k: "#e3dcd2", n: "#f3dfc6", y: "#fff0c0" }[colour];
}

/** Blocks in the middle of a card: one block, three of a colour, three of a size, or a tower of all. */
function art(blocks: readonly Solid[], colour: Colour | "*", size: Size | "*", letter: Letter): string {
  const one = (solid: Solid | undefined, x: number, y: number, scale: number): string =>
    solid
      ? `<g transform="translate(${x} ${y}) scale(${scale})">${drawSolid(solid, lyingPose(solid, "z0"), letter(solid.name))}</g>`
      : "";
  const middle = CARD.width / 2;
  const [first] = blocks;
  if (blocks.length === 1) return shadow(middle, 70, 21) + one(first, middle, 71, 22.5);
  const named = (name: string): Solid | undefined => blocks.find((solid) => solid.name === name);
  if (size === ANY) {
    const tower = colour === ANY ? (["n", "k", "y"] as const) : ([colour, colour, colour] as const);
    const lies: readonly (readonly [Size, number, number])[] = [["L", 0, 80], ["M", 3, 54], ["S", -2, 33]];
    return shadow(middle, 80, 18) + lies.map(([letters, x, y], index) =>
      one(named(`${tower[index] ?? ""}${letters}`), middle + x, y, 14.5)).join("");
  }
  const scale = { S: 15, M: 13.5, L: 12 }[size as Size];
  return COLOURS.map((each, index) => {
    const [x, y] = [[17.5, 58], [middle, 76], [CARD.width - 17.5, 58]][index] as [number, number];
    return shadow(x, y, 9) + one(named(`${each}${size}`), x, y, scale);
  }).join("");
}

function shadow(x: number, y: number, radius: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${round(radius * 0.36)}" fill="#3a240c" opacity=".18"/>`;
}

/** Sign in the corner: the colour's mark, the size's letter, or a star for any block. */
function corner(
  colour: Colour | "*", size: Size | "*", first: Solid | undefined, letter: Letter,
): string {
  if (colour === ANY && size === ANY) {
    return `<path d="${star(15, 16, 9)}" fill="#d9731a" stroke="#7d3c05" stroke-width="1"/>`;
  }
  const text = size === ANY || !first ? "" : letter(first.name);
  if (colour === ANY) {
    return `<circle cx="15" cy="16" r="9.500" fill="${INK}"/>${drawGlyph(text, 15, 16, 9.5, PAPER)}`;
  }
  const { base, dark } = PAINTS[colour];
  return (
    `<rect x="6" y="6" width="20" height="20" rx="4" fill="${base}" stroke="${dark}"/>` +
    `<g transform="translate(16 16) scale(22)">${markShape(colour, text)}</g>`
  );
}

function star(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 === 0 ? radius : radius * 0.45;
    const angle = (index / 10) * 2 * Math.PI - Math.PI / 2;
    return `${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

/** Sunbeams of the card for any block. */
function rays(): string {
  const [x, y] = [CARD.width / 2, 52];
  const beams = Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * 2 * Math.PI + 0.2;
    const side = (by: number): string =>
      `${round(x + 30 * Math.cos(angle + by))} ${round(y + 30 * Math.sin(angle + by))}`;
    return `M${x} ${y}L${side(-0.18)}L${side(0.18)}Z`;
  });
  return `<path d="${beams.join("")}" fill="#f6c65a" opacity=".55"/>`;
}

function action(inside: string, ground: string): string {
  return `${sheet()}<rect x="4" y="4" width="${CARD.width - 8}" height="${CARD.height - 8}" rx="5" fill="${ground}"/>${inside}`;
}

/** A leap over a block. */
function passArt(): string {
  return (
    '<rect x="24" y="50" width="16" height="16" rx="2" fill="#9c6233" stroke="#5b3816"/>' +
    '<path d="M13 60C14 24 46 20 50 46" fill="none" stroke="#12615a" stroke-width="5.500" stroke-linecap="round"/>' +
    '<path d="M41 45l9.500 12 8-13z" fill="#12615a"/><path d="M10 72h44" stroke="#12615a" stroke-opacity=".35" stroke-width="2.500" stroke-linecap="round"/>'
  );
}

/** Two opposite arrows. */
function reverseArt(): string {
  return (
    '<g fill="none" stroke="#51379a" stroke-width="6" stroke-linecap="round"><path d="M15 56V38a12 12 0 0 1 12-12h10"/><path d="M49 38v18a12 12 0 0 1-12 12H27"/></g>' +
    '<path d="M35 15l15 11-15 11z M29 57L14 68l15 11z" fill="#51379a"/>'
  );
}

/** The back of a card: a leaning tower on wood. */
export function cardBack(): string {
  return (
    sheet("#7a4b29") +
    `<rect x="5" y="5" width="${CARD.width - 10}" height="${CARD.height - 10}" rx="4" fill="none" stroke="#e8c27c" stroke-width="2"/>` +
    '<rect x="19" y="56" width="24" height="22" rx="2" fill="#e8c27c"/><rect x="25" y="37" width="18" height="17" rx="2" fill="#f4dca6" transform="rotate(5 34 46)"/><rect x="24" y="22" width="13" height="12.500" rx="1.500" fill="#e8c27c" transform="rotate(-7 30 28)"/>'
  );
}
