/** Resolves once the page has drawn what it was told to, so that what nobody waits for comes later. */
export function drawn(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve(); // it draws nothing
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}
