import { expect, test } from "bun:test";
import { onePage, pdfWithObjectStream, pdfWithTable, unpacked } from "./test-documents.ts";
import { inkWithin, readers, renderPage } from "./test-readers.ts";
import { stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors, type Region } from "./test-tools.ts";

const note =
  "Layers in this PDF would look different on screen, in print or in other programs; the stamped copy always shows them as on screen.";

/** A black square that belongs to layer 30; `group` are the layer's entries, `config` those of /D. */
function layered(group: string, config: string, properties = ""): Parameters<typeof pdfWithTable>[0] {
  return onePage({
    content: unpacked("/OC /L BDC 100 600 100 100 re f EMC"),
    page: "/MediaBox [0 0 595 842] /Resources << /Properties << /L 30 0 R >> >> /Contents 4 0 R",
    catalog: `/OCProperties << /OCGs [30 0 R] /D << /Name (Default) ${config} >> ${properties} >>`,
    more: { 30: `<< /Type /OCG /Name (layer) ${group} >>` },
  });
}

const square: Region = { left: 110 / 595, right: 190 / 595, top: 1 - 690 / 842, bottom: 1 - 610 / 842 };

/** Whether poppler, MuPDF and Ghostscript show the square, and whether Ghostscript prints it. */
function shownBy(pdf: Uint8Array): boolean[] {
  const onScreen = readers.map((reader) => inkWithin(renderPage(pdf, reader), square) > 0.5);
  return [...onScreen, inkWithin(renderPage(pdf, "ghostscript", { printed: true }), square) > 0.5];
}

const automatic = (event: string) => `/AS [<< /Event /${event} /OCGs [30 0 R] /Category [/${event}] >>]`;
const usage = (view: string, print: string) =>
  `/Usage << /CreatorInfo << /Creator (x) >> /View << /ViewState /${view} >> /Print << /PrintState /${print} >> >>`;

type Case = { group: string; config: string; isShown: boolean };

const cases: Record<string, Case> = {
  "a layer for the screen alone": {
    group: usage("ON", "OFF"),
    config: `${automatic("View").slice(0, -1)} ${automatic("Print").slice(5)}`,
    isShown: true,
  },
  "a layer for printing alone": {
    group: usage("OFF", "ON"),
    config: `${automatic("View").slice(0, -1)} ${automatic("Print").slice(5)}`,
    isShown: false,
  },
  "a layer that is off and says of itself that it is on": {
    group: usage("ON", "ON"),
    config: "/OFF [30 0 R]",
    isShown: false,
  },
  "a layer that is on and says of itself that it is off": {
    group: usage("OFF", "OFF"),
    config: "",
    isShown: true,
  },
  "a layer that shows at one zoom only": {
    group: "/Usage << /Zoom << /min 0.5 /max 4 >> >>",
    config: automatic("Zoom").replace("/Event /Zoom", "/Event /View"),
    isShown: true,
  },
  "a layer of another intent that is off": {
    group: "/Intent /Design",
    config: "/OFF [30 0 R]",
    isShown: true,
  },
};

for (const [name, { group, config, isShown }] of Object.entries(cases)) {
  test(`${name} looks the same on screen and in print, in every reader [threat F15]`, () => {
    for (const original of [
      pdfWithTable(layered(group, config)),
      pdfWithObjectStream(layered(group, config)),
    ]) {
      const { file, notes } = stamped(original);
      expect(notes).toEqual([note]);
      expect(shownBy(file)).toEqual([isShown, isShown, isShown, isShown]);
      const objects = effectiveObjects(file);
      expect(objects).not.toMatch(/"\/(AS|PrintState|ViewState|Zoom|Intent)"/);
      expect(objects).toContain('"/Name": "u:layer"');
      expect(findPdfErrors(file)).toBe("");
    }
  });
}

test("ordinary layers stay unchanged, turned on or off, without a note", () => {
  for (const config of ["", "/OFF [30 0 R]", "/BaseState /OFF", "/BaseState /OFF /ON [30 0 R]"]) {
    const original = pdfWithTable(layered("", `/Order [30 0 R] ${config}`));
    const { file, notes } = stamped(original);
    expect(notes).toEqual([]);
    expect(shownBy(file)).toEqual(shownBy(original));
    expect(effectiveObjects(file)).toContain('"/Order"');
  }
});

