import { expect, test } from "bun:test";
import {
  defaultResources,
  onePage,
  pdfWithObjectStream,
  pdfWithTable,
  type TestObjects,
  unpacked,
} from "./test-documents.ts";
import { inkWithin, largestDifference, readers, renderPage } from "./test-readers.ts";
import { readSignatures, signedPdf } from "./test-signing.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors, textOfPages } from "./test-tools.ts";

const switches = "Buttons and links that hide or show parts of the pages were disabled in the stamped copy.";
const media =
  "Movies, sounds and 3D views were removed from the stamped copy; the pictures in their place stay.";
const external =
  "Parts of the pages that would be loaded from other files or servers were removed from the stamped copy.";
const alternates =
  "Pictures in this PDF had other versions for printing; the stamped copy prints the ones shown on screen.";
const collection =
  "This PDF was a portfolio that opened with its attached files; the stamped copy opens with its pages, and the files stay attached.";
const links = "Links that lead to files or programs instead of the web were removed from the stamped copy.";
const signedNote =
  "Layers, buttons, media or attached files of this signed PDF can change what programs show; removing them would break the signature.";

function withAnnotation(annotation: string, more: TestObjects = {}): TestObjects {
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Annots [20 0 R]`;
  return onePage({
    page,
    more: { 20: `<< /Type /Annot /Rect [60 500 200 560] /F 4 ${annotation} >>`, ...more },
  });
}

const link = (action: string) => withAnnotation(`/Subtype /Link /A ${action}`);
const image = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";

/** A page that draws object 21. */
function drawing(entries: string, data: string, more: TestObjects = {}): TestObjects {
  return onePage({
    page: "/MediaBox [0 0 595 842] /Resources << /XObject << /X 21 0 R >> >> /Contents 4 0 R",
    content: unpacked("q 200 0 0 200 100 400 cm /X Do Q"),
    more: { 21: { entries, data }, ...more },
  });
}

type Case = { objects: TestObjects; note: string; gone: RegExp };

const cases: Record<string, Case> = {
  "a link that switches layers": {
    objects: link("<< /S /SetOCGState /State [/Toggle 30 0 R] >>"),
    note: switches,
    gone: /SetOCGState/,
  },
  "a link that switches layers and has entries of a structure element": {
    objects: link("<< /S /SetOCGState /State [/Toggle 30 0 R] /P 3 0 R /K 0 >>"),
    note: switches,
    gone: /SetOCGState/,
  },
  "a jump that goes on to switch layers": {
    objects: link("<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /SetOCGState /State [/ON 30 0 R] >>] >>"),
    note: switches,
    gone: /SetOCGState/,
  },
  "a link that hides a field": {
    objects: link("<< /S /Hide /T (field) >>"),
    note: switches,
    gone: /"\/Hide"/,
  },
  "an action whose kind is written elsewhere": {
    objects: { ...link("<< /S 31 0 R /T (field) >>"), 31: "/Hide" },
    note: switches,
    gone: /"\/Hide"/,
  },
  "a link that plays a rendition": {
    objects: link("<< /S /Rendition /R << /S /MR /C << /S /MCD /D (http://example.org/a.mp4) >> >> >>"),
    note: media,
    gone: /Rendition|example\.org/,
  },
  "a link that plays a sound": {
    objects: link("<< /S /Sound /Sound 21 0 R >>"),
    note: media,
    gone: /"\/Sound"/,
  },
  "a link to an article of another file": {
    objects: link("<< /S /Thread /F (other.pdf) /D 0 >>"),
    note: links,
    gone: /other\.pdf/,
  },
  "a movie": {
    objects: withAnnotation("/Subtype /Movie /Movie << /F (http://example.org/a.mov) /Poster true >>"),
    note: media,
    gone: /"\/Movie"|example\.org/,
  },
  "a sound": {
    objects: withAnnotation("/Subtype /Sound /Sound 21 0 R", { 21: { entries: "/R 8000", data: "aa" } }),
    note: media,
    gone: /"\/Sound"/,
  },
  "a screen": {
    objects: withAnnotation("/Subtype /Screen /A << /S /Rendition /OP 0 /R << /S /MR >> >>"),
    note: media,
    gone: /"\/Screen"|Rendition/,
  },
  "a 3D view": {
    objects: withAnnotation("/Subtype /3D /3DD 21 0 R", {
      21: { entries: "/Type /3D /Subtype /U3D", data: "aa" },
    }),
    note: media,
    gone: /"\/3DD"|"\/Subtype": "\/3D"/,
  },
  "a picture kept in another file": {
    objects: drawing(`${image} /F << /FS /URL /F (http://example.org/a.jpg) >> /FFilter /DCTDecode`, "\x80"),
    note: external,
    gone: /example\.org|FFilter/,
  },
  "a picture whose entry for another file is written with escapes": {
    objects: drawing(`${image} /#46 (other.jpg)`, "\x80"),
    note: external,
    gone: /other\.jpg/,
  },
  "a page of another file": {
    objects: drawing(
      "/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Ref << /F (other.pdf) /Page 0 >>",
      "0.5 g 0 0 1 1 re f",
    ),
    note: external,
    gone: /other\.pdf|"\/Ref"/,
  },
  "a picture that a print shop replaces": {
    objects: drawing(`${image} /OPI << /1.3 << /Type /OPI /Version 1.3 /F (high.tif) >> >>`, "\x80"),
    note: external,
    gone: /high\.tif|OPI/,
  },
  "a picture that is another one in print": {
    objects: drawing(`${image} /Alternates [<< /Image 22 0 R /DefaultForPrinting true >>]`, "\x80", {
      22: { entries: image, data: "\x00" },
    }),
    note: alternates,
    gone: /Alternates/,
  },
  "a collection that opens with an attached file": {
    objects: onePage({ catalog: "/Collection << /View /D /D (a.pdf) >>" }),
    note: collection,
    gone: /"\/Collection"/,
  },
};

