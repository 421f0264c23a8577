/** Messages about a seat must address the user whose seat it is: "It is your turn", not "It is You's turn". */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { asUser, formatMessage, type Catalogue } from "../src/i18n/message-format.ts";

const WEB = join(import.meta.dirname, "..");
const YOU: Record<string, string> = { de: "Du", en: "You", es: "Tú", fr: "Vous" };

/** Messages about the names of things, or of people by their accounts: none of them is about a seat. */
const OTHER_NAMES = new RegExp("^(account|boards|contacts|editor|fairplay|games|keeper|make|who|messages|moderate|notices|record|reports|" +
  "study|text|preview|curtain|talk|meet)\\.");
/** Messages that are not used for the only seat of the user, and why. */
const NEVER_OWN: Record<string, string> = {
  "analysis.luck": "records belong to nobody", "analysis.mistake": "records belong to nobody",
  "analysis.referee": "records belong to nobody",
  "judge.by": "only said of others",
  "log.renamed": "tells a name",
  "rematch.agreed": "only said of others", "rematch.left": "only said of others", "rematch.waiting": "only said of others",
  "resign.now": "the button says which of several own seats", "turn.hand": "several own seats take turns",
  "scene.remark.last_card": "only said of others",
  "turn.bot": "no computer is the user",
};
/** A name that heads what follows, or ends a list of what is where. */
const LABEL = /^NAME(?=[\u00a0\u202f ]?:|[\u00a0\u202f ]\(\w*\)[\u00a0\u202f ]?:|, )|: NAME$/u;

const folders = [join(WEB, "locales"), join(WEB, "../src/empile/engine/locales"), ...globSync(join(WEB, "../src/empile/games/*/locales"))];
for (const path of folders.flatMap((folder) => globSync(join(folder, "*.json")))) {
  const language = basename(path, ".json");
  test(`no message of ${path.slice(join(WEB, "..").length + 1)} uses “${YOU[language]}” as a name`, () => {
    const catalogue = JSON.parse(readFileSync(path, "utf8")) as Catalogue;
    const wrong = Object.keys(catalogue).filter((key) => {
      if (OTHER_NAMES.test(key) || key in NEVER_OWN || !JSON.stringify(catalogue[key]).includes("{name}")) return false;
      const formed = formatMessage(catalogue, language, key, { name: asUser("NAME"), colour: "", count: 2 }) ?? "";
      return formed.replace(LABEL, "").includes("NAME");
    });
    assert.deepEqual(wrong, []);
  });
}

test("each form for the user belongs to a message with a name", () => {
  for (const path of folders.map((folder) => join(folder, "en.json"))) {
    const catalogue = JSON.parse(readFileSync(path, "utf8")) as Catalogue;
    for (const key of Object.keys(catalogue).filter((one) => one.endsWith(".you") && !/^(tag|name)\./.test(one))) {
      assert.match(JSON.stringify(catalogue[key.slice(0, -4)] ?? ""), /\{names?\}/, key);
    }
  }
});
