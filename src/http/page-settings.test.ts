import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { createDeps } from "../deps.ts";
import { createApp } from "./app.ts";
import type { BuiltFile } from "./built-page.ts";
import { withSettings } from "./page-settings.ts";
import { makeTestFolder, testConfig } from "./test-server.ts";

const index: BuiltFile = {
  bytes: Buffer.from('<head><meta name="server-settings" content="" /></head>'),
  type: "text/html",
  sha256: "",
  immutable: false,
  encoded: {},
};

const settings = {
  productName: "Attestamp",
  maxUploadMb: 50,
  retentionHours: 48,
  signupDisabled: false,
  payments: undefined,
  credits: "display" as const,
};

/** What the page of a server with these settings reads in its head. */
function toldBy(config: Parameters<typeof withSettings>[1]): unknown {
  const html = withSettings(new Map([["/index.html", index]]), config)
    .get("/index.html")
    ?.bytes.toString();
  return JSON.parse((/content="([^"]*)"/.exec(html ?? "")?.[1] ?? "").replaceAll("&quot;", '"'));
}

test("the page is told whether accounts can be opened and anything can be paid, and no key", () => {
  expect(toldBy(settings)).toMatchObject({ signupOpen: true, paymentsOpen: false });
  const payments = {
    secretKey: "sk_secret",
    publishableKey: "pk_public",
    webhookSecret: undefined,
    apiUrl: undefined,
    tax: false,
  };
  const told = toldBy({ ...settings, signupDisabled: true, payments });
  expect(told).toMatchObject({ signupOpen: false, paymentsOpen: true });
  expect(JSON.stringify(told)).not.toMatch(/sk_|pk_/);
});

test("the page is told whether free credits pay for documents", () => {
  expect(toldBy(settings)).toMatchObject({ creditsPay: false });
  expect(toldBy({ ...settings, credits: "redeem" })).toMatchObject({ creditsPay: true });
});

test("the page is told the operator's product name and limits, whatever characters the name has", () => {
  const named = { ...settings, productName: `A"b<c>&$&`, maxUploadMb: 80, retentionHours: 24 };
  const page = withSettings(new Map([["/index.html", index]]), named);
  const told = page.get("/index.html");
  const html = told?.bytes.toString() ?? "";
  expect(html).toContain(
    'content="{&quot;productName&quot;:&quot;A\\&quot;b&lt;c>&amp;$&amp;&quot;,&quot;maxUploadMb&quot;:80,&quot;retentionHours&quot;:24,',
  );
  expect(brotliDecompressSync(told?.encoded.br ?? Buffer.alloc(0)).toString()).toBe(html);
});

test("a browser without a session is told so with the page, and one with a session is not", async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = makeTestFolder();
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const deps = createDeps(testConfig({ dataDir }));
  stack.defer(() => void deps.db.$client.close());
  const app = createApp(deps, withSettings(new Map([["/index.html", index]]), settings));
  const visitors = await app.request("/", {}, {});
  expect([visitors.headers.get("vary"), await visitors.text()]).toEqual([
    "Accept-Encoding, Cookie",
    expect.stringContaining("isVisitor&quot;:true"),
  ]);
  const headers = {
    cookie: "session=one-that-may-be-over",
    "if-none-match": visitors.headers.get("etag") ?? "",
  };
  const owners = await app.request("/", { headers }, {});
  expect(owners.status).toBe(200);
  expect(await owners.text()).not.toContain("isVisitor");
});

test("a page that was not built stays absent", () => {
  expect(withSettings(new Map(), settings).size).toBe(0);
});
