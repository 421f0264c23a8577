/** The value of the option `layout`, painting it, and its completeness. */

export interface Layout {
  /** Nine rows of nine signs, row 9 first: W, G, B, M, and a dot for no colour. */
  readonly colours: readonly string[];
  /** The same form: 1 to 4 squares, and a dot for no tower. */
  readonly squares: readonly string[];
}

export const SIZE = 9;
export const CELLS = SIZE * SIZE;
export const COLOURS = ["W", "G", "B", "M"] as const;
export type Colour = (typeof COLOURS)[number];

/** What a stroke does to each cell. */
export type Brush =
  | { part: "colours"; sign: Colour | "." }
  | { part: "squares"; sign: "." | "1" | "2" | "3" | "4" };

/** Known contents of the printed board, for the counts. */
export const KNOWN: Readonly<Record<Colour, number>> = { W: 20, G: 20, B: 21, M: 20 };
export const KNOWN_SQUARES = 40;
export const KNOWN_SINGLES = 12;
/** How many of the cells with one square have these colours. */
export const KNOWN_SINGLES_OF = { G: 2, W: 2 } as const;

const LETTERS = "abcdefghi";
const FORM = { colours: /^[WGBM.]{9}$/, squares: /^[.1-4]{9}$/ };

export const EMPTY: Layout = {
  colours: Array<string>(SIZE).fill(".".repeat(SIZE)),
  squares: Array<string>(SIZE).fill(".".repeat(SIZE)),
};

/** Cells are numbered in reading order: 0 is a9, 8 is i9, 80 is i1. */
export function cellName(cell: number): string {
  return `${LETTERS[cell % SIZE]}${SIZE - Math.floor(cell / SIZE)}`;
}

/** Returns the cell of a name, or -1. */
export function cellOf(name: string): number {
  const column = LETTERS.indexOf(name.charAt(0));
  const row = SIZE - Number(name.slice(1));
  if (name.length !== 2 || column < 0 || !(row >= 0 && row < SIZE)) return -1;
  return row * SIZE + column;
}

export function sign(layout: Layout, part: Brush["part"], cell: number): string {
  return layout[part][Math.floor(cell / SIZE)]?.charAt(cell % SIZE) ?? ".";
}

/** Returns the layout with one cell painted; the same object if nothing changes. */
export function paint(layout: Layout, cell: number, brush: Brush): Layout {
  if (sign(layout, brush.part, cell) === brush.sign) return layout;
  const row = Math.floor(cell / SIZE);
  const column = cell % SIZE;
  const rows = layout[brush.part].map((signs, number) =>
    number === row ? signs.slice(0, column) + brush.sign + signs.slice(column + 1) : signs,
  );
  return { ...layout, [brush.part]: rows };
}

/** Returns the layout with a cell cleared. */
export function clear(layout: Layout, cell: number): Layout {
  return paint(paint(layout, cell, { part: "colours", sign: "." }), cell, {
    part: "squares", sign: ".",
  });
}

/** Returns `data` as a layout, complete or not; null if it has another form. */
export function readLayout(data: unknown): Layout | null {
  if (data === null || typeof data !== "object" || Object.keys(data).length !== 2) return null;
  const { colours, squares } = data as Record<string, unknown>;
  if (!isGrid(colours, FORM.colours) || !isGrid(squares, FORM.squares)) return null;
  return { colours: [...colours], squares: [...squares] };
}

function isGrid(rows: unknown, form: RegExp): rows is string[] {
  return (
    Array.isArray(rows) && rows.length === SIZE &&
    rows.every((row) => typeof row === "string" && form.test(row))
  );
}

export interface Count {
  /** What is counted: a colour, all squares, the cells with one square, or those of a colour. */
  what: Colour | "squares" | "singles" | "singles.G" | "singles.W";
  count: number;
  of: number;
}

/** Returns the completeness of a layout, relative to the printed board. */
export function progress(layout: Layout): Count[] {
  const colours = layout.colours.join("");
  const squares = layout.squares.join("");
  const singles = [...squares].flatMap((height, cell) => (height === "1" ? [colours[cell]] : []));
  const total = [...squares].reduce((sum, height) => sum + (Number(height) || 0), 0);
  const having = <T>(all: Iterable<T>, one: T) => [...all].filter((found) => found === one).length;
  return [
    ...COLOURS.map((what) => ({ what, count: having(colours, what), of: KNOWN[what] })),
    { what: "squares", count: total, of: KNOWN_SQUARES },
    { what: "singles", count: singles.length, of: KNOWN_SINGLES },
    { what: "singles.G", count: having(singles, "G"), of: KNOWN_SINGLES_OF.G },
    { what: "singles.W", count: having(singles, "W"), of: KNOWN_SINGLES_OF.W },
  ];
}

/** Returns the cell that a key leads to from `cell`; null for other keys. */
export function step(cell: number, key: string, control: boolean): number | null {
  const row = Math.floor(cell / SIZE);
  const column = cell % SIZE;
  const last = SIZE - 1;
  const to = (toRow: number, toColumn: number) =>
    Math.min(last, Math.max(0, toRow)) * SIZE + Math.min(last, Math.max(0, toColumn));
  switch (key) {
    case "ArrowLeft":
      return to(row, column - 1);
    case "ArrowRight":
      return to(row, column + 1);
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowDown":
      return to(row + 1, column);
    case "PageUp":
      return to(0, column);
    case "PageDown":
      return to(last, column);
    case "Home":
      return control ? 0 : to(row, 0);
    case "End":
      return control ? CELLS - 1 : to(row, last);
    default:
      return null;
  }
}
