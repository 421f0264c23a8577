/** Makes the page work without a connection, and says what the user should know of it. Loaded last. */
import { languages, withLazyMessages } from "../i18n/i18n.ts";
import { hasCompletedLessons } from "../learn/lesson-progress.ts";
import { SavedTables } from "../net/saved-tables.ts";
import { countDay } from "../offline/install.ts";
import { start } from "../offline/service.ts";
import { progress } from "../solo/progress.ts";
import { localStore } from "../ui/storage.ts";

/** Whether anything was finished in this browser: a game, a lesson or a level. */
function hasFinished(): boolean {
  return new SavedTables(localStore).all().some(({ over }) => over) || hasCompletedLessons()
    || Object.values(progress()).some(({ stars }) => stars > 0);
}

/** Names the manifest in the user's language, also after the language was changed. */
function followLanguage(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const { lang } = document.documentElement;
  if (link && languages.includes(lang)) link.href = `/manifest.${lang}.webmanifest`;
}

followLanguage();
new MutationObserver(followLanguage).observe(document.documentElement, { attributeFilter: ["lang"] });
const { OfflineBar } = await withLazyMessages(() => import("../offline/offline-bar.ts"));
const bar = new OfflineBar();
bar.days = countDay(new Date().toLocaleDateString("sv"));
bar.finished = hasFinished;
const main = document.querySelector("main");
bar.page = main?.dataset["page"] ?? "";
main?.before(bar);
if (main) {
  new MutationObserver(() => (bar.page = main.dataset["page"] ?? ""))
    .observe(main, { attributeFilter: ["data-page"] });
}
const { saveData = false } = (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
if (import.meta.env.PROD && !saveData) await start();
