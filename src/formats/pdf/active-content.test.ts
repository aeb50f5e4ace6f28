import { expect, test } from "bun:test";
import {
  defaultResources,
  onePage,
  packed,
  pdfWithObjectStream,
  pdfWithTable,
  type TestObjects,
  tidyContent,
} from "./test-documents.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { effectiveObjects, findPdfErrors, textOfPages } from "./test-tools.ts";

const forbidden =
  /\/JavaScript|"\/JS"|\/OpenAction|"\/AA"|\/Launch|\/SubmitForm|\/ImportData|\/RichMedia|"\/XFA"|javascript:/i;
const note = "Scripts and automatic actions were removed from the stamped copy.";
const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";

function withAnnotation(action: string, more: TestObjects = {}): TestObjects {
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Annots [20 0 R]`;
  const link = `<< /Type /Annot /Subtype /Link /Rect [60 500 200 520] ${action} >>`;
  return onePage({ page, content: packed(tidyContent), more: { 20: link, ...more } });
}

const withCatalog = (catalog: string, more: TestObjects = {}): TestObjects =>
  onePage({ catalog, content: packed(tidyContent), more });

const active: Record<string, TestObjects> = {
  "a script on opening": withCatalog(`/OpenAction ${script}`),
  "a script on opening, in an object of its own": withCatalog("/OpenAction 20 0 R", { 20: script }),
  "a script as a stream": withCatalog("/OpenAction << /S /JavaScript /JS 20 0 R >>", {
    20: packed("app.alert(1)"),
  }),
  "a name written with escapes": withCatalog("/Open#41ction << /S /Java#53cript /J#53 (app.alert\\(1\\)) >>"),
  "a kind of action kept in an object of its own": withCatalog("/OpenAction << /S 20 0 R /JS 21 0 R >>", {
    20: "/JavaScript",
    21: "(app.alert\\(1\\))",
  }),
  "scripts of the document": withCatalog("/Names << /JavaScript << /Names [(a) 20 0 R] >> >>", {
    20: script,
  }),
  "actions when the document closes": withCatalog(`/AA << /WC ${script} /DP 20 0 R >>`, { 20: script }),
  "a page that runs something when shown": onePage({
    page: `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /AA << /O 20 0 R >>`,
    more: { 20: "<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>" },
  }),
  "a page that runs something when shown, with an entry nobody knows": onePage({
    page: `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /AA << /Zz 1 /O << /S /URI /URI (http://example.org/) >> >>`,
  }),
  "a jump on opening that goes on to the web": withCatalog(
    "/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next << /S /URI /URI (http://example.org/) >> >>",
  ),
  "a jump on opening that goes on, in objects of their own": withCatalog("/OpenAction 20 0 R", {
    20: "<< /S /GoTo /D [3 0 R /Fit] /Next 21 0 R >>",
    21: "<< /S /Named /N /Print >>",
  }),
  "a link that starts a program": withAnnotation("/A << /S /Launch /F (calc.exe) >>"),
  "a link that sends a form": withAnnotation("/A << /S /SubmitForm /F (http://127.0.0.1/) >>"),
  "a link that imports data": withAnnotation("/A << /S /ImportData /F (a.fdf) >>"),
  "a link with a script as its address": withAnnotation("/A << /S /URI /URI ( JavaScript:alert\\(1\\)) >>"),
  "such an address in hexadecimal": withAnnotation("/A << /S /URI /URI <6a6176617363726970743a31> >>"),
  "such an address in an object of its own": withAnnotation("/A << /S /URI /URI 21 0 R >>", {
    21: "(java\\163cript:1)",
  }),
  "a jump followed by a script": withAnnotation(`/A << /S /GoTo /D [3 0 R /Fit] /Next [${script}] >>`),
  "a form that calculates": withAnnotation(`/FT /Tx /T (a) /AA << /K ${script} /C 21 0 R >>`, { 21: script }),
  "a form of the other kind": withCatalog("/AcroForm << /Fields [] /XFA [(template) 20 0 R] >>", {
    20: packed("<xdp/>"),
  }),
  "rich media": onePage({
    page: `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Annots [20 0 R]`,
    more: {
      20: "<< /Type /Annot /Subtype /RichMedia /Rect [9 9 99 99] /RichMediaContent << /Assets << >> >> /RichMediaSettings << >> >>",
    },
  }),
};

