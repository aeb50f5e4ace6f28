import { join } from "node:path";
import type { Page } from "@playwright/test";

let built: Promise<string> | undefined;

/** Answers for js.stripe.com: the library under the name of each release, and the empty frame that it loads. */
export async function serveLibrary(pathname: string): Promise<Response> {
  if (/^\/[a-z0-9]+\/(stripe\.js)?$/.test(pathname)) {
    built ??= buildLibrary();
    return new Response(await built, { headers: { "content-type": "text/javascript; charset=utf-8" } });
  }
  if (!pathname.endsWith(".html")) return new Response("Not found", { status: 404 });
  return new Response("<!doctype html><title>Stripe</title>", { headers: { "content-type": "text/html" } });
}

/** Routes a page's requests to js.stripe.com and api.stripe.com to the fake, and blocks Stripe's other hosts. */
export async function routeStripe(page: Page, fake: { url: string }): Promise<void> {
  await page.route(/^https:\/\/([a-z0-9-]+\.)?stripe\.(com|network)\//, async (route) => {
    const { hostname, pathname, search } = new URL(route.request().url());
    if (hostname !== "js.stripe.com" && hostname !== "api.stripe.com") return route.abort();
    return route.fulfill({ response: await route.fetch({ url: `${fake.url}${pathname}${search}` }) });
  });
}

async function buildLibrary(): Promise<string> {
  const entrypoints = [join(import.meta.dir, "stripe-js.ts")];
  const { outputs, success, logs } = await Bun.build({ entrypoints, target: "browser", format: "iife" });
  const [library] = outputs;
  if (success && library) return library.text();
  throw new Error(`The browser's library does not build: ${logs.join("\n")}`);
}
