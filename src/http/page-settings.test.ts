import { expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import type { BuiltFile } from "./built-page.ts";
import { withSettings } from "./page-settings.ts";

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

test("a page that was not built stays absent", () => {
  expect(withSettings(new Map(), settings).size).toBe(0);
});
