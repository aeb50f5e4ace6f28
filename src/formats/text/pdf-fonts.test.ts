import { expect, test } from "bun:test";
import { outlinePath } from "./outline.ts";
import { embedFonts, showText } from "./pdf-fonts.ts";
import { shapeText } from "./shape.ts";

test("the same lines always give the same fonts and operators", () => {
  const make = () => {
    const lines = [shapeText("Jane · محمد"), shapeText("é q\u0303 हिन्दी", { face: "sans-bold" })];
    const embedded = embedFonts(lines);
    return { embedded, shown: lines.map((line) => showText(embedded, line, 9)) };
  };
  expect(make()).toEqual(make());
});

test("embedding leaves the bundled fonts as they are", () => {
  const line = shapeText("é · ộ");
  const before = outlinePath(line, 10);
  embedFonts([line]);
  expect(outlinePath(shapeText("é · ộ"), 10)).toBe(before);
});

test("every face in use is embedded once, with a subset tag and only its glyphs", () => {
  const { fonts } = embedFonts([
    shapeText("Jane 张伟"),
    shapeText("张"),
    shapeText("Jane", { face: "sans-bold" }),
  ]);
  expect(fonts.map((font) => font.key)).toEqual(["latin", "sans-bold", "sc"]);
  expect(fonts.map((font) => font.resource)).toEqual(["F1", "F2", "F3"]);
  for (const font of fonts) {
    expect(font.baseFont).toMatch(/^[A-Z]{6}\+(?:Noto|Source)/);
    expect(font.fontFile.length).toBeLessThan(10_000);
  }
});

test("a letter with marks is one code that represents the whole letter", () => {
  const { fonts } = embedFonts([shapeText("q\u0303\u0323")]);
  expect(fonts[0]?.widths.length).toBe(2);
  expect(fonts[0]?.toUnicode).toContain("<0001> <007103230303>");
});

test("a space and a no-break space stay different", () => {
  const { fonts } = embedFonts([shapeText("a b\u00a0c")]);
  expect(fonts[0]?.toUnicode).toContain("<0020>");
  expect(fonts[0]?.toUnicode).toContain("<00A0>");
});

test("letters that follow each other are one range in the map to text, within 256 codes", () => {
  const map = embedFonts([shapeText("cabAxz")]).fonts[0]?.toUnicode;
  expect(map).toContain("1 beginbfrange\n<0002> <0004> <0061>\nendbfrange");
  expect(map).toContain("3 beginbfchar\n<0001> <0041>\n<0005> <0078>\n<0006> <007A>\nendbfchar");
  const [first = 0, last = 0] = [0x4e00, 0x4f00];
  const chinese = String.fromCharCode(...Array.from({ length: last - first }, (_, index) => first + index));
  const [font] = embedFonts([shapeText(chinese)]).fonts;
  expect(font?.toUnicode).toContain("<0001> <00ff> <4E00>");
  expect(font?.toUnicode).toContain("<0100> <4EFF>");
});

test("a line the fonts were not embedded for is refused", () => {
  expect(() => showText(embedFonts([shapeText("a")]), shapeText("b"), 9)).toThrow("embedded without");
});
