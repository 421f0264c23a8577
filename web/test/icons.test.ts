/** An icon has one meaning: the same picture never stands for two things, nor one thing for two pictures. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

const SRC = join(import.meta.dirname, "../src");
const icons = [...readFileSync(join(SRC, "ui/icons.ts"), "utf8").matchAll(/^ {2}(\w+): "([^"]+)",(?: \/\/ (.+))?$/gm)]
  .map(([, name = "", picture = "", meaning = ""]) => ({ name, picture, meaning }));

/** The messages beside the icons that were used for several things. */
const SAYS: Record<string, RegExp> = {
  again: /again|puzzle\.reply$|retry|restart|rematch|offline\.update\.now|puzzles\.(own|mark\.missed)$/,
  book: /^rules$/,
  bulb: /hint|help/,
  dice: /begins\.draw|study\.chance/,
  flag: /resign|keeper\.end/,
  key: /passkey|token|security|private/,
  keys: /^keys$/,
  log: /^log$|\.log$|history$|games$|games\.(link|title)|record\.title/,
  open: /import|who\.file/,
  pen: /study\.draw/,
  print: /print/,
  puzzle: /^puzzles\.(link|own\.link)$/,
  recentre: /view\.home/,
  redo: /redo/,
  report: /^reports\.|^moderate\.waiting/,
  study: /replay\.study|studies\.link|study\.list\.mine/,
  undo: /undo|take_?back|back_many|hand\.back|judge\.(mistaken|unsure)|keeper\.not_over/,
};

/** Returns the names of icons with the messages beside them. */
function uses(): { icon: string; key: string; file: string }[] {
  return globSync(join(SRC, "**/*.ts")).filter((path) => !/\.test\.ts$|icons\.ts$/.test(path)).flatMap((path) => {
    const text = readFileSync(path, "utf8");
    const before = text.matchAll(/icon\("(\w+)"\)\}\s*(?:<span>|<p>)?\s*\$\{t\((?:[^"()]*\? )?"([\w.]+)"/g);
    const behind = [...text.matchAll(/\bt\("([\w.]+)"\), "(\w+)",/g), ...text.matchAll(/\btool\("([\w.]+)", "(\w+)",/g)]
      .map(([whole, key, name]) => [whole, name, key]);
    return [...before, ...behind].map(([, icon = "", key = ""]) => ({ icon, key, file: basename(path) }));
  });
}

test("each icon has a meaning and a picture of its own", () => {
  assert.ok(icons.length > 40);
  for (const part of ["picture", "meaning"] as const) {
    const all = icons.map((icon) => icon[part]);
    assert.ok(!all.includes(""), part);
    assert.equal(new Set(all).size, all.length, part);
  }
});

test("icons stand beside what they mean", () => {
  const known = uses();
  assert.ok(known.length > 100);
  const wrong = known.filter(({ icon, key }) => SAYS[icon] && !SAYS[icon].test(key));
  assert.deepEqual(wrong, []);
});

test("what has an icon of its own has no other", () => {
  const own = ["book", "print", "redo", "report", "dice", "keys", "recentre"];
  const wrong = uses().filter(({ icon, key }) => own.some((name) => SAYS[name]?.test(key) && icon !== name));
  assert.deepEqual(wrong.filter(({ key }) => key !== "study.chance.undo" && key !== "study.print.close"), []);
});
