/** Test support: pages whose resources, groups and content may change how anything drawn on them looks. */
import type { TestObject, TestObjects } from "./test-documents.ts";

/** A case is one page: entries of its dictionary, of its resources, and its content. */
export type TestPage = { name: string; entries: string; resources: string; content: string };

/** The numbers of the objects that the pages share. */
const shared = {
  white: 10,
  black: 11,
  blindProfile: 12,
  invertedProfile: 13,
  noise: 14,
  mask: 15,
  grayProfile: 16,
};

/** Color spaces of three components, as values of /DefaultRGB or of a group's /CS. */
const rgbSpaces: Record<string, string> = {
  "calibrated colors": `[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2] /Matrix [0.41 0.21 0.02 0.36 0.72 0.12 0.18 0.07 0.95] >>]`,
  "a profile that shows everything as white": `[/ICCBased ${shared.blindProfile} 0 R]`,
  "an inverting profile": `[/ICCBased ${shared.invertedProfile} 0 R]`,
  "a broken profile": `[/ICCBased ${shared.noise} 0 R]`,
  "calibrated with an extreme gamma":
    "[/CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [0.0001 0.0001 0.0001] >>]",
  "calibrated with a matrix of zeros":
    "[/CalRGB << /WhitePoint [0.9505 1 1.089] /Matrix [0 0 0 0 0 0 0 0 0] >>]",
  "three colorants, all white": `[/DeviceN [/A /B /C] /DeviceRGB ${shared.white} 0 R]`,
  "three colorants that print nothing": `[/DeviceN [/None /None /None] /DeviceRGB ${shared.white} 0 R]`,
  Lab: "[/Lab << /WhitePoint [0.9505 1 1.089] /Range [-1 1 -1 1] >>]",
};
const graySpaces: Record<string, string> = {
  "one colorant, always white": `[/Separation /X /DeviceGray ${shared.white} 0 R]`,
  "one colorant, always black": `[/Separation /X /DeviceGray ${shared.black} 0 R]`,
  "a colorant that prints nothing": `[/Separation /None /DeviceGray ${shared.white} 0 R]`,
  "a gray profile that shows everything as white": `[/ICCBased ${shared.grayProfile} 0 R]`,
  "calibrated gray with an extreme gamma": "[/CalGray << /WhitePoint [0.9505 1 1.089] /Gamma 0.0001 >>]",
  "an indexed white": "[/Indexed /DeviceGray 1 <ffff>]",
};
const strangeSpaces: Record<string, string> = {
  "a pattern": "/Pattern",
  "an unknown name": "/Unknown",
  "an empty array": "[]",
  "a number": "7",
  "a missing object": "999 0 R",
};
const cmykSpaces: Record<string, string> = {
  "four colorants, all white": `[/DeviceN [/A /B /C /D] /DeviceGray ${shared.white} 0 R]`,
  "a broken profile": `[/ICCBased ${shared.noise} 0 R]`,
};

/** Graphics states that content leaves behind, with the operators that leave them. */
const leftStates: Record<string, string> = {
  "multiplied, not stroked, not filled": "<< /BM /Multiply /ca 0 /CA 0 >>",
  "colors dodged": "<< /BM /ColorDodge /ca 0.01 >>",
  "a list of blend modes": "<< /BM [/Unknown /Screen] >>",
  "the difference": "<< /BM /Difference >>",
  "only luminosity": "<< /BM /Luminosity >>",
  "an empty soft mask": `<< /SMask << /S /Alpha /G ${shared.mask} 0 R >> >>`,
  "a luminous soft mask": `<< /SMask << /S /Luminosity /G ${shared.mask} 0 R /BC [0] >> >>`,
  "a soft mask with a transfer function": `<< /SMask << /S /Luminosity /G ${shared.mask} 0 R /TR ${shared.black} 0 R >> >>`,
  "a transfer function": `<< /TR ${shared.white} 0 R >>`,
  "another transfer function": `<< /TR2 ${shared.white} 0 R >>`,
  "four transfer functions": `<< /TR [${`${shared.white} 0 R `.repeat(4)}] >>`,
  "black generation": `<< /BG ${shared.white} 0 R /UCR ${shared.black} 0 R >>`,
  overprint: "<< /OP true /op true /OPM 1 >>",
  "a coarse halftone": "<< /HT << /HalftoneType 1 /Frequency 1 /Angle 45 /SpotFunction /Round >> >>",
  "text that knocks out": "<< /TK true /AIS true /SA true /FL 100 >>",
};
const leftOperators: Record<string, string> = {
  "invisible text": "3 Tr",
  "text that clips": "BT 7 Tr /F1 12 Tf (x) Tj ET",
  "an unknown text rendering mode": "8 Tr",
  "text of no width": "0 Tz",
  "characters far apart": "1000 Tc 1000 Tw",
  "text that rises": "1000 Ts 1000 TL",
  "wide lines": "100 w 2 J 2 j [1 100] 0 d",
  "white everywhere": "1 g 1 G",
  "a color space of the page": "/DeviceGray cs 1 sc",
  "a flat clip": "0 0 0 0 re W n",
  "a tiny matrix": "0.001 0 0 0.001 0 0 cm",
  "an odd rendering intent": "/Unknown ri 100 i",
};