for (const [name, { objects, note, gone }] of Object.entries(cases)) {
  test(`${name} is not in the stamped copy, and the user gets a note [threat F15]`, () => {
    for (const original of [pdfWithTable(objects), pdfWithObjectStream(objects)]) {
      const { file, notes, originalKept } = stamped(original);
      expect(notes).toEqual([note]);
      expect(originalKept).toBe(true);
      expect(effectiveObjects(file)).not.toMatch(gone);
      expect(findPdfErrors(file)).toBe("");
      expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
    }
  });
}

test("media without a picture show nothing in any reader, and media with a picture show that picture", () => {
  const region = { left: 55 / 595, right: 205 / 595, top: 1 - 565 / 842, bottom: 1 - 495 / 842 };
  const picture: TestObjects = {
    21: { entries: "/Type /XObject /Subtype /Form /BBox [0 0 140 60]", data: "0 0 140 60 re f" },
  };
  for (const subtype of ["RichMedia", "Movie", "Sound", "Screen", "3D"]) {
    const bare = stamped(pdfWithTable(withAnnotation(`/Subtype /${subtype}`))).file;
    const shown = stamped(
      pdfWithTable(withAnnotation(`/Subtype /${subtype} /AP << /N 21 0 R >>`, picture)),
    ).file;
    const blank = stamped(pdfWithTable(onePage())).file;
    for (const reader of readers) {
      const except = { left: 0.92, right: 1, top: 0, bottom: 1 };
      const difference = largestDifference(renderPage(bare, reader), renderPage(blank, reader), { except });
      expect(difference).toBeLessThan(0.02);
      expect(inkWithin(renderPage(shown, reader), region)).toBeGreaterThan(0.7);
    }
  }
});

test("entries that only look like such an action are kept, without a note", () => {
  const tagged = onePage({
    catalog: "/StructTreeRoot 24 0 R",
    more: {
      24: "<< /Type /StructTreeRoot /K 25 0 R >>",
      25: "<< /Type /StructElem /S /Sound /P 24 0 R /K [0] >>",
    },
  });
  const thread = link("<< /S /Thread /D 0 >>");
  const blended = onePage({
    page: "/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /ExtGState << /G << /BM /Screen >> >> >> /Contents 4 0 R",
  });
  for (const objects of [tagged, thread, blended]) expect(stamped(pdfWithTable(objects)).notes).toEqual([]);
});

test("layers of a signed PDF that differ between screen and print stay unchanged, and the user gets a note", () => {
  const more = { 20: "<< /Type /OCG /Name (l) /Usage << /Print << /PrintState /OFF >> >> >>" };
  const form = "/AcroForm << /SigFlags 3 /Fields [30 0 R] >> /OCProperties << /OCGs [20 0 R] /D << >> >>";
  const { file, notes } = stamped(signedPdf(undefined, "", { form, more }));
  expect(notes).toContain(signedNote);
  expect(readSignatures(file)).toContain("Signature is Valid");
});

test("a dynamic XFA form, whose pages have no content, is refused with advice", () => {
  const catalog = "/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 20 0 R] >>";
  const objects = onePage({ catalog, more: { 20: unpacked("<xdp/>") } });
  expect(() => stamped(pdfWithTable(objects))).toThrow(
    "This PDF is a dynamic XFA form: some programs show its content, others show only its placeholder pages. Please print it to PDF and upload the new file.",
  );
});

test("a signed PDF that loads parts of its pages from other files is refused with advice", () => {
  const more = { 20: { entries: `${image} /F (other.jpg)`, data: "\x80" } };
  expect(() => stamped(signedPdf(undefined, "", { more }))).toThrow(
    "This signed PDF loads parts of its pages from other files, and removing them would break the signature. Please print it to PDF and upload the new file.",
  );
});

test("buttons of a signed PDF that switch layers stay unchanged, and the user gets a note", () => {
  const more = {
    20: "<< /Type /Annot /Subtype /Link /Rect [60 500 200 560] /A << /S /SetOCGState /State [/Toggle 30 0 R] >> >>",
  };
  const { file, notes } = stamped(signedPdf(undefined, "/Annots [30 0 R 20 0 R]", { more }));
  expect(notes).toContain(signedNote);
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(effectiveObjects(file)).toContain("SetOCGState");
});
