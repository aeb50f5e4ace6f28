import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { closeDatabase } from "../../../db/client.ts";
import type { Config } from "../../features/config.ts";
import type { Deps } from "../../features/deps.ts";
import { createLogger } from "../../platform/logger.ts";
import { makeTestFolder, testConfig } from "../../testing/test-server.ts";
import { createDeps } from "../create-deps.ts";
import { createApp } from "./app.ts";
import { builtFiles } from "./built-files.ts";
import { readBuiltPage } from "./built-page.ts";
import type { App } from "./http-env.ts";

const html = "<!doctype html><title>Attestamp</title>";
const script = "console.log('a page');";
let folder: string;
let deps: Deps;
let app: App;

beforeAll(async () => {
  folder = makeTestFolder();
  const web = join(folder, "web");
  mkdirSync(join(web, "assets"), { recursive: true });
  writeFileSync(join(web, "index.html"), html);
  writeFileSync(join(web, "icon.svg"), "<svg/>");
  const asset = join(web, "assets/main-1a2b3c.js");
  writeFileSync(asset, script);
  writeFileSync(`${asset}.br`, brotliCompressSync(script));
  writeFileSync(`${asset}.gz`, gzipSync(script));
  for (const name of ["hash", "straighten"])
    writeFileSync(join(web, `assets/${name}-worker-1a2b3c.js`), script);
  deps = await createDeps(testConfig({ dataDir: folder }));
  app = createApp(deps, readBuiltPage(builtFiles(web)));
});
afterAll(async () => {
  await closeDatabase(deps.db);
  rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }, {});

test("every screen of the product answers with the page", async () => {
  const screens = [
    "/",
    "/subscription",
    "/payments",
    "/support",
    "/my-tickets",
    "/notices",
    "/account/developers",
    "/office",
    "/invitation",
    "/faq",
    "/contact",
    "/admin",
    "/verify/AT-1",
    "/share",
    "/share-target",
    "/share/x",
    "/photographed-pages",
  ];
  for (const path of [...screens, "/?ref=ABC", "/faq/"]) {
    const answer = await get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, html]);
    expect(answer.headers.get("content-type")).toBe("text/html;charset=utf-8");
  }
});

test("the page of a shared project is not indexed or cached, and neither a log nor another website learns its address", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const logged = createApp({ ...deps, log }, readBuiltPage(builtFiles(join(folder, "web"))));
  const token = "A".repeat(43);
  const { status, headers } = await logged.request(`/share/${token}`, {}, {});
  expect([
    status,
    ...["cache-control", "x-robots-tag", "referrer-policy", "etag"].map((name) => headers.get(name)),
  ]).toEqual([200, "no-store", "noindex, nofollow", "no-referrer", null]);
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(["/share/…"]);
  expect(lines.join("")).not.toContain(token);
});

test("the page of a link whose token follows the # is not indexed or cached, and its downloads work in older browsers", async () => {
  const { status, headers } = await app.request("/share", {}, {});
  expect([status, ...["cache-control", "x-robots-tag"].map((name) => headers.get(name))]).toEqual([
    200,
    "no-store",
    "noindex, nofollow",
  ]);
  // With no-referrer, browsers without Sec-Fetch-Site would send a form with "Origin: null" (Fetch, 3.2).
  expect(headers.get("referrer-policy")).toBe("same-origin");
});

test("who reloads a refused download of a shared project sees a page, and a program still learns which method works", async () => {
  for (const file of ["download", "zip", "document-not-in-project"]) {
    const answer = await get(`/api/share/${file}`, { accept: "text/html,*/*;q=0.8" });
    expect([file, answer.status, await answer.text()]).toEqual([file, 404, html]);
  }
  const program = await get("/api/share/download");
  expect([program.status, program.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await get("/api/share/nothing")).status).toBe(404);
});

