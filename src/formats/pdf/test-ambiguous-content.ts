/** Test support: page content that programs draw differently, and content of the same kinds that they draw alike. */
import sharp from "sharp";
import type { TestObject, TestObjects } from "./test-documents.ts";
import { documentOf, matrixProfile, type TestPage } from "./test-page-colors.ts";

const objects: TestObjects = {};

/** Adds an object that pages may refer to; returns the reference. */
function add(object: TestObject): string {
  const number = 30 + Object.keys(objects).length;
  objects[number] = object;
  return `${number} 0 R`;
}
const stream = (entries: string, data: string | Uint8Array): string => add({ entries, data });

const shown = (text: string, font = "F1"): string => `BT /${font} 60 Tf 20 80 Td (${text}) Tj ET`;
/** A page: its resources, content and other entries. */
export type Parts = { resources?: string; content: string; entries?: string };

const inFont = (font: string, text = "123"): Parts => ({
  resources: `/Font << /X ${add(font)} >>`,
  content: shown(text, "X"),
});
const simpleFont = (name: string, more = "", subtype = "Type1"): string =>
  `<< /Type /Font /Subtype /${subtype} /BaseFont /${name} ${more} >>`;
const differences = (names: string): string => `/Encoding << /Type /Encoding /Differences [49 ${names}] >>`;
const composite = (ordering: string, encoding: string): string =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /${encoding} /DescendantFonts [${add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) ` +
      "/Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Arial /Flags 32 >> >>",
  )}] >>`;
const drawnFont = (box: string): string =>
  `<< /Type /Font /Subtype /Type3 ${box} /FontMatrix [0.001 0 0 0.001 0 0] /Encoding << /Differences [49 /a] >> ` +
  `/CharProcs << /a ${stream("", "600 0 d0 0 0 500 700 re f")} >> /FirstChar 49 /LastChar 49 /Widths [600] >>`;

const inState = (entries: string, content = shown("999")): Parts => ({
  resources: `/ExtGState << /G << ${entries} >> >>`,
  content: `/G gs ${content}`,
});
const inColor = (space: string, color = "1"): Parts => ({
  resources: `/ColorSpace << /S ${space} >>`,
  content: `/S cs ${color} scn ${shown("999")}`,
});
const underYellow = `${shown("888")} 1 1 0 rg 0 0 300 200 re f`;

const constant = (value: number): string =>
  `<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [${value}] /C1 [${value}] >>`;
const inverted = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>";
const identity = "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0] /C1 [1] >>";
const maskForm = (group: string): string =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${group}`, "1 g 0 0 150 200 re f");
const grayGroup = "/Group << /S /Transparency /CS /DeviceGray >>";

const gray = Buffer.from(Array.from({ length: 16 }, (_, index) => index * 17));
const colors = Buffer.from(Array.from({ length: 48 }, (_, index) => index * 5));
const stripes = Buffer.from([0xa0, 0x50, 0xa0, 0x50]);
const square = "/Type /XObject /Subtype /Image /Width 4 /Height 4";
const picture = (entries: string, data: Uint8Array = gray): Parts => ({
  resources: `/XObject << /I ${stream(`${square} ${entries}`, data)} >>`,
  content: "q 200 0 0 150 50 25 cm /I Do Q",
});
const grayPicture = (entries: string, data: Uint8Array = gray): Parts =>
  picture(`/BitsPerComponent 8 /ColorSpace /DeviceGray ${entries}`, data);
const black = Buffer.alloc(16);
const inline = (entries: string): Parts => ({
  content: `q 200 0 0 150 50 25 cm BI /W 4 /H 4 /BPC 8 ${entries} ID ${gray.toString("latin1")} EI Q`,
});

const ownFont = "/Resources << /Font << /F1 5 0 R >> >>";
const whole = "/BBox [0 0 300 200]";
const formOf = (text: string, more = ""): string =>
  stream(`/Type /XObject /Subtype /Form ${whole} ${ownFont} ${more}`, text);
const annotated = (appearance: string, more = ""): Parts => ({
  content: "",
  entries: `/Annots [<< /Type /Annot /Subtype /Stamp /Rect [0 0 300 200] /F 4 /AP << /N ${appearance} >> ${more} >>]`,
});
/** Content that is drawn without being content of the page or of a form that the page draws. */
const asides = (text: string): Record<string, Parts> => ({
  "an annotation": annotated(formOf(text)),
  "a state of an annotation": annotated(`<< /On ${formOf(text)} /Off ${formOf("")} >>`, "/AS /On"),
  "a pattern": {
    resources: `/Pattern << /P ${stream(
      `/PatternType 1 /PaintType 1 /TilingType 1 ${whole} /XStep 300 /YStep 200 ${ownFont}`,
      text,
    )} >>`,
    content: "/Pattern cs /P scn 0 0 250 200 re f",
  },
  "a drawn character": {
    resources: `/Font << /X ${add(
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 300 200] /FontMatrix [0.01 0 0 0.01 0 0] ${ownFont} ` +
        `/Encoding << /Differences [49 /a] >> /CharProcs << /a ${stream("", `300 0 d0 ${text}`)} >> ` +
        "/FirstChar 49 /LastChar 49 /Widths [300] >>",
    )} >>`,
    content: "BT /X 100 Tf (1) Tj ET",
  },
  "a soft mask": {
    resources: `/ExtGState << /G << /SMask << /S /Luminosity /G ${formOf(`1 g ${text}`, grayGroup)} >> >> >>`,
    content: "/G gs 0 0 300 200 re f",
  },
});
const within = (name: string, text: string): Record<string, Parts> =>
  Object.fromEntries(Object.entries(asides(text)).map(([place, parts]) => [`${name} in ${place}`, parts]));

