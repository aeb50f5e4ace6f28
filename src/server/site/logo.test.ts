import { expect, test } from "bun:test";
import sharp from "sharp";
import { readPngLogo, readSvgLogo } from "./logo.ts";

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">';
const svg = (inner: string, start = open) => readSvgLogo(Buffer.from(`${start}${inner}</svg>`));
const issuesOf = (reading: ReturnType<typeof readSvgLogo>) => ("issues" in reading ? reading.issues : []);

test("a drawing with shapes, gradients and styles is accepted as a logo", () => {
  const reading = svg(`<!-- Made by hand. -->
    <style>.a { fill: url(#shade); }</style>
    <defs><linearGradient id="shade"><stop offset="0" stop-color="#7a1f5c"/></linearGradient></defs>
    <g class="a" inkscape:label="sail"><path d="M1 1h9v9z"/><use href="#shade" xlink:href='#shade'/></g>
    <text x="1" y="2">Harbor &amp; Sons</text>`);
  expect(reading).toMatchObject({ logo: { type: "image/svg+xml", width: 120, height: 40 } });
  const declared = `<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="10mm"/>`;
  expect(readSvgLogo(Buffer.from(declared))).toMatchObject({ logo: { width: 30, height: 10 } });
});

const hostile: [string, string, RegExp][] = [
  ["a script", "<script>alert(1)</script>", /<script>, which is not allowed/],
  ["a handler", '<path d="M0 0" onload="alert(1)"/>', /onload, which runs a script/],
  ["a handler with a prefix", '<path d="M0 0" ev:onload="alert(1)"/>', /ev:onload, which runs a script/],
  ["a page in it", "<foreignObject><p>hi</p></foreignObject>", /<foreignObject>, which is not allowed/],
  ["a picture from elsewhere", '<image href="https://evil.example/x.png"/>', /<image>, which is not allowed/],
  ["a link to another file", '<use href="https://evil.example/x.svg#a"/>', /A logo may not load anything/],
  ["a link that runs code", '<use xlink:href="javascript:alert(1)"/>', /A logo may not load anything/],
  [
    "a style from elsewhere",
    '<style>@import "https://evil.example/x.css";</style>',
    /"@import" in its styles/,
  ],
  ["a background from elsewhere", '<g style="fill: url(https://evil.example/x)"/>', /in its styles/],
  ["a background in quotes", `<g style="fill: url('//evil.example/x')"/>`, /in its styles/],
  ["an escape that hides a word", '<g style="fill: u\\72l(//evil.example/x)"/>', /in its styles/],
  [
    "an entity that hides a word",
    '<g style="fill: &#117;rl(//evil.example/x)"/>',
    /an entity in the attribute style/,
  ],
  [
    "an animation",
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    /<animate>, which is not allowed/,
  ],
  [
    "an address that its styles spell as numbers",
    "<style>*{fill:&#117;rl(//x.example/y)}</style>",
    /has an entity in its styles/,
  ],
  ["a link", '<a href="#x"><path d="M0 0"/></a>', /<a>, which is not allowed/],
  ["raw data", "<![CDATA[<script>alert(1)</script>]]>", /is not well-formed at/],
  ["tags that do not fit", "<g><path></g>", /is not well-formed/],
];
for (const [what, inner, sentence] of hostile) {
  test(`a drawing with ${what} is refused`, () => {
    expect(issuesOf(svg(inner)).join("\n")).toMatch(sentence);
  });
}

test("files that declare entities or a style sheet, or are not drawings at all, are refused", () => {
  const of = (text: string) => issuesOf(readSvgLogo(Buffer.from(text))).join("\n");
  expect(of(`<!DOCTYPE svg [<!ENTITY x "y">]>${open}</svg>`)).toContain("is not well-formed at");
  expect(of(`<?xml-stylesheet href="x.css"?>${open}</svg>`)).toContain("is not well-formed at");
  expect(of("<html></html>")).toContain("has <html> where its one svg element belongs");
  expect(of(`${open}</svg>${open}</svg>`)).toContain("where its one svg element belongs");
  expect(of(`${open}<g>`)).toContain("is not closed");
  expect(of("plain text")).toContain("has text outside");
  expect(of("")).toBe("has no svg element.");
  expect(of('<svg viewBox="0 0 1 1"></svg>')).toContain("needs xmlns=");
  expect(of('<svg xmlns="http://www.w3.org/2000/svg"></svg>')).toContain("needs a viewBox");
  expect(issuesOf(readSvgLogo(Buffer.from([0x3c, 0xff, 0xfe])))).toEqual(["is not a text in UTF-8."]);
  expect(issuesOf(readSvgLogo(Buffer.alloc(300 * 1024, " ")))).toEqual([
    "has 300 kB. Please use 256 kB or less.",
  ]);
});

test("a complete PNG of a reasonable size is a logo; a truncated one, a huge one and other files are not", async () => {
  const png = async (width: number, height: number) =>
    Buffer.from(
      await sharp({ create: { width, height, channels: 3, background: "#7a1f5c" } })
        .png()
        .toBuffer(),
    );
  const whole = await png(300, 100);
  expect(readPngLogo(whole)).toMatchObject({ logo: { type: "image/png", width: 300, height: 100 } });
  expect(readPngLogo(whole.subarray(0, -5))).toEqual({ issues: ["is not a complete PNG file."] });
  expect(readPngLogo(Buffer.from("<svg/>"))).toEqual({ issues: ["is not a complete PNG file."] });
  expect(readPngLogo(await png(5000, 20))).toEqual({
    issues: ["has 5000 × 20 pixels. Please use 16 to 4096 on each side."],
  });
});