test("an altered address that contains a token does not put the token into the log or the Referer header [threat E7]", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const logged = createApp({ ...deps, log }, readBuiltPage(builtFiles(join(folder, "web"))));
  const token = `${"aB_-5".repeat(8)}xyz`;
  for (const path of ["/Share/", "/share%2f", "/share%2F", "/es/share/", "/api/share/", "//share/"])
    expect((await logged.request(`${path}${token}`, {}, {})).headers.get("referrer-policy")).toBe(
      "no-referrer",
    );
  expect(lines).toHaveLength(6);
  expect(lines.join("")).not.toContain(token.slice(0, 40));
});

test("if the server fails to serve the page of a shared project, its address does not appear in the error log either", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const token = "A".repeat(43);
  const page = new Map(readBuiltPage(builtFiles(join(folder, "web"))));
  const failing = createApp({ ...deps, log }, page);
  page.get = () => {
    throw new Error("the disk is gone");
  };
  expect((await failing.request(`/share/${token}`, {}, {})).status).toBe(500);
  expect(lines.map((line) => JSON.parse(line)).flatMap(({ call = [] }) => call)).toEqual(["/share/…"]);
  expect(lines.join("")).not.toContain(token);
});

test("requests for the page's files are not logged; screens and calls are", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const logged = createApp({ ...deps, log }, readBuiltPage(builtFiles(join(folder, "web"))));
  for (const path of ["/", "/assets/main-1a2b3c.js", "/icon.svg", "/api/subscription/plans"]) {
    expect([path, (await logged.request(path, {}, {})).status]).toEqual([path, 200]);
  }
  expect(lines.map((line) => JSON.parse(line).path)).toEqual(["/", "/api/subscription/plans"]);
});

test("log lines of a call have the ID that the caller gets", async () => {
  const lines: string[] = [];
  const log = createLogger("info", { write: (line) => void lines.push(line) });
  const logged = createApp({ ...deps, log }, new Map());
  const wrong = { username: "nobody", password: "a wrong horse" };
  const headers = { "content-type": "application/json", origin: deps.config.origin };
  const answers = await Promise.all(
    [1, 2].map(() =>
      logged.request("/api/auth/login", { method: "POST", headers, body: JSON.stringify(wrong) }, {}),
    ),
  );
  const said = lines.map((line) => JSON.parse(line));
  for (const answer of answers) {
    const id = answer.headers.get("x-request-id");
    expect(said.filter(({ requestId }) => requestId === id).map(({ msg }) => msg)).toEqual([
      expect.stringContaining("login"),
      "request",
    ]);
  }
});

test("an expired email link gives a browser the page, and a program the error; both 404", async () => {
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
  for (const path of ["download", "certificate", "evidence"].map(
    (file) => `/api/shared/${file}?token=over`,
  )) {
    const shown = await get(path, browser);
    expect([shown.status, await shown.text()]).toEqual([404, html]);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect(shown.headers.get("vary")).toContain("Accept");
    for (const accept of [
      "*/*",
      "application/json",
      "application/pdf",
      "application/json, text/html;q=0.5",
    ]) {
      const told = await get(path, { accept });
      expect([accept, told.status]).toEqual([accept, 404]);
      expect(await told.json()).toMatchObject({
        message: "This link is no longer valid. Please ask the sender for a new one.",
      });
    }
  }
});

test("at any other path the page shows its not-found screen with status 404 [spec 2 other-paths]", async () => {
  for (const path of [
    "/nowhere",
    "/verify",
    "/verify/a/b",
    "/verify/%E0%A4%A",
    "/projects/%",
    "/assets/gone.js",
    "/storage/attestamp.sqlite",
    "/.env",
  ]) {
    const answer = await get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, html]);
  }
});

test("no path leads outside of the built page [threat E1]", async () => {
  for (const path of ["/..%2f..%2fpackage.json", "/assets/../../package.json", "/%2e%2e/attestamp.sqlite"]) {
    const answer = await get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, html]);
  }
});

