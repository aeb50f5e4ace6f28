import { expect, test } from "bun:test";
import fc from "fast-check";
import { writeLegalHtml } from "./legal-html.ts";

const write = (markdown: string) => writeLegalHtml(markdown, "en");
const htmlOf = (markdown: string) => write(markdown).text.html;

test("headings, paragraphs, lists, tables, quotes and links are shown, and the first heading is the title", () => {
  const { text, issues } = write(
    "# Privacy & you\n\nWe keep **little**.  \nReally.\n\n## What\n\n1. name\n2. `id`\n   - both\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n> quote\n\n---\n\n[Ask](mailto:help@harbor.example) or <https://harbor.example/ask?a=1&b=2>.",
  );
  expect(issues).toEqual([]);
  expect(text).toEqual({
    language: "en",
    title: "Privacy & you",
    html: [
      "<p>We keep <strong>little</strong>.<br>Really.</p>",
      "<h2>What</h2>",
      "<ol><li>name</li><li><code>id</code><ul><li>both</li></ul></li></ol>",
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      "<blockquote><p>quote</p></blockquote>",
      "<hr>",
      '<p><a href="mailto:help@harbor.example">Ask</a> or <a href="https://harbor.example/ask?a=1&amp;b=2">https://harbor.example/ask?a=1&amp;b=2</a>.</p>',
    ].join("\n"),
  });
});

test("a text without a heading at its start has no title, and no second heading is at the title's level", () => {
  expect(write("Words first.\n\n# Later").text).toEqual({
    language: "en",
    title: null,
    html: "<p>Words first.</p>\n<h2>Later</h2>",
  });
});

test("raw HTML is shown as text", () => {
  const html = htmlOf(
    'Hello <img src=x onerror="alert(1)"> you\n\n<script>alert(1)</script>\n\n<!-- hidden -->',
  );
  expect(html).not.toMatch(/<(?!\/?p>)/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("images, and links that run code, are refused", () => {
  expect(write("![map](/map.png)").issues).toEqual(["Images are not shown. Please remove them."]);
  for (const address of [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,hi",
    "//evil.example",
    "/\\evil.example",
    "file:///etc",
  ])
    expect(write(`[x](${address})`).issues).toEqual([
      expect.stringContaining("is not shown. Please begin it with"),
    ]);
});

test("whatever the input, the output contains only known elements and safe addresses", () => {
  const markup = fc.constantFrom(
    ...'<script>,<b onclick=x>,[a](javascript:x),[a](https://b.example "t"),![i](x),`,```,&lt;,&#60;,|,---|,# ,> ,- ,1. ,\n,\n\n,*,**,~~,<!--,-->,\\,\',",<https://a.example>,<javascript:x>'.split(
      ",",
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(markup, fc.string({ maxLength: 6 })), { maxLength: 30 }), (pieces) => {
      const { text, issues } = write(pieces.join(""));
      const tags = text.html.match(/<[^>]*>?/g) ?? [];
      const known =
        /^<(\/?(p|strong|em|del|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|td|h[2-6]|a)|\/th|th scope="col"|ol start="\d+"|br|hr|a href="[^"<>]*")>$/;
      for (const tag of tags) expect(tag).toMatch(known);
      for (const [, address = ""] of text.html.matchAll(/href="([^"]*)"/g))
        expect(issues.length > 0 || /^(https?:\/\/|mailto:|tel:|\/|#)/i.test(address)).toBe(true);
    }),
    { numRuns: 1500, seed: 3 },
  );
});
