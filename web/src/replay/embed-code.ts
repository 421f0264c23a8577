/** HTML that shows a replay on another page. */
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

export function embedCode(title: string, origin: string, path: string): string {
  const safe = (text: string) => text.replace(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);
  const address = origin + path.replace(/^\/r(?=\/|#|$)/, "/embed");
  return `<iframe src="${safe(address)}" title="${safe(title)}" width="720" height="640" loading="lazy" `
    + 'style="border: 0; max-width: 100%" allow="fullscreen"></iframe>';
}