test("no program finds a second layer configuration to choose", () => {
  const original = pdfWithTable(layered("", "", "/Configs [<< /Name (other) /OFF [30 0 R] >>]"));
  const { file, notes } = stamped(original);
  expect(notes).toEqual([]);
  expect(shownBy(file)).toEqual([true, true, true, true]);
  expect(effectiveObjects(file)).not.toContain('"/Configs"');
});

/** A black square drawn by a form or an image that names its layer or rule in /OC. */
function ownedBy(owner: string, kind: "form" | "image", config: string, rule = "null"): Buffer {
  const form = { entries: "/Subtype /Form /Matrix [100 0 0 100 0 0] /BBox [0 0 1 1]", data: "0 0 1 1 re f" };
  const image = {
    entries: "/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray",
    data: "\0",
  };
  const { entries, data } = kind === "form" ? form : image;
  const scale = kind === "form" ? 1 : 100;
  return pdfWithTable(
    onePage({
      content: unpacked(`q ${scale} 0 0 ${scale} 100 600 cm /X Do Q`),
      page: "/MediaBox [0 0 595 842] /Resources << /XObject << /X 21 0 R >> >> /Contents 4 0 R",
      catalog: `/OCProperties << /OCGs [30 0 R] /D << /Order [30 0 R] ${config} >> >>`,
      more: {
        21: { entries: `/Type /XObject ${entries} /OC ${owner}`, data },
        30: "<< /Type /OCG /Name (layer) >>",
        32: rule,
      },
    }),
  );
}

const rules: Record<string, { rule: string; config: string; isShown: boolean }> = {
  "not a layer that is on": { rule: "/OCGs 30 0 R /VE [/Not 30 0 R]", config: "", isShown: false },
  "not a layer that is off": {
    rule: "/OCGs 30 0 R /VE [/Not 30 0 R]",
    config: "/OFF [30 0 R]",
    isShown: true,
  },
  "only where a layer that is on is off": { rule: "/OCGs [30 0 R] /P /AllOff", config: "", isShown: false },
  "where a layer that is off is on": { rule: "/OCGs 30 0 R", config: "/OFF [30 0 R]", isShown: false },
};

for (const [name, { rule, config, isShown }] of Object.entries(rules)) {
  test(`the content of a rule "${name}" looks the same in every reader`, () => {
    const text = `<< /Type /OCMD ${rule} >>`;
    for (const kind of ["form", "image"] as const) {
      for (const original of [ownedBy("32 0 R", kind, config, text), ownedBy(text, kind, config)]) {
        const { file, notes } = stamped(original);
        expect(notes).toEqual([note]);
        expect(shownBy(file)).toEqual([isShown, isShown, isShown, isShown]);
        expect(findPdfErrors(file)).toBe("");
      }
    }
  });
}

test("a layer listed as both on and off is off in every reader", () => {
  for (const kind of ["form", "image"] as const) {
    const { file, notes } = stamped(ownedBy("30 0 R", kind, "/ON [30 0 R] /OFF [30 0 R]"));
    expect(notes).toEqual([note]);
    expect(shownBy(file)).toEqual([false, false, false, false]);
  }
});

test("a form of a hidden layer is hidden in every reader, and shown when the layer is turned on", () => {
  const { file, notes } = stamped(ownedBy("30 0 R", "form", "/OFF [30 0 R]"));
  expect(notes).toEqual([note]);
  expect(shownBy(file)).toEqual([false, false, false, false]);
  const switchedOn = Buffer.from(
    file.toString("latin1").replaceAll("/OFF [30 0 R]", "/ON  [30 0 R]"),
    "latin1",
  );
  expect(shownBy(switchedOn)).toEqual([true, true, true, true]);
});

test("a form of a layer that is on stays unchanged, without a note", () => {
  const { file, notes } = stamped(ownedBy("30 0 R", "form", ""));
  expect(notes).toEqual([]);
  expect(shownBy(file)).toEqual([true, true, true, true]);
});