const groupKinds: Record<string, string> = {
  "": "",
  ", isolated": "/I true",
  ", knocking out": "/K true",
  ", isolated and knocking out": "/I true /K true",
};

/** The first is plain. */
export const coloredPages: TestPage[] = listPages();

function listPages(): TestPage[] {
  const pages: TestPage[] = [];
  const add = (name: string, { entries = "", resources = "", content = "" }: Partial<TestPage>) =>
    pages.push({ name, entries, resources, content });
  const group = (space: string, more = "") => `/Group << /S /Transparency /CS ${space} ${more} >>`;
  add("a plain page", {});
  const defaults: [string, string, string][] = [
    ...Object.entries({ ...rgbSpaces, ...strangeSpaces }).map(named("DefaultRGB")),
    ...Object.entries({ ...graySpaces, ...strangeSpaces }).map(named("DefaultGray")),
    ...Object.entries({ ...cmykSpaces, ...strangeSpaces }).map(named("DefaultCMYK")),
    // A space with the wrong number of components.
    ...Object.entries(graySpaces).map(named("DefaultRGB")),
    ...Object.entries(rgbSpaces).map(named("DefaultGray")),
  ];
  for (const [key, name, space] of defaults) {
    const resources = `/ColorSpace << /${key} ${space} >>`;
    add(`${key}: ${name}`, { resources });
    add(`${key} under a group: ${name}`, { resources, entries: group("/DeviceRGB") });
  }
  const white = `[/Separation /X /DeviceGray ${shared.white} 0 R]`;
  const blind = `[/ICCBased ${shared.blindProfile} 0 R]`;
  for (const [kind, more] of Object.entries(groupKinds)) {
    add(`every default space${kind}`, {
      resources: `/ColorSpace << /DefaultRGB ${blind} /DefaultGray ${white} >>`,
      entries: group("/DeviceGray", more),
    });
    for (const space of ["/DeviceRGB", "/DeviceGray", "/DeviceCMYK"])
      add(`a group in ${space}${kind}`, { entries: group(space, more) });
    for (const [name, space] of Object.entries({ ...rgbSpaces, ...graySpaces, ...strangeSpaces }))
      add(`a group${kind} in ${name}`, { entries: group(space, more) });
  }
  for (const [name, state] of Object.entries(leftStates)) {
    const resources = `/ExtGState << /Left ${state} >>`;
    add(`left behind: ${name}`, { resources, content: "/Left gs" });
    add(`left behind in an open state: ${name}`, { resources, content: "q /Left gs" });
    add(`left behind in a group: ${name}`, { resources, content: "/Left gs", entries: group("/DeviceCMYK") });
  }
  for (const [name, operators] of Object.entries(leftOperators)) {
    add(`left behind: ${name}`, { content: operators });
    add(`left behind by surplus restores: ${name}`, { content: `Q ${operators} Q` });
  }
  return pages;
}

function named(key: string): (entry: [string, string]) => [string, string, string] {
  return ([name, space]) => [key, name, space];
}

