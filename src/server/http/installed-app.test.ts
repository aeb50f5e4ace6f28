import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { createTestClient } from "../../testing/test-client.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type BuiltFile, type BuiltPage, fileOf } from "./built-page.ts";
import { withInstalledApp } from "./installed-app.ts";
import { loadPage } from "./page-settings.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function file(text: string, type: string): BuiltFile {
  return { ...fileOf(Buffer.from(text), type), encoded: { gzip: () => Buffer.from("old") } };
}

function builtPage(html: string): BuiltPage {
  return new Map([
    ["/index.html", file(html, "text/html")],
    ["/icons/app.webmanifest", file('{"name":"Attestamp","start_url":"/"}', "application/manifest+json")],
    ["/service-worker.js", file('const release = "RELEASE";', "text/javascript")],
  ]);
}

const types = { extraTypes: false, converter: "auto" };

const textOf = (page: BuiltPage, path: string) => page.get(path)?.read().toString("utf8") ?? "";

test("the manifest contains the operator's name, whatever characters it has, and no stale compressed copy is sent", () => {
  const productName = 'Oak "& Sons" </script> ñ';
  const page = withInstalledApp(builtPage("<title>x</title>"), { productName, ...types });
  const manifest = JSON.parse(textOf(page, "/icons/app.webmanifest"));
  expect([manifest.name, manifest.short_name, manifest.start_url]).toEqual([productName, productName, "/"]);
  expect(page.get("/icons/app.webmanifest")?.encoded).toEqual({});
  expect(page.get("/service-worker.js")?.encoded).toEqual({});
});

test("the share sheet offers the app for the types that the server accepts", () => {
  const offered = (settings: typeof types) => {
    const page = withInstalledApp(builtPage("one"), { productName: "A", ...settings });
    return JSON.parse(textOf(page, "/icons/app.webmanifest")).share_target.params.files[0].accept;
  };
  expect(offered(types)).toEqual(
    expect.arrayContaining(["application/pdf", ".pdf", ".docx", ".doc", ".tif"]),
  );
  expect(offered({ ...types, extraTypes: true })).toEqual(expect.arrayContaining([".odt", ".txt", ".heic"]));
  const without: string[] = offered({ extraTypes: true, converter: "off" });
  expect(without).toEqual(expect.arrayContaining(["application/pdf", ".pdf", ".tif", ".heic"]));
  expect(without.filter((type) => /word|doc|odt|opendocument|rtf|txt|text/.test(type))).toEqual([]);
});

test("every release and every change of a setting produces a different service worker; the same page produces the same one", () => {
  const codes = [
    withInstalledApp(builtPage("one"), { productName: "A", ...types }),
    withInstalledApp(builtPage("one"), { productName: "A", ...types }),
    withInstalledApp(builtPage("two"), { productName: "A", ...types }),
    withInstalledApp(builtPage("one"), { productName: "B", ...types }),
  ].map((page) => textOf(page, "/service-worker.js"));
  expect(codes[0]).toMatch(/^const release = "[0-9a-f]{16}";$/);
  expect(codes[1]).toBe(codes[0] ?? "");
  expect(new Set(codes).size).toBe(3);
});

test("the service worker may only fetch from us, and is never cached", async () => {
  const { headers, status } = await createTestClient(server.origin).get("/service-worker.js");
  expect([status, headers.get("cache-control"), headers.get("content-security-policy")]).toEqual([
    200,
    "no-cache",
    "default-src 'none'; connect-src 'self'",
  ]);
  expect(headers.get("content-type")).toContain("javascript");
});

test("the offline verifier contains this server's keys, and may run only its own script", async () => {
  const { headers, status, text } = await createTestClient(server.origin).get("/verify.html");
  expect(status).toBe(200);
  const jwks = await (await fetch(`${server.origin}/.well-known/jwks.json`)).json();
  expect(text).toContain(jwks.keys[0].x);
  const [, script = ""] = /<script>(.*?)<\/script>/s.exec(text) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`script-src 'sha256-${hash}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("'self'");
  expect(loadPage(server.deps.config).has("/service-worker.js")).toBe(true);
});
