/** What screen readers say of moves: words in every language, never the codes of the notation. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { moveText } from "../src/board/move-words.ts";
import { type Args, type Catalogue, formatMessage } from "../src/i18n/message-format.ts";
import "../../src/empile/games/block_ness/web/model/index.ts";
import "../../src/empile/games/blox/web/model/index.ts";
import "../../src/empile/games/on_top/web/model/index.ts";

const GAMES = join(import.meta.dirname, "../../src/empile/games");
const MOVES = {
  block_ness: { near: "b4", ring: "4.3", far: "b8", end: "H" },
  block_out: { card: "y*", block: "yS" },
  blox: { figure: "c5", to: "d5", pay: "GW*" },
  on_top: { place: "U32D31", turn: "BRWY" },
};
const SAID: Record<string, string[]> = {
  de: ["b4, Ring der Länge 4, Höhe 3, b8, der Kopf", "auf Diagonale 3, Reihen 1–2, blau, rot, weiß, gelb"],
  en: ["b4, ring of length 4, height 3, b8, the head", "on diagonal 3, rows 1–2, blue, red, white, yellow"],
  es: ["b4, anillo de longitud 4, altura 3, b8, la cabeza", "en la diagonal 3, filas 1–2, azul, rojo, blanco, amarillo"],
  fr: ["b4, anneau de longueur 4, hauteur 3, b8, la tête", "sur la diagonale 3, rangées 1–2, bleu, rouge, blanc, jaune"],
};

function wordsOf(game: string, language: string) {
  const catalogue = JSON.parse(readFileSync(join(GAMES, `${game}/locales/${language}.json`), "utf8")) as Catalogue;
  return {
    has: (key: string) => key in catalogue,
    t: (key: string, args?: Args) => formatMessage(catalogue, language, key, args) ?? key,
  };
}

for (const [language, said] of Object.entries(SAID)) {
  test(`moves are said in words in ${language}`, () => {
    const texts = Object.entries(MOVES).map(([game, parts]) => moveText(wordsOf(game, language), { text: "", parts }));
    assert.deepEqual([texts[0], texts[3]], said);
    for (const text of texts) assert.doesNotMatch(text, /\b[A-Z]{2,}\b|[UD]\d\d|\*|\d\.\d|\b[kny][SML]\b/, text);
  });

  test(`the log says where a tile was placed in words in ${language}`, () => {
    const { t } = wordsOf("on_top", language);
    for (const key of ["log.lay", "log.lay.last", "log.lay.many", "scene.place"]) {
      const told = t(key, { place: "U32D31", at: "1,4", count: 5 });
      assert.ok(!told.includes("U32D31") && told.includes("1–2"), told);
    }
  });
}
