/**
 * Reads an SVG document as a tree that contains drawings only.
 *
 * What is not on the lists below is left out: scripts, event handlers, foreign objects, style sheets, links and
 * everything that is fetched. The page makes its elements from this tree, never from the text.
 */

export interface SvgNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (SvgNode | string)[];
}

const ELEMENTS = new Set((
  "svg g defs symbol use title desc rect circle ellipse line polyline polygon path text tspan textPath linearGradient " +
  "radialGradient stop pattern clipPath mask marker filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow " +
  "feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTurbulence"
).split(" "));

/** Also allowed in `style`, as properties. */
const LOOKS = new Set((
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
  "stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity flood-color flood-opacity clip-path clip-rule mask " +
  "filter marker-start marker-mid marker-end paint-order vector-effect shape-rendering text-rendering visibility display " +
  "font-family font-size font-style font-weight font-variant letter-spacing word-spacing text-anchor dominant-baseline " +
  "text-decoration writing-mode mix-blend-mode transform transform-origin"
).split(" "));

const ATTRIBUTES = new Set((
  "id x y x1 x2 y1 y2 dx dy cx cy r rx ry fx fy fr width height d points pathLength viewBox preserveAspectRatio rotate " +
  "gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform clipPathUnits " +
  "maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits " +
  "color-interpolation-filters in in2 mode operator values type result stdDeviation k1 k2 k3 k4 radius scale baseFrequency " +
  "numOctaves seed stitchTiles tableValues slope intercept amplitude exponent textLength lengthAdjust startOffset"
).split(" "));

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<(\/?)([A-Za-z_][\w.:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: "\"", apos: "'" };

/** The element that is being read; null if it is left out. */
type Open = { name: string; node: { name: string; attributes: Record<string, string>; children: (SvgNode | string)[] } | null };

/**
 * Returns the root of a document. IDs and references get `prefix`, so that several pictures can be on a page. Raises
 * an `Error` if it is no well-formed SVG.
 */
export function readSvg(text: string, prefix = ""): SvgNode {
  const open: Open[] = [];
  let root: SvgNode | null = null;
  const content = (part: string) => open.at(-1)?.node?.children.push(part);
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text);
    if (!token) throw new Error("the picture is no well-formed SVG");
    const [, raw, closing, name = "", attributes = "", empty, plain] = token;
    if (raw !== undefined) content(raw);
    else if (plain !== undefined) content(unescaped(plain));
    else if (name === "") continue;
    else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`the picture has no <${name}> for </${name}>`);
    } else {
      const parent = open.at(-1);
      const wanted: boolean = ELEMENTS.has(name) && (parent ? parent.node !== null : name === "svg" && root === null);
      const node: Open["node"] = wanted ? { name, attributes: attributesOf(attributes, prefix), children: [] } : null;
      if (!parent) root ??= node;
      else if (node) parent.node?.children.push(node);
      if (!empty) open.push({ name, node });
    }
  }
  if (!root || open.length > 0) throw new Error("the picture is no complete SVG");
  return root;
}

function attributesOf(text: string, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    const value = unescaped(double ?? single ?? "");
    if (name === "href" || name === "xlink:href") {
      if (/^#[\w.-]+$/.test(value)) found["href"] = `#${prefix}${value.slice(1)}`;
    } else if (name === "id") found["id"] = prefix + value;
    else if (name === "style") {
      const looks = styleOf(value, prefix);
      if (looks) found["style"] = looks;
    } else if (ATTRIBUTES.has(name) || LOOKS.has(name) || /^data-[a-z-]+$/.test(name)) {
      const safe = name.startsWith("data-") ? value : localReferences(value, prefix);
      if (safe !== null) found[name] = safe;
    }
  }
  return found;
}

function styleOf(text: string, prefix: string): string {
  return text.split(";").flatMap((declaration) => {
    const [name = "", ...rest] = declaration.split(":");
    const value = localReferences(rest.join(":").trim(), prefix);
    return LOOKS.has(name.trim()) && value !== null ? [`${name.trim()}:${value}`] : [];
  }).join(";");
}

/** Returns a value with its references to the document renamed; null if it refers to anything else. */
function localReferences(value: string, prefix: string): string | null {
  if (/[\\@]/.test(value)) return null; // escapes, which could hide a reference
  const local = value.replace(/url\(\s*["']?#([\w.-]+)["']?\s*\)/g, (_, id: string) => `url(#${prefix}${id})`);
  return /url\((?!#)|image(-set)?\(|src\(/i.test(local) ? null : local;
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** Returns a tree as text; the root gets the namespace. */
export function writeSvg(node: SvgNode, isRoot = true): string {
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  const inside = node.children.map((child) => (typeof child === "string" ? escaped(child) : writeSvg(child, false))).join("");
  return `<${node.name}${isRoot ? ` xmlns="http://www.w3.org/2000/svg"` : ""}${attributes}>${inside}</${node.name}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Returns what an element hands down to those in it; the page has a font of its own. */
export function looksOf({ attributes }: SvgNode): Record<string, string> {
  const inherited = ([name]: [string, string]) => name === "style" || (LOOKS.has(name) && name !== "font-family");
  return Object.fromEntries(Object.entries(attributes).filter(inherited));
}

/** Returns the text of an element's child, such as its `title`; an empty string without one. */
export function childText(node: SvgNode, name: string): string {
  const found = node.children.find((child): child is SvgNode => typeof child !== "string" && child.name === name);
  return found?.children.filter((child) => typeof child === "string").join("").trim() ?? "";
}

/** Yields an element and all elements below it, in the order of the document. */
export function* elementsOf(node: SvgNode): Generator<SvgNode> {
  yield node;
  for (const child of node.children) if (typeof child !== "string") yield* elementsOf(child);
}
