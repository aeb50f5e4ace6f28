import { join } from "node:path";

const ENTRY = join(import.meta.dir, "library.ts");
let built: Promise<string> | undefined;

/** Answers for js.stripe.com: the library under every release's name, and the empty frame that it loads. */
export async function answerLibrary(pathname: string): Promise<Response> {
  if (/^\/(v3|[a-z]+)\/(stripe\.js)?$/.test(pathname)) {
    built ??= buildLibrary();
    return new Response(await built, { headers: { "content-type": "text/javascript; charset=utf-8" } });
  }
  if (/\/[a-z-]+\.html$/.test(pathname)) {
    return new Response("<!doctype html><title>Stripe</title>", { headers: { "content-type": "text/html" } });
  }
  return new Response("Not found", { status: 404 });
}

async function buildLibrary(): Promise<string> {
  const { outputs, success, logs } = await Bun.build({
    entrypoints: [ENTRY],
    target: "browser",
    format: "iife",
  });
  const [library] = outputs;
  if (!success || library === undefined)
    throw new Error(`The browser library does not build: ${logs.join("\n")}`);
  return library.text();
}
