/** Full screen, for browsers that have it. */

export function canFullScreen(): boolean {
  return document.fullscreenEnabled;
}

/** Shows the whole page without the browser's bars, or leaves that. A browser may refuse it. */
export function switchFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  change.catch(() => undefined);
}
