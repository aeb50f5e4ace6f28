import { expect, test } from "bun:test";
import { onePage, pdfWithTable } from "./test-documents.ts";
import { signaturesOf, signedPdf } from "./test-signing.ts";
import { stamped, usualStamp } from "./test-stamping.ts";
import { changedRegion, effectiveObjects, faultsOf, pictureOf, textOfPages } from "./test-tools.ts";

test("a signed PDF is stamped by an annotation, and its signature stays valid", async () => {
  const original = signedPdf();
  expect(signaturesOf(original)).toContain("Signature is Valid");
  const { file, originalKept, notes } = stamped(original);
  expect(signaturesOf(file)).toContain("Signature is Valid");
  expect(originalKept).toBe(true);
  expect(notes).toEqual([
    "This document was already signed; the stamp was added as a separate layer and the signature stays valid.",
  ]);
  expect(faultsOf(file)).toBe("");
  expect(textOfPages(file)[0]).toContain(usualStamp.serialNumber);
  const seen = changedRegion(await pictureOf(original), await pictureOf(file));
  expect(seen?.left).toBeGreaterThan(0.93);
  const objects = effectiveObjects(file);
  expect(objects).toContain('"/Contents": "4 0 R"');
  expect(objects).toContain('"/Subtype": "/Stamp"');
  expect(objects).toContain('"/F": 708');
});

test("the annotation stands in the right place on a turned page, too", async () => {
  const original = signedPdf(undefined, "/Rotate 90 /UserUnit 2");
  const { file } = stamped(original, { position: "top-left" });
  const seen = changedRegion(await pictureOf(original), await pictureOf(file));
  expect(seen?.left).toBeLessThan(0.05);
  expect(seen?.bottom).toBeLessThan(0.1);
  expect(textOfPages(file)[0]).toContain(usualStamp.serialNumber);
});

test("scripts are taken out of a signed PDF as well, by the same addition, and the signature stays valid", () => {
  const { file, notes } = stamped(
    signedPdf(undefined, "/AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>"),
  );
  expect(signaturesOf(file)).toContain("Signature is Valid");
  expect(effectiveObjects(file)).not.toContain("/JavaScript");
  expect(notes).toHaveLength(2);
});

test("a signer who allows comments (certification level 3) is no obstacle", () => {
  const { file } = stamped(signedPdf(3));
  expect(signaturesOf(file)).toContain("Signature is Valid");
});

test("a certification that forbids additions is never broken: the document is refused with what to do", () => {
  for (const level of [1, 2] as const) {
    expect(() => stamped(signedPdf(level))).toThrow("Please upload a copy without the certification");
  }
});

test("a field that still waits for its signature changes nothing", () => {
  const catalog = "/AcroForm << /SigFlags 1 /Fields [30 0 R] >>";
  const more = {
    30: "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sign here) /Rect [9 9 99 99] /P 3 0 R >>",
  };
  const { appended, notes } = stamped(pdfWithTable(onePage({ catalog, more })));
  expect(notes).toEqual([]);
  expect(appended.includes("/Artifact")).toBe(true);
});

test("usage rights of Adobe Reader end, and the user is told", () => {
  const catalog = "/Perms << /UR3 30 0 R >>";
  const more = { 30: "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>" };
  const { file, notes, appended } = stamped(pdfWithTable(onePage({ catalog, more })));
  expect(notes).toEqual([
    "Special usage rights that this PDF granted in Adobe Reader do not apply to the stamped copy.",
  ]);
  expect(appended.includes("/Artifact")).toBe(true);
  expect(effectiveObjects(file)).not.toContain("/UR3");
});