/** Dark and light columns. */
const columns = Buffer.from(Array.from({ length: 64 * 64 }, (_, index) => (index % 16 < 8 ? 30 : 220)));
const jpeg = await sharp(columns, { raw: { width: 64, height: 64, channels: 1 } })
  .toColourspace("srgb")
  .jpeg()
  .toBuffer();
const compressed = (size: string, space: string): Parts => ({
  resources: `/XObject << /I ${stream(
    `/Type /XObject /Subtype /Image ${size} /BitsPerComponent 8 /ColorSpace /${space} /Filter /DCTDecode`,
    jpeg,
  )} >>`,
  content: "q 200 0 0 150 50 25 cm /I Do Q",
});
/** The beginning of a JPEG 2000 codestream of this many components (ITU-T T.800, A.5.1). */
const jpeg2000 = (components: number): Buffer => {
  const head = Buffer.alloc(42 + components * 3);
  Buffer.from([0xff, 0x4f, 0xff, 0x51]).copy(head);
  for (const offset of [8, 12, 24, 28]) head.writeUInt32BE(4, offset);
  head.writeUInt16BE(components, 40);
  return head;
};
/** Pictures that the programs at hand cannot all decode. */
export const jpeg2000Picture = (components: number, space: string): Parts =>
  picture(`/Filter /JPXDecode ${space}`, jpeg2000(components));

