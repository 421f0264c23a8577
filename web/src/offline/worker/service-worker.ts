/**
 * The service worker: the page without a connection.
 *
 * Addresses of pages are requested first, so that a new version shows at once; without an answer the kept page
 * is shown, which finds out by itself what works. Files of the page are kept when the worker is installed. Lists,
 * lessons, puzzles of the next days and solo levels are kept when the page asks for it, after everything else. Files
 * of games that are not part of the build are kept when they are used, or with their lessons, and rules when a table in
 * the page needs them. Nothing of the server's tables, of accounts or other people is ever kept.
 */
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly } from "workbox-strategies";
import { keepAll, keptFor, marked, unpacked } from "./keeping.ts";
import { DATA, ENGINE, isEngine, isKept, isPackaged, PACKAGES } from "./kept-paths.ts";
import { open, renew, show } from "./notices.ts";

declare const self: ServiceWorkerGlobalScope;
declare const __KEPT__: { url: string; revision: string | null }[];
declare const __BUILD__: string;

/** Seconds until the kept answer is used instead. */
const PATIENCE = 5;
const NOT_PAGES = [/^\/(api|docs|ws)(\/|$)/, /^\/(health|metrics)$/, /\.\w+$/];

/** A proxy says by such an answer that the server is gone. */
const refuseGateways = {
  fetchDidSucceed: async ({ response }: { response: Response }) => {
    if ([502, 503, 504].includes(response.status)) throw new Error(`the server answered ${response.status}`);
    return response;
  },
};

const pages = new NetworkOnly({ networkTimeoutSeconds: PATIENCE, plugins: [refuseGateways] });
registerRoute(new NavigationRoute(async (options) => {
  try {
    return await pages.handle(options);
  } catch {
    return (await matchPrecache("/")) ?? Response.error();
  }
}, { denylist: NOT_PAGES }));

precacheAndRoute(__KEPT__, { directoryIndex: "", cleanURLs: false });
cleanupOutdatedCaches();

const packing = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (response.ok ? marked(response, __BUILD__) : null),
  cachedResponseWillBeUsed: async ({ cachedResponse }: { cachedResponse?: Response }) =>
    (cachedResponse ? unpacked(cachedResponse) : null),
};
const data = new NetworkFirst({
  cacheName: DATA, networkTimeoutSeconds: PATIENCE, plugins: [refuseGateways, packing],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && isKept(url.pathname), data);
registerRoute(({ url, sameOrigin }) => sameOrigin && isPackaged(url.pathname), new CacheFirst({ cacheName: PACKAGES }));
registerRoute(({ url, sameOrigin }) => sameOrigin && isEngine(url.pathname), new CacheFirst({ cacheName: ENGINE }));

self.addEventListener("message", (event) => {
  const { type, played = [] } = (event.data ?? {}) as { type?: string; played?: string[] };
  if (type === "activate") void self.skipWaiting();
  if (type === "build") event.ports[0]?.postMessage(__BUILD__);
  if (type === "keep") event.waitUntil(keepAll(__BUILD__, played));
  if (type === "kept") event.waitUntil(keptFor(__BUILD__).then((kept) => event.ports[0]?.postMessage(kept)));
});

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("pushsubscriptionchange", (event) => (event as ExtendableEvent).waitUntil(renew()));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));

// The first page is controlled at once: it needs no second visit to work without a connection.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
