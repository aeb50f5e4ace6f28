/**
 * The service worker of the installed app. It caches the shell (the page without anyone's data) and the offline
 * verifier, so that both open without a connection, and passes on files that another app shares. Pages come from the
 * network if there is one, so a new release is never held back; API calls are never cached.
 */
import { maxSharedFiles, sharedFilesRequest, shareTarget } from "./lib/shared-files.ts";

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = ExtendableEvent & {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
};
type WorkerScope = {
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: {
    (name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
    (name: "fetch", listener: (event: FetchEvent) => void): void;
    (name: "message", listener: (event: MessageEvent) => void): void;
  };
};

/**
 * The server writes a fingerprint of the page here: every release and every change of a setting produces a different
 * worker.
 */
const release = "RELEASE";
/** Scripts and styles that the page loads later and must be available offline. */
declare const shellFiles: string[];

const prefix = "shell-";
const shellName = `${prefix}${release}`;
const shellPage = "/index.html";
const verifierPage = "/verify.html";
const icons = ["/icons/app.webmanifest", "/icons/icon-192.png"];

const scope = self as unknown as WorkerScope;

scope.addEventListener("install", (event) => {
  event.waitUntil(fillShell().then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlderShells().then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && pathname === shareTarget)
    return event.respondWith(takeSharedFiles(request));
  if (request.method !== "GET") return;
  if (pathname.startsWith("/assets/") || icons.includes(pathname))
    return event.respondWith(fromShellFirst(request));
  if (request.mode === "navigate" && !pathname.startsWith("/api/"))
    return event.respondWith(fromNetworkFirst(request, pathname));
});

async function fillShell(): Promise<void> {
  const shell = await caches.open(shellName);
  const withoutCookies = (path: string) => new Request(path, { credentials: "omit", cache: "no-cache" });
  await shell.addAll([shellPage, verifierPage, ...icons].map(withoutCookies));
  const html = (await (await shell.match(shellPage))?.text()) ?? "";
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  await shell.addAll([...new Set([...named, ...shellFiles])]);
}

async function forgetOlderShells(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== shellName);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** For files whose content never changes under their name. */
async function fromShellFirst(request: Request): Promise<Response> {
  const shell = await caches.open(shellName);
  const kept = await shell.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) await shell.put(request, response.clone());
  return response;
}

/** The verifier is cached again on every visit, because it contains the server's current keys. */
async function fromNetworkFirst(request: Request, pathname: string): Promise<Response> {
  const isVerifier = pathname === verifierPage;
  try {
    const response = await fetch(request);
    if (isVerifier && response.status === 200)
      await (await caches.open(shellName)).put(verifierPage, response.clone());
    return response;
  } catch (error) {
    const kept = await (await caches.open(shellName)).match(isVerifier ? verifierPage : shellPage, {
      ignoreVary: true,
    });
    if (kept) return kept;
    throw error;
  }
}

/** The files of the latest share, until a page asks for them. They are never stored. */
let sharedFiles: File[] = [];

/** The page at this address asks the user whether to keep the files. */
async function takeSharedFiles(request: Request): Promise<Response> {
  if (isFromWebsite(request)) return Response.redirect("/", 303);
  const sent = (await request.formData()).getAll("files").filter((file) => file instanceof File);
  // One more, so that the page can say that there were too many.
  sharedFiles = sent.slice(0, maxSharedFiles + 1);
  return Response.redirect(shareTarget, 303);
}

/**
 * Whether another website sent this form. The share sheet opens a whole tab, and its request has no web address as
 * referrer. A website can omit the referrer, so not all of them are recognized.
 */
function isFromWebsite({ destination, referrer }: Request): boolean {
  const isElsewhere = /^https?:/.test(referrer) && new URL(referrer).origin !== location.origin;
  return destination !== "document" || isElsewhere;
}

scope.addEventListener("message", ({ data, ports }) => {
  if (data !== sharedFilesRequest) return;
  ports[0]?.postMessage(sharedFiles);
  sharedFiles = [];
});
