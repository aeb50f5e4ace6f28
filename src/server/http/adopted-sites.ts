import type { Handler, Context as HonoContext, MiddlewareHandler } from "hono";
import { AppError } from "../../errors.ts";
import type { Deps } from "../../features/deps.ts";
import {
  answerSite,
  findAdopted,
  findAdoptedRecord,
  takeFromRecordLimit,
  verifyHere,
} from "../../features/publishing/adopted-site.service.ts";
import { type Adoption, adoptedPath } from "../../features/publishing/adoption.ts";
import { getCallerAddress } from "./address.ts";
import type { BuiltPage } from "./built-page.ts";
import { decodePath } from "./decode-path.ts";
import type { HttpEnv } from "./http-env.ts";
import { offlinePolicy } from "./offline-verifier.ts";
import { once } from "./once.ts";
import { findSiteParts } from "./site-parts.ts";

type SitesDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">;

/**
 * Answers for adopted services: below /adopted/, and at every path of a host that once was theirs and now leads here.
 */
export function createAdoptedSites(deps: SitesDeps, page: BuiltPage) {
  // Two megabytes that most servers never need.
  const parts = once(() => findSiteParts(page));
  const verifier = page.get("/verify.html");
  const policyOfVerifier = once(() => verifier && offlinePolicy(verifier));

  /** Throws `not_found` if the site has nothing at this path; a browser gets the page that finds a record. */
  async function answer(
    c: HonoContext<HttpEnv>,
    adoption: Adoption,
    base: string,
    path: string,
  ): Promise<Response> {
    const builtParts = parts();
    if (!builtParts) throw nothingHere();
    const found = await answerSite(deps, adoption, builtParts, path);
    if (!found) {
      if (isData.test(path) || !c.req.header("accept")?.includes("text/html")) throw nothingHere();
      const page = await answer(c, adoption, base, "404.html");
      return new Response(page.body, { status: 404, headers: page.headers });
    }
    if ("movedTo" in found) return c.redirect(`${base}${found.movedTo}`);
    const isPage = found.type.startsWith("text/html");
    const isRecord = /^(api\/)?verify\//.test(path);
    const headers = new Headers({
      "Content-Type": found.type,
      "Cache-Control": isRecord ? "no-store" : "no-cache",
    });
    if (isPage) headers.set("X-Robots-Tag", "noindex");
    // These two have their script inside. The rest of the policy of the front page is in the page.
    const policy = path === "verify.html" ? policyOfVerifier() : undefined;
    if (policy) headers.set("Content-Security-Policy", policy);
    else if (isPage && !isRecord) headers.set("Content-Security-Policy", "frame-ancestors 'none'");
    const { content } = found;
    return new Response(typeof content === "string" ? content : Uint8Array.from(content), { headers });
  }

  const atHost: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const host = hostNamed(c.req.header("host"));
    if (host === undefined || host === new URL(deps.config.origin).host) return next();
    const adoption = await findAdopted(deps, host);
    if (!adoption) return next();
    if (c.req.method !== "GET" && c.req.method !== "HEAD") throw nothingHere();
    const path = decodePath(c.req.path.slice(1)) ?? noPath;
    await takeFromRecordLimit(deps, path, getCallerAddress(c, deps.config));
    return answer(c, adoption, "/", path);
  };

  const belowFolder: Handler<HttpEnv, "/:site/*"> = async (c) => {
    const site = c.req.param("site");
    const path = decodePath(c.req.path.slice(`${adoptedPath}/${site}/`.length)) ?? noPath;
    await takeFromRecordLimit(deps, path, getCallerAddress(c, deps.config));
    const adoption = await findAdopted(deps, site);
    if (!adoption) throw nothingHere();
    const base = `${adoptedPath}/${adoption.site}/`;
    if (c.req.path.length < base.length) return c.redirect(base);
    return answer(c, adoption, base, path);
  };

  return { atHost, belowFolder };
}

/** A host as addresses have it: without the port that goes without saying, and without the final dot of a name. */
function hostNamed(header: string | undefined): string | undefined {
  const address = `https://${header}`;
  if (header === undefined || !URL.canParse(address)) return header;
  return new URL(address).host.replace(/\.(?=:|$)/, "");
}

/** What programs read: for it, no page is an answer. */
const isData = /^(api|evidence|\.well-known)\//;

/** No site has a file of this name. */
const noPath = "\0";

const nothingHere = () => new AppError("not_found", "address-not-found", "There is nothing at this address.");

/** GET /verify/SERIAL: leads to the record of an adopted service. Browsers keep what follows the # of a QR code. */
export function leadToAdopted(deps: Pick<Deps, "db">): MiddlewareHandler<HttpEnv, "/:serialNumber"> {
  return async (c, next) => {
    const found = await findAdoptedRecord(deps, c.req.param("serialNumber"));
    return found ? c.redirect(`${found.site}/verify/${found.serialNumber}/`) : next();
  };
}

/** GET /api/verify/SERIAL: a record of this service, or the way to that of an adopted one. */
export function serveRecord(deps: Deps): Handler<HttpEnv, "/:serialNumber"> {
  return async (c) => {
    const typed = c.req.param("serialNumber");
    try {
      return c.json(await verifyHere(deps, typed, getCallerAddress(c, deps.config)));
    } catch (error) {
      const isAdopted = error instanceof AppError && error.code === "record-adopted";
      const found = isAdopted ? await findAdoptedRecord(deps, typed) : undefined;
      if (!found) throw error;
      return c.redirect(`${found.site}/api/verify/${found.serialNumber}`, 307);
    }
  };
}
