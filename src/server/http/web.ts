import type { Handler, Context as HonoContext } from "hono";
import { accepts } from "hono/accepts";
import type { Deps } from "../../features/deps.ts";
import { addressOf } from "./address.ts";
import type { BuiltFile, BuiltPage } from "./built-page.ts";
import type { HttpEnv } from "./http-env.ts";
import { wantedLanguages } from "./languages.ts";
import { isApi } from "./methods.ts";
import { confirmedScreen, drawnPage, visitorsPage } from "./page-settings.ts";
import { compressed, confirmedPage } from "./verify-page.ts";

/**
 * The paths our page has a screen for, and which drawing visitors see first there; at any other it says "not found".
 */
const screens: { path: RegExp; drawn?: string }[] = [
  { path: /^\/$/, drawn: "home" },
  { path: /^\/(subscription|support|my-tickets|faq|admin|account)$/, drawn: "members-only" },
  { path: /^\/contact$/, drawn: "contact" },
  { path: /^\/verify\/[^/]+$/, drawn: "verify" },
  { path: /^\/(forgot-password|reset-password|confirm-email|shared)$/ },
];

/**
 * Serves the built page: its files by name, and for every screen the page itself, as whoever has no session gets it.
 */
export function answerPage(page: BuiltPage, deps: Deps): Handler<HttpEnv> {
  return async (c) => {
    if (isApi(c.req.path)) return c.notFound();
    const file = page.get(c.req.path);
    if (file) return answerFile(c.req.raw, file, 200);
    const path = c.req.path.replace(/(?<=.)\/$/, "");
    const screen = screens.find((known) => known.path.test(path));
    const isVisitor = deps.sessions.tokenIn(c.req.header("cookie") ?? "") === null;
    const confirmed = isVisitor && screen?.drawn === "verify" && (await answerConfirmed(c, page, deps));
    if (confirmed) return confirmed;
    const index = (isVisitor && visitorsIndex(c, page, screen?.drawn)) || page.get("/index.html");
    if (!index) return c.text("The web page is not built yet. Please run: bun run build:web", 503);
    const answer = answerFile(c.req.raw, index, screen ? 200 : 404);
    answer.headers.append("Vary", "Cookie, Accept-Language");
    return answer;
  };
}

/** A referral opens another form than the one that is drawn: its page comes empty. */
function visitorsIndex(c: HonoContext<HttpEnv>, page: BuiltPage, screen = ""): BuiltFile | undefined {
  if (c.req.query("ref") !== undefined) return page.get(visitorsPage);
  return drawingFor(c, page, screen) ?? page.get(visitorsPage);
}

function drawingFor(c: HonoContext<HttpEnv>, page: BuiltPage, screen: string): BuiltFile | undefined {
  const drawn = wantedLanguages(c).map((language) => page.get(drawnPage(screen, language)));
  return drawn.find((file) => file !== undefined);
}

/** The page with somebody's record in it, which nobody keeps or finds. Undefined where the page asks by itself. */
async function answerConfirmed(c: HonoContext<HttpEnv>, page: BuiltPage, deps: Deps) {
  const drawn = drawingFor(c, page, confirmedScreen);
  const html = drawn && confirmedPage(deps, drawn, c.req.path, addressOf(c, deps.config));
  if (!html) return undefined;
  const [encoding] = acceptedEncodings(c.req.raw);
  const headers = new Headers({
    "Content-Type": drawn.type,
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
    Vary: "Accept-Encoding, Cookie, Accept-Language",
  });
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(encoding ? await compressed(html, encoding) : html, { headers });
}

/**
 * The page at a path of the API that a person has opened in a browser and that has nothing to give: the page shows
 * a screen that says so, with status 404. Undefined when it was a program that asked (RFC 9110, 12.5.1).
 */
export function pageForPerson(c: HonoContext<HttpEnv>, page: BuiltPage): Response | undefined {
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
  const etag = `"${file.sha256.slice(0, 32)}${encoding ? `-${encoding}` : ""}"`;
  const headers = new Headers({
    "Content-Type": file.type,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  });
  if (status === 200 && knows(request, etag)) return new Response(null, { status: 304, headers });
  if (encoding) headers.set("Content-Encoding", encoding);
  return new Response(encoding ? file.encoded[encoding] : file.bytes, { status, headers });
}

/** The encodings we keep that this client takes, the smaller first. */
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
