import type { Handler } from "hono";
import type { Deps } from "../../features/deps.ts";
import { cachedVerification, confirmationOf } from "../../features/verification/verification.service.ts";
import { addressOf, callerAddress } from "./address.ts";
import type { HttpEnv } from "./http-env.ts";
import { securityHeadersOfData } from "./security.ts";

const path = "/api/verify/";
const contentType = { "Content-Type": "application/json" };

/**
 * GET /api/verify/SERIAL. It stands before everything that finds out who calls, and goes to the feature without tRPC.
 */
export function answerVerification(deps: Deps): Handler<HttpEnv, "/:serialNumber"> {
  return (c) => {
    const text = confirmationOf(deps, c.req.param("serialNumber"), addressOf(c, deps.config));
    return new Response(text, { headers: contentType });
  };
}

/** Answers a request before the app does, or leaves it to it. `socketAddress` is the other end of the socket. */
export type FirstAnswer = (request: Request, socketAddress: string | undefined) => Response | undefined;

/**
 * Nothing is asked for more often than lookups, and by anybody: what is kept of them is answered without the app, with
 * the headers the app would give, and counted like its answers. It is logged for debugging only.
 */
export function answerFromCache(deps: Deps): FirstAnswer {
  const { config, log, measures } = deps;
  const headers = new Headers({ ...contentType, ...securityHeadersOfData(config) });
  return (request, socketAddress) => {
    if (request.method !== "GET") return undefined;
    const started = performance.now();
    const { url } = request;
    const pathAt = url.indexOf("/", "https://".length);
    if (!url.startsWith(path, pathAt)) return undefined;
    const forwardedFor = config.trustProxy ? request.headers.get("x-forwarded-for") : null;
    const address = callerAddress(socketAddress, forwardedFor ?? undefined, config.trustProxy);
    const text = unlessItFails(() => cachedVerification(deps, url.slice(pathAt + path.length), address));
    if (text === undefined) return undefined;
    measures.answers.observe({ method: "GET", status: "200" }, (performance.now() - started) / 1000);
    const requestId = crypto.randomUUID();
    log.debug({ requestId, method: "GET", path: url.slice(pathAt), status: 200 }, "request");
    const answer = new Response(text, { headers });
    answer.headers.set("X-Request-Id", requestId);
    return answer;
  };
}

/**
 * For what answers ahead of the call that is there for it: whatever the fault is, that call meets it as well, logs it
 * and answers with a sentence.
 */
export function unlessItFails(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