/** By the code of the note that they get. */
export const ambiguous: Record<string, Record<string, Parts>> = {
  "note-text-differs": {
    "a font that is not embedded, with names of code points": inFont(
      simpleFont("Foo", differences("/uni0039 /uni0038 /uni0037")),
    ),
    "a standard font with names of code points": inFont(
      simpleFont("Helvetica", differences("/uni0039 /uni0038 /uni0037")),
    ),
    "a TrueType font with names of code points": inFont(
      simpleFont("Arial", differences("/uni0039 /uni0038 /uni0037"), "TrueType"),
    ),
    "names that only the missing font explains": inFont(simpleFont("Foo", differences("/g57 /g56 /g55"))),
    "names of variants": inFont(simpleFont("Helvetica", differences("/nine.lnum /eight.tf /seven.alt"))),
    "old-style figures": inFont(simpleFont("Helvetica", differences("/nineoldstyle /eightinferior /x.1"))),
    "digits without glyphs": inFont(simpleFont("Helvetica", differences("/.notdef /.notdef /.notdef"))),
    "the encoding of expert fonts": inFont(simpleFont("Helvetica", "/Encoding /MacExpertEncoding")),
    "a symbol font with the encoding of a text font": inFont(
      simpleFont("ZapfDingbats", "/Encoding /WinAnsiEncoding"),
    ),
    "glyph numbers of a missing font": inFont(
      composite("Identity", "Identity-H"),
      "\\0001\\0002\\0003\\000A",
    ),
    "a drawn font without bounds": inFont(drawnFont(""), "1"),
  },
  "note-content-differs": {
    "a colorant that prints nothing": inColor(`[/Separation /None /DeviceGray ${inverted}]`),
    "several colorants of which one prints nothing": inColor(`[/DeviceN [/None] /DeviceGray ${inverted}]`),
    "a profile without colors": inColor(
      `[/ICCBased ${stream("/N 3", matrixProfile("RGB ", [65_535, 65_535]))}]`,
      "0 0 0",
    ),
    "calibrated colors with an extreme gamma": inColor(
      "[/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [100 100 100] >>]",
      "0.9 0.9 0.9",
    ),
    "calibrated colors without primaries": inColor(
      "[/CalRGB << /WhitePoint [0.95 1 1.09] /Matrix [0 0 0 0 0 0 0 0 0] >>]",
      "1 1 1",
    ),
    "all colorants, shown as white": inColor(`[/Separation /All /DeviceGray ${constant(1)}]`),
    "black, shown as white": inColor(`[/Separation /Black /DeviceGray ${constant(1)}]`),
    "a default color space that is a colorant": {
      resources: `/ColorSpace << /DefaultGray [/Separation /X /DeviceGray ${constant(1)}] >>`,
      content: shown("999"),
    },
    "a transfer function": inState(`/TR ${inverted}`),
    "a newer transfer function": inState(`/TR2 ${constant(1)}`),
    "a transfer function for each color": inState(`/TR [${`${constant(1)} `.repeat(4)}]`),
    "a list of blend modes": inState("/BM [/Multiply /Normal]", underYellow),
    "an unknown blend mode in a list": inState("/BM [/Unknown /Multiply]", underYellow),
    "an unknown blend mode after another": {
      resources: "/ExtGState << /G << /BM /Multiply >> /H << /BM /Unknown >> >>",
      content: `/G gs /H gs ${underYellow}`,
    },
    "a soft mask with a transfer function": inState(
      `/SMask << /S /Luminosity /G ${maskForm(grayGroup)} /TR ${inverted} >>`,
    ),
    "a soft mask without a group": inState(`/SMask << /S /Luminosity /G ${maskForm("")} >>`),
    "white that overprints": inState(
      "/OP true /op true /OPM 1",
      `0 0 0 1 k ${shown("888")} 0 0 0 0 k 0 0 300 200 re f`,
    ),
    "an unknown text rendering mode": { content: `8 Tr ${shown("999")}` },
    "a negative text rendering mode": { content: `-1 Tr ${shown("999")}` },
    "a text rendering mode that is not whole": { content: `3.7 Tr ${shown("999")}` },
    "an unknown mode after invisible text": { content: `3 Tr 8 Tr ${shown("999")}` },
    "a color with too few numbers": { content: `1 g 0 0 rg ${shown("999")}` },
    "a font that the page does not have": { content: shown("999", "Nope") },
    "a function without a range": inColor(
      `[/Separation /X /DeviceGray ${stream("/FunctionType 4 /Domain [0 1]", "{ 1 exch sub }")}]`,
    ),
    "a picture in the page's content without colors": inline(""),
    "a picture in the page's content that is no stencil and has no colors": inline("/IM false"),
    ...within("an unknown text rendering mode", `8 Tr ${shown("999")}`),
  },
  "note-pictures-differ": {
    "a picture without a color space": picture("/BitsPerComponent 8"),
    "a picture in a pattern": picture("/BitsPerComponent 8 /ColorSpace /Pattern"),
    "a picture without a depth": picture("/ColorSpace /DeviceGray"),
    "a picture with a depth of five": picture(
      "/BitsPerComponent 5 /ColorSpace /DeviceGray",
      Buffer.concat([gray, gray]),
    ),
    "a color key beyond the range": grayPicture("/Mask [100 400]"),
    "a negative color key": grayPicture("/Mask [-5 100]"),
    "a color key and a soft mask": grayPicture(
      `/Mask [0 120] /SMask ${stream(`${square} /BitsPerComponent 8 /ColorSpace /DeviceGray`, Buffer.alloc(16, 255))}`,
    ),
    "a mask that is a picture": grayPicture(
      `/Mask ${stream(`${square} /BitsPerComponent 8 /ColorSpace /DeviceGray`, gray)}`,
      black,
    ),
    "a soft mask in colors": grayPicture(
      `/SMask ${stream(`${square} /BitsPerComponent 8 /ColorSpace /DeviceRGB`, colors)}`,
      black,
    ),
    "a soft mask with a mask": grayPicture(
      `/SMask ${stream(`${square} /BitsPerComponent 8 /ColorSpace /DeviceGray /Mask [0 200]`, gray)}`,
    ),
    "values beyond white": grayPicture("/Decode [0 3]"),
    "values for one of three colors": picture(
      "/BitsPerComponent 8 /ColorSpace /DeviceRGB /Decode [1 0]",
      colors,
    ),
    "a table that is too short": picture("/BitsPerComponent 8 /ColorSpace [/Indexed /DeviceGray 255 <ff00>]"),
    "a JPEG that is smaller than its dictionary says": compressed("/Width 128 /Height 128", "DeviceRGB"),
    "a JPEG in other colors than its dictionary says": compressed("/Width 64 /Height 64", "DeviceCMYK"),
    "a stencil of eight bits": picture("/BitsPerComponent 8 /ImageMask true"),
    "a stencil without contrast": picture("/BitsPerComponent 1 /ImageMask true /Decode [1 1]", stripes),
    "a stencil with a soft mask": picture(
      `/BitsPerComponent 1 /ImageMask true /SMask ${stream(`${square} /BitsPerComponent 8 /ColorSpace /DeviceGray`, Buffer.alloc(16))}`,
      stripes,
    ),
  },
};