for (const [name, objects] of Object.entries(active)) {
  test(`${name} is not in the stamped copy [threat E5]`, () => {
    for (const original of [pdfWithTable(objects), pdfWithObjectStream(objects)]) {
      const { file, notes, originalKept } = stamped(original);
      expect(effectiveObjects(file)).not.toMatch(forbidden);
      expect(notes).toEqual([note]);
      expect(originalKept).toBe(true);
      expect(findPdfErrors(file)).toBe("");
      expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
    }
  });
}

test("jumps on opening and ordinary links are kept, without a note", () => {
  const objects = withAnnotation("/A << /S /URI /URI (https://example.org/) >>", {
    1: "<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>",
    21: "<< /S /URI /URI (mailto:jane@example.org) >>",
    22: "<< /S /GoTo /D [3 0 R /Fit] >>",
  });
  const { file, notes } = stamped(pdfWithTable(objects));
  expect(notes).toEqual([]);
  const effective = effectiveObjects(file);
  for (const kept of ["/OpenAction", "https://example.org/", "mailto:jane@example.org", "/GoTo"]) {
    expect(effective).toContain(kept);
  }
});

test("a font that happens to be called AA is kept", () => {
  const page = "/MediaBox [0 0 595 842] /Resources << /Font << /AA 5 0 R /F1 5 0 R >> >> /Contents 4 0 R";
  const { file, notes } = stamped(pdfWithTable(onePage({ page })));
  expect(notes).toEqual([]);
  expect(effectiveObjects(file)).toContain('"/AA": "5 0 R"');
});

test("a graphics state that happens to be called AA is kept, including its dashes", () => {
  const page =
    "/MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> /ExtGState << /AA << /D [[3] 0] >> >> >> /Contents 4 0 R";
  expect(stamped(pdfWithTable(onePage({ page }))).notes).toEqual([]);
});

const linkNote =
  "Links that lead to files or programs instead of the web were removed from the stamped copy.";

const astray: Record<string, TestObjects> = {
  "a file": withAnnotation("/A << /S /URI /URI (file:///etc/passwd) >>"),
  "a file, written in UTF-16": withAnnotation("/A << /S /URI /URI <FEFF00660069006c0065003a002f002f0078> >>"),
  "a file, in an object of its own": withAnnotation("/A 21 0 R", { 21: "<< /S /URI /URI (FILE:/etc) >>" }),
  "a file, after another jump": withAnnotation(
    "/A << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /URI /URI (file:/etc) >>] >>",
  ),
  "a file, completed by the document's base": withCatalog("/URI 20 0 R", {
    20: "<< /Base (file:///etc/) >>",
  }),
  "a share": withAnnotation("/A << /S /URI /URI (\\\\\\\\server\\\\share) >>"),
  "a program that registered a scheme": withAnnotation("/A << /S /URI /URI (search-ms:query=x) >>"),
  "a document on a share": withAnnotation(
    "/A << /S /GoToR /F (\\\\\\\\server\\\\share\\\\a.pdf) /D [0 /Fit] >>",
  ),
  "a document on a share, by its file specification": withAnnotation("/A << /S /GoToR /F 21 0 R >>", {
    21: "<< /Type /Filespec /F (a.pdf) /UF (//server/share/a.pdf) >>",
  }),
};

for (const [name, objects] of Object.entries(astray)) {
  test(`a link to ${name} is not in the stamped copy, and the user gets a note [threat E5]`, () => {
    for (const original of [pdfWithTable(objects), pdfWithObjectStream(objects)]) {
      const { file, notes } = stamped(original);
      expect(notes).toEqual([linkNote]);
      expect(effectiveObjects(file)).not.toMatch(/"\/S": "\/(URI|GoToR)"|"\/Base"/);
      expect(findPdfErrors(file)).toBe("");
    }
  });
}

test("links to the web, mail and telephone and to documents in the same folder are kept [threat E5]", () => {
  const addresses = [
    "https://example.org/a:b",
    "HTTP://example.org",
    "ftp://example.org/a",
    "mailto:jane@example.org",
    "tel:+13125550100",
    "www.example.org",
    "www.example.org:8080/a",
    "page2.html",
  ];
  for (const address of addresses) {
    const { notes } = stamped(pdfWithTable(withAnnotation(`/A << /S /URI /URI (${address}) >>`)));
    expect({ address, notes }).toEqual({ address, notes: [] });
  }
  const beside = withAnnotation("/A << /S /GoToR /F (appendix.pdf) /D [0 /Fit] >>");
  expect(stamped(pdfWithTable(beside)).notes).toEqual([]);
});
