import type { Handler, Context as HonoContext } from "hono";
import { accepts } from "hono/accepts";
import type { Deps } from "../../features/deps.ts";
import type { LegalTextName } from "../../features/legal-texts/legal-texts.schema.ts";
import { getCallerAddress } from "./address.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";
import { decodePath } from "./decode-path.ts";
import type { HttpEnv } from "./http-env.ts";
import { serviceWorkerPath, serviceWorkerPolicy } from "./installed-app.ts";
import { wantedLanguages } from "./languages.ts";
import { isApi } from "./methods.ts";
import { rendererPath } from "./page-renderer.ts";
import { visitorsPage } from "./page-settings.ts";
import { compressed, type VisitorPages } from "./visitor-pages.ts";

/** The page of a shared project: its content is private, and in links of earlier versions its path is a secret. */
const shareScreen = /^\/share(\/[^/]+)?$/;
const verifyScreen = /^\/verify\/[^/]+$/;

/**
 * The paths of the page's screens, and a path whose content is the same for visitors; at any other path it says "not
 * found". A screen with a legal text exists if the operator has written it.
 */
const screens: { path: RegExp; rendered?: string; legalText?: LegalTextName }[] = [
  { path: /^\/$/, rendered: "/" },
  {
    path: /^\/(subscription|support|my-tickets|faq|admin|account|notices|office|documents|payments|projects|photographed-pages)$/,
    rendered: "/faq",
  },
  { path: /^\/(projects|collections)\/[^/]+$|^\/account\/developers$/, rendered: "/faq" },
  { path: /^\/contact$/, rendered: "/contact" },
  { path: /^\/privacy$/, rendered: "/privacy", legalText: "privacy" },
  { path: /^\/terms$/, rendered: "/terms", legalText: "terms" },
  { path: verifyScreen, rendered: "/verify/AT-0" },
  { path: shareScreen },
  { path: /^\/(forgot-password|reset-password|confirm-email|invitation|signing-in|shared|share-target)$/ },
];

/**
 * Serves the built page: its files by name, and the page itself for every screen, prerendered for visitors without a
 * session.
 */
export function answerPage(
  page: BuiltPage,
  deps: Pick<Deps, "config" | "sessions">,
  visitorPages: VisitorPages,
): Handler<HttpEnv> {
  return async (c) => {
    if (isApi(c.req.path)) return c.notFound();
    const file = c.req.path === rendererPath ? undefined : page.get(c.req.path);
    if (file) {
      const answer = answerFile(c.req.raw, file, 200);
      if (c.req.path === serviceWorkerPath)
        answer.headers.set("Content-Security-Policy", serviceWorkerPolicy);
      return answer;
    }
    const path = c.req.path.replace(/(?<=.)\/$/, "");
    const { legalTexts } = deps.config;
    const screen =
      decodePath(path) === undefined
        ? undefined
        : screens.find((known) => known.path.test(path) && (!known.legalText || legalTexts[known.legalText]));
    const isVisitor = deps.sessions.tokenIn(c.req.header("cookie") ?? "") === null;
    const wanted = wantedLanguages(c);
    if (isVisitor && screen?.path === verifyScreen) {
      const html = await visitorPages.record(c.req.path, getCallerAddress(c, deps.config), wanted);
      if (html) return answerRecord(c.req.raw, html);
    }
    // With a referral, the form differs from the prerendered one.
    const rendered = c.req.query("ref") === undefined ? screen?.rendered : undefined;
    const visitorsIndex =
      isVisitor && ((rendered && (await visitorPages.screen(rendered, wanted))) || page.get(visitorsPage));
    const index = visitorsIndex || page.get("/index.html");
    if (!index) return c.text("The web page is not built yet. Please run: bun run build:web", 503);
    const answer = answerFile(c.req.raw, index, screen ? 200 : 404);
    answer.headers.append("Vary", "Cookie, Accept-Language");
    if (screen?.path === shareScreen) keepPrivate(answer.headers);
    return answer;
  };
}

/** No cache and no search engine keeps the page. */
function keepPrivate(headers: Headers): void {
  headers.set("Cache-Control", "no-store");
  headers.set("X-Robots-Tag", "noindex, nofollow");
  headers.delete("ETag");
}

/**
 * The scripts that read people's files in a worker may not connect to anything, so they cannot send what they read. The
 * one that hashes the files of a collection may compile WebAssembly.
 */
const readingWorkers = [
  {
    path: /^\/assets\/hash-worker-[^/]+\.js$/,
    policy: "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'",
  },
  {
    path: /^\/assets\/straighten-worker-[^/]+\.js$/,
    policy: "default-src 'none'; frame-ancestors 'none'",
  },
];

/** The page with someone's record, which must not be cached or indexed by search engines. */
async function answerRecord(request: Request, html: Buffer<ArrayBuffer>): Promise<Response> {
  const [encoding] = acceptedEncodings(request);
  const headers = new Headers({
    "Content-Type": "text/html;charset=utf-8",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    Vary: "Accept-Encoding, Cookie, Accept-Language",
  });
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(encoding ? await compressed(html, encoding) : html, { headers });
}

/**
 * The page for an API path that a person has opened in a browser and that has no content: it shows an error screen with
 * status 404. Undefined if a program sent the request (RFC 9110, 12.5.1).
 */
export function answerBrowser(c: HonoContext<HttpEnv>, page: BuiltPage): Response | undefined {
  const index = page.get("/index.html");
  const types = { supports: ["application/json", "text/html"], default: "application/json" };
  if (!index || accepts(c, { header: "Accept", ...types }) !== "text/html") return undefined;
  const answer = answerFile(c.req.raw, index, 404);
  answer.headers.set("Cache-Control", "no-store");
  answer.headers.append("Vary", "Accept");
  return answer;
}

function answerFile(request: Request, file: BuiltFile, status: 200 | 404): Response {
  const encoding = acceptedEncodings(request).find((name) => file.encoded[name] !== undefined);
  const etag = `"${file.hash().slice(0, 32)}${encoding ? `-${encoding}` : ""}"`;
  const headers = new Headers({
    "Content-Type": file.type,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  });
  const { pathname } = new URL(request.url);
  const worker = readingWorkers.find(({ path }) => path.test(pathname));
  if (worker) headers.set("Content-Security-Policy", worker.policy);
  if (status === 200 && knows(request, etag)) return new Response(null, { status: 304, headers });
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(encoding ? file.encoded[encoding]?.() : file.read(), { status, headers });
}

/** The stored encodings that this client accepts, the smaller first. */
function acceptedEncodings(request: Request): ("br" | "gzip")[] {
  const offers = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  const accepts = (name: string) =>
    offers.some((offer) => {
      const [coding, ...parameters] = offer.split(";").map((part) => part.trim());
      return coding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  return (["br", "gzip"] as const).filter(accepts);
}

function knows(request: Request, etag: string): boolean {
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
  return known.some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag);
}
