/** What can be done with a whole study: name it, share a copy, save it as a file, print it. */
import { html, type TemplateResult } from "lit";
import { icon } from "../ui/icons.ts";
import { saveFile } from "../ui/save-file.ts";
import { shareLink } from "../ui/share-link.ts";
import { gameName, t } from "../i18n/i18n.ts";
import { chapterFileName, chapterText, isLongLink, LONGEST_NAME, studyFileName, studyFragment, studyText } from "./study-file.ts";
import { chapterOf, shownChapter, studyOf, type StudyState } from "./study-state.ts";

export interface ActionsShown {
  study: StudyState;
  game: string;
  rename: (name: string) => void;
  /** Shows what became of an action. */
  tell: (text: string) => void;
  print: () => void;
}

export function studyActions(shown: ActionsShown): TemplateResult {
  const { study, game, rename, tell, print } = shown;
  const button = (action: string, picture: Parameters<typeof icon>[0], press: () => void) =>
    html`<button class="quiet" data-action=${action} @click=${press}>${icon(picture)} ${t(`study.${action}`)}</button>`;
  return html`<section class="card study-whole">
      <label class="field"><span>${t("study.name")}</span>
        <input name="study-name" maxlength=${LONGEST_NAME} autocomplete="off" .value=${study.name}
          placeholder=${gameName(game)}
          @change=${(event: Event) => rename((event.target as HTMLInputElement).value.trim())} /></label>
    </section>
    <div class="actions table-actions" role="group" aria-label=${t("actions")}>
      ${button("copy-link", "share", () => void shareCopy(study, game).then(tell))}
      ${button("save-study", "save", () => void saveStudy(study).then(tell))}
      ${button("save-chapter", "save", () => void saveChapter(study).then(tell))}
      ${button("print", "print", print)}
      <a class="button quiet" href="/study">${icon("menu")} ${t("study.all")}</a>
      <a class="button quiet" href="/rules/${game}">${icon("book")} ${t("rules")}</a>
    </div>`;
}

/** Shares a link that contains a copy. Returns what became of it. */
async function shareCopy(study: StudyState, game: string): Promise<string> {
  const link = `${location.origin}/study/${game}${await studyFragment(studyOf(study))}`;
  if (isLongLink(link)) return t("study.long_link");
  const done = await shareLink(study.name || t("study.of", { game: gameName(game) }), link);
  return done === "shared" ? "" : t(done === "copied" ? "start.copied" : "copy.failed");
}

async function saveStudy(state: StudyState): Promise<string> {
  const study = studyOf(state);
  return saved(studyFileName(study), studyText(study));
}

async function saveChapter(state: StudyState): Promise<string> {
  return saved(chapterFileName(studyOf(state), state.chapter + 1), chapterText(chapterOf(shownChapter(state))));
}

async function saved(name: string, text: string): Promise<string> {
  return (await saveFile(name, text)) === null ? "" : t("study.saved", { name });
}
