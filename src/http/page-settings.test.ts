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

test("the page is told the operator's product name and upload limit, whatever characters the name has", () => {
  const page = withSettings(new Map([["/index.html", index]]), { productName: `A"b<c>&$&`, maxUploadMb: 80 });
  const told = page.get("/index.html");
  const html = told?.bytes.toString() ?? "";
  expect(html).toContain(
    'content="{&quot;productName&quot;:&quot;A\\&quot;b&lt;c>&amp;$&amp;&quot;,&quot;maxUploadMb&quot;:80}"',
  );
  expect(brotliDecompressSync(told?.encoded.br ?? Buffer.alloc(0)).toString()).toBe(html);
});

test("a page that was not built stays absent", () => {
  expect(withSettings(new Map(), { productName: "Attestamp", maxUploadMb: 50 }).size).toBe(0);
});