/** A document with these pages, 300 points wide and 200 high; object 5 is their font /F1. */
export function documentOf(pages: readonly TestPage[], shared: TestObjects): TestObjects {
  const first = 1000;
  const numbers = pages.map((_, index) => first + index * 2);
  const objects: TestObjects = {
    1: "<< /Type /Catalog /Pages 2 0 R >>",
    2: `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(" ")}] >>`,
    5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...shared,
  };
  for (const [index, { entries, resources, content }] of pages.entries()) {
    const number = first + index * 2;
    const font = resources.includes("/Font <<")
      ? resources.replace("/Font <<", "/Font << /F1 5 0 R")
      : `/Font << /F1 5 0 R >> ${resources}`;
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${number + 1} 0 R ${entries} ` +
      `/Resources << ${font} >> >>`;
    objects[number + 1] = { entries: "", data: `${content}\n` };
  }
  return objects;
}

export const coloredDocument = (pages: readonly TestPage[]): TestObjects =>
  documentOf(pages, sharedObjects());

function sharedObjects(): TestObjects {
  const constant = (value: number): string =>
    `<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [${value}] /C1 [${value}] >>`;
  const profile = (data: Buffer, components: number): TestObject => ({ entries: `/N ${components}`, data });
  const mask = "/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Group << /S /Transparency /CS /DeviceGray >>";
  return {
    [shared.white]: constant(1),
    [shared.black]: constant(0),
    [shared.blindProfile]: profile(matrixProfile("RGB ", [65_535, 65_535]), 3),
    [shared.invertedProfile]: profile(matrixProfile("RGB ", [65_535, 0]), 3),
    [shared.grayProfile]: profile(matrixProfile("GRAY", [65_535, 65_535]), 1),
    [shared.noise]: profile(Buffer.alloc(300, "noise"), 3),
    [shared.mask]: { entries: mask, data: "0 g 0 0 1 1 re f" },
  };
}

/** An ICC profile (version 2.1) with the primaries of sRGB and this tone curve for every channel. */
export function matrixProfile(space: "RGB " | "GRAY", curve: number[]): Buffer {
  const xyz = (values: number[]) => {
    const tag = Buffer.alloc(20);
    tag.write("XYZ ", 0, "latin1");
    values.forEach((value, index) => {
      tag.writeInt32BE(Math.round(value * 65_536), 8 + index * 4);
    });
    return tag;
  };
  const tone = Buffer.alloc(12 + curve.length * 2);
  tone.write("curv", 0, "latin1");
  tone.writeUInt32BE(curve.length, 8);
  curve.forEach((value, index) => {
    tone.writeUInt16BE(value, 12 + index * 2);
  });
  const description = Buffer.alloc(92);
  description.write("desc", 0, "latin1");
  description.writeUInt32BE(2, 8);
  description.write("x", 12, "latin1");
  const copyright = Buffer.from("text\0\0\0\0none\0", "latin1");
  const white = xyz([0.9642, 1, 0.8249]);
  const tags: [string, Buffer][] = [
    ["desc", description],
    ["cprt", copyright],
    ["wtpt", white],
    ...(space === "GRAY"
      ? ([["kTRC", tone]] as [string, Buffer][])
      : ([
          ["rXYZ", xyz([0.4361, 0.2225, 0.0139])],
          ["gXYZ", xyz([0.3851, 0.7169, 0.0971])],
          ["bXYZ", xyz([0.1431, 0.0606, 0.7142])],
          ["rTRC", tone],
          ["gTRC", tone],
          ["bTRC", tone],
        ] as [string, Buffer][])),
  ];
  return assembleProfile(space, tags);
}

function assembleProfile(space: string, tags: [string, Buffer][]): Buffer {
  const head = Buffer.alloc(128);
  head.writeUInt32BE(0x02_10_00_00, 8);
  head.write(`mntr${space}XYZ `, 12, "latin1");
  head.write("acsp", 36, "latin1");
  for (const [index, value] of [0.9642, 1, 0.8249].entries())
    head.writeInt32BE(Math.round(value * 65_536), 68 + index * 4);
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const parts: Buffer[] = [];
  let offset = head.length + table.length;
  for (const [index, [signature, data]] of tags.entries()) {
    table.write(signature, 4 + index * 12, "latin1");
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  }
  head.writeUInt32BE(offset, 0);
  return Buffer.concat([head, table, ...parts]);
}
