/** Phrases that players say: which ones are offered, and how they read. */

/** A translator of the game's messages and of the page's. */
type Translate = (key: string) => string;

/** Reactions are shown with a picture. */
const PICTURES: Readonly<Record<string, string>> = {
  "react.clap": "👏", "react.thumbs_up": "👍", "react.laugh": "😄", "react.wow": "😮", "react.phew": "😅",
  "react.party": "🎉",
};

/** What is going on at a table: not everybody has moved yet, the game runs, or it is over. */
export type Moment = "start" | "play" | "end";

const OFFERED: Readonly<Record<Moment, readonly string[]>> = {
  start: ["start", "play"], play: ["play"], end: ["end"],
};

/** Returns the IDs of the phrases for a moment, in the order of the server, and those of the reactions. */
export function offered(phrases: readonly string[], moment: Moment): { phrases: string[]; reactions: string[] } {
  const of = (wanted: string) => phrases.filter((phrase) => phrase.startsWith(`${wanted}.`));
  return { phrases: OFFERED[moment].flatMap(of), reactions: of("react").filter((phrase) => phrase in PICTURES) };
}

export function isReaction(phrase: string): boolean {
  return phrase in PICTURES;
}

/** Returns the picture of a reaction; empty for other phrases. */
export function pictureOf(phrase: string): string {
  return PICTURES[phrase] ?? "";
}

/** Returns the text of a phrase, or an empty string for one that this page does not know. */
export function phraseText(phrase: string, translate: Translate): string {
  const key = `say.${phrase}`;
  const text = translate(key);
  return text === key ? "" : text;
}