test("the page may run only our own scripts and styles and show only our own frames [threat B5]", async () => {
  const policy = (await get("/")).headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'self'", "script-src 'self'", "style-src 'self'", "object-src 'none'"]) {
    expect(policy.split("; ")).toContain(part);
  }
  expect(policy).toContain("img-src 'self' data: blob:");
  expect(policy).not.toContain("unsafe");
});

test("the scripts that read the files of a collection or photographed pages cannot send what they read", async () => {
  const policyOf = async (name: string) =>
    (await get(`/assets/${name}-worker-1a2b3c.js`)).headers.get("content-security-policy")?.split("; ");
  for (const name of ["hash", "straighten"]) {
    expect(await policyOf(name)).toContain("default-src 'none'");
    expect((await policyOf(name))?.join()).not.toContain("connect-src");
    // Browsers refuse to start a sandboxed script in a worker (CSP 3, 6.3.2).
    expect(await policyOf(name)).not.toContain("sandbox");
  }
  expect(await policyOf("hash")).toContain("script-src 'wasm-unsafe-eval'");
  expect((await policyOf("straighten"))?.join()).not.toContain("wasm");
});

test("Stripe's script and frames are allowed only if payments are enabled [threat B5]", async () => {
  const readPolicy = async (payments: Config["payments"]) => {
    const shop = createApp(
      { ...deps, config: { ...deps.config, payments } },
      readBuiltPage(builtFiles(join(folder, "web"))),
    );
    return (await shop.request("/", {}, {})).headers.get("content-security-policy")?.split("; ") ?? [];
  };
  expect((await readPolicy(undefined)).join()).not.toContain("stripe.com");
  const keys = { secretKey: "sk_test_1", publishableKey: "pk_test_1" };
  const open = await readPolicy({ ...keys, webhookSecret: undefined, apiUrl: undefined, tax: false });
  expect(open).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com");
  expect(open).toContain(
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  );
  expect(open).toContain("connect-src 'self' https://api.stripe.com");
  expect(open.join()).not.toContain("unsafe");
});

test("hashed files are cached for a year; the page is always revalidated", async () => {
  const asset = await get("/assets/main-1a2b3c.js");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-type")).toBe("text/javascript;charset=utf-8");
  expect((await get("/")).headers.get("cache-control")).toBe("no-cache");
  expect((await get("/icon.svg")).headers.get("content-type")).toBe("image/svg+xml");
});

test("content that a browser has cached is not sent again", async () => {
  const tag = (await get("/")).headers.get("etag") ?? "";
  const again = await get("/", { "if-none-match": `W/${tag}` });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
});

test("the smallest encoding that the browser accepts is sent", async () => {
  const cases: [string, string | null][] = [
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip;q=0.5", "gzip"],
    ["identity", null],
    ["", null],
  ];
  const tags = new Set<string | null>();
  for (const [offer, encoding] of cases) {
    const answer = await get("/assets/main-1a2b3c.js", { "accept-encoding": offer });
    expect([offer, answer.headers.get("content-encoding")]).toEqual([offer, encoding]);
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    tags.add(answer.headers.get("etag"));
  }
  expect(tags.size).toBe(3);
  const brotli = await get("/assets/main-1a2b3c.js", { "accept-encoding": "br" });
  expect(Buffer.from(await brotli.arrayBuffer())).toEqual(brotliCompressSync(script));
});

test("HEAD has the headers of GET, without the body", async () => {
  const answer = await app.request("/", { method: "HEAD" }, {});
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
  expect(answer.headers.get("etag")).toBe((await get("/")).headers.get("etag"));
});

test("without a built page the server says what to do", async () => {
  const bare = createApp(deps, new Map());
  const answer = await bare.request("/", {}, {});
  expect([answer.status, await answer.text()]).toEqual([
    503,
    "The web page is not built yet. Please run: bun run build:web",
  ]);
});