export const unambiguous: Record<string, Parts> = {
  "a standard font": { content: shown("123") },
  "a standard font with common names": inFont(simpleFont("Helvetica", differences("/nine /eight /seven"))),
  "another font with common names": inFont(
    simpleFont(
      "Arial",
      `/FirstChar 49 /LastChar 51 /Widths [556 556 556] ${differences("/nine /Euro /seven")}`,
    ),
  ),
  "a symbol font": inFont(simpleFont("Symbol"), "abc"),
  "pictures of the standard font": inFont(simpleFont("ZapfDingbats", differences("/a20 /a21 /a71"))),
  "a drawn font": inFont(drawnFont("/FontBBox [0 0 600 700]"), "1"),
  "a spot color": inColor(`[/Separation /X /DeviceGray ${inverted}]`),
  "all colorants": inColor(`[/Separation /All /DeviceGray ${inverted}]`),
  "a black that is black": inColor(`[/Separation /Black /DeviceGray ${inverted}]`),
  "a plain profile": inColor(`[/ICCBased ${stream("/N 3", matrixProfile("RGB ", [563]))}]`, "0 0 0"),
  "a default color space with a plain profile": {
    resources: `/ColorSpace << /DefaultRGB [/ICCBased ${stream("/N 3", matrixProfile("RGB ", [563]))}] >>`,
    content: `0 0 0 rg ${shown("999")}`,
  },
  "no transfer function": inState("/TR /Identity /TR2 /Default"),
  "a transfer function that changes nothing": inState(`/TR ${identity}`),
  "one blend mode": inState("/BM /Darken"),
  "a list of one blend mode": inState("/BM [/Normal]"),
  "a soft mask": inState(`/SMask << /S /Luminosity /G ${maskForm(grayGroup)} >>`),
  "black that overprints": inState("/OP true /op true /OPM 1", `0 0 0 1 k ${shown("888")}`),
  "invisible text": { content: `3 Tr ${shown("999")}` },
  "a gray picture": grayPicture(""),
  "a picture with a color key": grayPicture("/Mask [0 100]"),
  "an inverted picture": grayPicture("/Decode [1 0]"),
  "a JPEG": compressed("/Width 64 /Height 64", "DeviceRGB"),
  "a stencil": picture("/BitsPerComponent 1 /ImageMask true", stripes),
  "an inverted stencil": picture("/BitsPerComponent 1 /ImageMask true /Decode [1 0]", stripes),
  "a picture in the page's content": inline("/CS /G"),
  "a stencil in the page's content": {
    content: `q 200 0 0 150 50 25 cm BI /W 4 /H 4 /IM true ID ${stripes.toString("latin1")} EI Q`,
  },
  ...within("text", shown("999")),
};

const asPages = (parts: Parts[]): TestPage[] =>
  parts.map(({ resources = "", content, entries = "" }) => ({ name: "", entries, resources, content }));

/** The objects of a document with these pages, without those that they do not use. */
export function ambiguousDocument(parts: Parts[]): TestObjects {
  const pages = asPages(parts);
  const used: TestObjects = {};
  const collect = (text: string) => {
    for (const [, found = ""] of text.matchAll(/\b(\d+) 0 R/g)) {
      const number = Number(found);
      const object = objects[number];
      if (object === undefined || used[number] !== undefined) continue;
      used[number] = object;
      collect(typeof object === "string" ? object : object.entries);
    }
  };
  for (const { resources, entries } of pages) collect(`${resources} ${entries}`);
  return documentOf(pages, used);
}
