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

test("the page is told the operator's product name and limits, whatever characters the name has", () => {
  const settings = { productName: `A"b<c>&$&`, maxUploadMb: 80, retentionHours: 24 };
  const page = withSettings(new Map([["/index.html", index]]), settings);
  const told = page.get("/index.html");
  const html = told?.bytes.toString() ?? "";
  expect(html).toContain(
    'content="{&quot;productName&quot;:&quot;A\\&quot;b&lt;c>&amp;$&amp;&quot;,&quot;maxUploadMb&quot;:80,&quot;retentionHours&quot;:24}"',
  );
  expect(brotliDecompressSync(told?.encoded.br ?? Buffer.alloc(0)).toString()).toBe(html);
});

test("a page that was not built stays absent", () => {
  expect(
    withSettings(new Map(), { productName: "Attestamp", maxUploadMb: 50, retentionHours: 48 }).size,
  ).toBe(0);
});
