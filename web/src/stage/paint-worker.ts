/** Worker that paints textures while the page goes on. */
import { takeAppearance } from "./appearance.ts";
import * as stage from "./painters.ts";
import type { Answer, Order } from "./texture-painter.ts";

type Group = Readonly<Record<string, (...args: readonly unknown[]) => OffscreenCanvas>>;

const games = import.meta.glob<Group>("../../../src/empile/games/*/web/scene/painters.ts");

function load(group: string): Promise<Group> {
  const path = Object.keys(games).find((known) => known.includes(`/games/${group}/`));
  return path === undefined ? Promise.resolve(stage as unknown as Group) : games[path]!();
}

async function paint({ group, name, args, appearance }: Order): Promise<ImageBitmap | null> {
  const painters = await load(group);
  takeAppearance(appearance);
  const canvas = painters[name]?.(...args);
  if (!canvas) return null;
  // As WebGL reads a canvas of the page.
  return createImageBitmap(canvas, {
    imageOrientation: "flipY", premultiplyAlpha: "none", colorSpaceConversion: "none",
  });
}

onmessage = ({ data }: MessageEvent<Order>) => {
  void paint(data).catch(() => null).then((picture) => {
    const answer: Answer = { id: data.id, picture };
    postMessage(answer, { transfer: picture ? [picture] : [] });
  });
};
