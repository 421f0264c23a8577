/** Line icons in a field of 24 by 24. Always next to a text, so hidden from screen readers. */
import { html, svg, type TemplateResult } from "lit";

/** Each icon has one meaning, which stands behind it. */
const LINES = {
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11", // sound is on
  settings: "M4 7h9M17 7h3M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M4 17h3M11 17h9M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0", // settings
  silent: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6", // sound is off
  back: "M15 5l-7 7 7 7", // to the page or step before
  close: "M6 6l12 12M18 6L6 18", // away with it: closed, removed, wrong
  check: "M5 13l5 5 9-11", // right, done, agreed
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3", // taken back
  share: "M12 3v12M8 7l4-4 4 4M6 12H5v9h14v-9h-1", // given to others
  copy: "M9 9h11v11H9zM5 15H4V4h11v1", // copied
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1", // a link
  plan: "M4 4h16v16H4zM4 12h16M12 4v16", // a board from above
  table: "M3 10l9-5 9 5-9 5zM3 10v4l9 5 9-5v-4", // a board in perspective
  log: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4", // what happened, in order
  book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zM12 6v14", // the rules
  learn: "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6", // lessons
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 7v5l3.500 2", // time
  flag: "M6 21V4h11l-2 4 2 4H6", // given up, ended
  robot: "M5 9h14v10H5zM12 9V5M9 13v1M15 13v1M12 4.5v.5M3 13v3M21 13v3", // a computer plays
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-5 4-7 8-7s7 2 8 7", // one person
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c1-4 3-6 7-6s6 2 7 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14c2.500 .8 3.500 3 4 6", // several people
  screen: "M4 5h16v11H4zM9 20h6M12 16v4", // one screen for all
  menu: "M5 7h14M5 12h14M5 17h14", // a list
  more: "M5 12h.01M12 12h.01M19 12h.01", // more actions
  full_screen: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5", // the whole screen
  play: "M8 5v14l11-7z", // begun, or running
  pause: "M8 5v14M16 5v14", // stopped for now
  first: "M6 5v14M19 5l-9 7 9 7z", // to the start
  last: "M18 5v14M5 5l9 7-9 7z", // to the end
  next: "M9 5l7 7-7 7", // to the next page or step
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z", // looked at
  again: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4", // once more from the start
  save: "M12 4v11M8 11l4 4 4-4M5 20h14", // put into a file or an account
  key: "M14 10a4 4 0 1 0-3.500 4L12 12.500h3v-2.500zM15 10l6 0M19 10v3", // a secret
  plus: "M12 5v14M5 12h14", // something new
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7", // numbers over time
  turn_left: "M5 11a8 8 0 1 1 2 6M5 5v6h6", // turned to the left
  turn_right: "M19 11a8 8 0 1 0-2 6M19 5v6h-6", // turned to the right
  hand: "M8 12V5.500a1.500 1.500 0 0 1 3 0V11M11 10V4.500a1.500 1.500 0 0 1 3 0V11M14 10.500V6a1.500 1.500 0 0 1 3 0v8c0 4-2 7-6 7-3 0-4.500-2-6-5l-1.500-3a1.500 1.500 0 0 1 2.500-1.500L8 13", // a hand that places pieces
  speech: "M4 5h16v11h-9l-5 4v-4H4z", // something said
  star: "M12 4l2.500 5.300 5.700.700-4.200 4 1.100 5.700L12 17l-5.100 2.700L8 14l-4.200-4 5.700-.700z", // the best of its kind
  bell: "M5 17h14l-2-3v-4a5 5 0 0 0-10 0v4zM10 20h4", // a notice
  bulb: "M9 17c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8zM9.500 20.500h5", // a hint
  redo: "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3", // taken back, done again
  study: "M7 20V6M7 15c0-5 10-3 10-9M5 7l2-2 2 2M15 7l2-2 2 2", // moves with variations
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z", // printed
  recentre: "M12 3v5M12 16v5M3 12h5M16 12h5M12 10a2 2 0 1 0 .01 0z", // the view as it was at first
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01", // drawn by lot
  lower: "M12 4v15M7 14l5 5 5-5", // moved down
  pen: "M4 20l1-4L16 5l3 3L8 19z", // drawn by hand
  report: "M12 4l9 16H3zM12 10v5M12 17.500h.01", // something for the moderators
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8", // the keyboard
  puzzle: "M5 8h4a2 2 0 1 1 4 0h5v4a2 2 0 1 0 0 4v4H5z", // puzzles
  open: "M12 15V4M8 8l4-4 4 4M5 20h14", // read from a file
} as const;

export type IconName = keyof typeof LINES;

export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    ${svg`<path d=${LINES[name]} />`}
  </svg>`;
}

/** The logo: two circles, one over the other. */
export const sign = html`<svg class="sign" viewBox="0 0 32 26" aria-hidden="true">
  <path class="low" d="M4 24v-7a8 8 0 0 1 16 0v7" />
  <path class="high" d="M12 24v-11a8 8 0 0 1 16 0v11" />
</svg>`;
