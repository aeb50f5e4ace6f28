import type { StripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { banner, bannerStyle, stylePath } from "./banner.ts";
import { tourPage, tourPath } from "./tour.ts";

export type Front = { origin: string; stop: () => Promise<void> };
type Stage = { productOrigin: string; dataDir: string; stripe: StripeFake };

/** Nothing of the demo may be cached: another server may use the same address tomorrow. */
const notKept = { "cache-control": "no-store" };

/** Until the server is there; the page asks again by itself. */
function stillStarting(): Response {
  const headers = { "content-type": "text/html; charset=utf-8", "retry-after": "2", ...notKept };
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">
<title>Attestamp demo</title><p>The demo is starting. This page opens by itself in a moment.</p></html>`;
  return new Response(page, { status: 503, headers });
}

/**
 * A proxy for the visitor's browser: the server's answers, its pages with a banner, and payments redirected to the fake
 * Stripe. Until `stage` has a server, the answer is 503. The server does not know that it is a demo. Only this machine
 * can reach it.
 */
export function openFront(port: number, stage: () => Stage | undefined): Front {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 60,
    maxRequestBodySize: 1024 ** 3,
    async fetch(request) {
      const ready = stage();
      return ready ? answer(request, ready) : stillStarting();
    },
  });
  return { origin: `http://localhost:${server.port}`, stop: () => server.stop(true) };
}

async function answer(request: Request, stage: Stage): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === stylePath)
    return new Response(bannerStyle, { headers: { "content-type": "text/css", ...notKept } });
  if (pathname === tourPath) {
    const headers = { "content-type": "text/html; charset=utf-8", ...notKept };
    return new Response(await tourPage(stage.dataDir), { headers });
  }
  return withDemo(await passOn(request, `${stage.productOrigin}${pathname}${search}`), stage);
}

/** Requested uncompressed and complete, so that it can be rewritten. */
async function passOn(request: Request, address: string): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("accept-encoding", "identity");
  for (const name of ["host", "if-none-match", "connection"]) headers.delete(name);
  const { method, body, signal } = request;
  return fetch(address, { method, headers, body, signal, redirect: "manual" });
}

async function withDemo(answer: Response, { stripe }: Stage): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set("cache-control", "no-store");
  const policy = headers.get("content-security-policy");
  if (policy) headers.set("content-security-policy", toFake(policy, stripe));
  const kept = { status: answer.status, headers };
  const type = headers.get("content-type") ?? "";
  if (!/^text\/(html|javascript)/.test(type)) return new Response(answer.body, kept);
  headers.delete("content-length");
  const text = await answer.text();
  return new Response(type.startsWith("text/html") ? banner(text) : toFake(text, stripe), kept);
}

function toFake(text: string, { url }: StripeFake): string {
  return text.replaceAll("https://js.stripe.com", url).replaceAll("https://api.stripe.com", url);
}
