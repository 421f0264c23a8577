/** Positions in links: `/start#p=...`, a compressed fragment that is never sent to a server. */

/** A position from which a game can begin, with the game's options. */
export interface LinkedPosition {
  game: string;
  rules: number;
  options: Record<string, unknown>;
  start: Record<string, unknown>;
}

const PREFIX = "#p=";

/** Encodes a position as a URL fragment. */
export async function positionFragment({ game, rules, options, start }: LinkedPosition): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([game, rules, options, start]));
  const packed = await piped(bytes, new CompressionStream("deflate-raw"));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes the position in a URL fragment; returns null if there is none. */
export async function positionFromFragment(fragment: string): Promise<LinkedPosition | null> {
  if (!fragment.startsWith(PREFIX)) return null;
  try {
    const text = fragment.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bytes = await piped(packed, new DecompressionStream("deflate-raw"));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (!Array.isArray(found) || found.length !== 4) return null;
    const [game, rules, options, start] = found as unknown[];
    if (typeof game !== "string" || typeof rules !== "number") return null;
    if (!isObject(options) || !isObject(start)) return null;
    return { game, rules, options, start };
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>, through: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
