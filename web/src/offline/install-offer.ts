/** The browser's offer to install the page. It comes early and once, so that it is kept until somebody wants it. */

/** The event with which a browser offers it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;
export const changes = new EventTarget();

function change(found: InstallOffer | null): void {
  offer = found;
  changes.dispatchEvent(new Event("change"));
}

export const offered = (): boolean => offer !== null;

/** Returns the offer, which can be used once. */
export function takeOffer(): InstallOffer | null {
  const found = offer;
  change(null);
  return found;
}

export function keepOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    change(event as InstallOffer);
  });
  addEventListener("appinstalled", () => change(null));
}
