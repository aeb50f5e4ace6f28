import { expect, test } from "bun:test";
import { onePage, pdfWithTable } from "./test-documents.ts";
import { readSignatures, signedPdf } from "./test-signing.ts";
import { defaultStamp, stamped } from "./test-stamping.ts";
import { changedRegion, effectiveObjects, findPdfErrors, readPicture, textOfPages } from "./test-tools.ts";

test("a signed PDF is stamped by an annotation, and its signature stays valid", async () => {
  const original = signedPdf();
  expect(readSignatures(original)).toContain("Signature is Valid");
  const { file, originalKept, notes } = stamped(original);
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(originalKept).toBe(true);
  expect(notes).toEqual([
    "This document was already signed; the stamp was added as a separate layer and the signature stays valid.",
  ]);
  expect(findPdfErrors(file)).toBe("");
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  const seen = changedRegion(await readPicture(original), await readPicture(file));
  expect(seen?.left).toBeGreaterThan(0.92);
  const objects = effectiveObjects(file);
  expect(objects).toContain('"/Contents": "4 0 R"');
  expect(objects).toContain('"/Subtype": "/Stamp"');
  expect(objects).toContain('"/F": 708');
});

test("the annotation is in the right place on a rotated page as well", async () => {
  const original = signedPdf(undefined, "/Rotate 90 /UserUnit 2");
  const { file } = stamped(original, { position: "top-left" });
  const seen = changedRegion(await readPicture(original), await readPicture(file));
  expect(seen?.left).toBeLessThan(0.05);
  expect(seen?.bottom).toBeLessThan(0.1);
  expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
});

test("scripts are removed from a signed PDF as well, by the same update, and the signature stays valid [threat E5]", () => {
  const { file, notes } = stamped(
    signedPdf(undefined, "/AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>"),
  );
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(effectiveObjects(file)).not.toContain("/JavaScript");
  expect(notes).toHaveLength(2);
});

test("a signature that allows comments (certification level 3) does not prevent a stamp", () => {
  const { file } = stamped(signedPdf(3));
  expect(readSignatures(file)).toContain("Signature is Valid");
});

test("a certification that forbids additions is never broken: the document is refused with advice", () => {
  for (const level of [1, 2] as const) {
    expect(() => stamped(signedPdf(level))).toThrow(
      "Please print it to PDF and upload the new file, or attest this one without uploading it.",
    );
  }
});

test("an unsigned signature field changes nothing", () => {
  const catalog = "/AcroForm << /SigFlags 1 /Fields [30 0 R] >>";
  const more = {
    30: "<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sign here) /Rect [9 9 99 99] /P 3 0 R >>",
  };
  const { appended, notes } = stamped(pdfWithTable(onePage({ catalog, more })));
  expect(notes).toEqual([]);
  expect(appended.includes("/Artifact")).toBe(true);
});

test("usage rights of Adobe Reader are removed, and the user gets a note", () => {
  const catalog = "/Perms << /UR3 30 0 R >>";
  const more = { 30: "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>" };
  const { file, notes, appended } = stamped(pdfWithTable(onePage({ catalog, more })));
  expect(notes).toEqual([
    "Special usage rights that this PDF granted in Adobe Reader do not apply to the stamped copy.",
  ]);
  expect(appended.includes("/Artifact")).toBe(true);
  expect(effectiveObjects(file)).not.toContain("/UR3");
});

const broken =
  "A signature in this document was already incomplete before it was stamped, so it proves nothing.";
const replaced = (pdf: Buffer, from: string | RegExp, to: string): Buffer => {
  const changed = pdf.toString("latin1").replace(from, to);
  expect(changed).not.toBe(pdf.toString("latin1"));
  return Buffer.from(changed, "latin1");
};
const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/;

const notWhole: Record<string, (sound: Buffer) => Buffer> = {
  "whose range starts behind the first byte": (sound) => replaced(sound, "/ByteRange [0 ", "/ByteRange [9 "),
  "whose range has two numbers": (sound) => replaced(sound, range, "/ByteRange [0 $1]                      "),
  "whose range leaves more uncovered than the signature": (sound) =>
    replaced(sound, /(ByteRange \[0 )0(\d+)/, "$1-$2"),
  "whose range ends behind the file": (sound) => replaced(sound, range, "/ByteRange [0 $1 $2 9999999999]"),
  "whose range ends before the file does": (sound) =>
    replaced(sound, range, "/ByteRange [0 $1 $2 0000000050]"),
  "without a value": (sound) => replaced(sound, /<3[0-9a-f]{899}/, `<${"0".repeat(900)}`),
  "whose value is no signed message": (sound) => replaced(sound, "2a864886f70d010702", "2a864886f70d010701"),
  "whose value is cut off": (sound) => replaced(sound, /<3082..../, "<3082ffff"),
};

for (const [name, change] of Object.entries(notWhole)) {
  test(`a signature ${name} is never reported as staying valid`, () => {
    const changed = change(signedPdf());
    const { file, notes, appended, originalKept } = stamped(changed);
    expect(originalKept).toBe(true);
    expect(notes).toEqual([broken]);
    expect(appended.includes("/Artifact")).toBe(true);
    expect(textOfPages(file)[0]).toContain(defaultStamp.serialNumber);
  });
}

test("an object that only looks like a signature is not treated as one, and changes next to it are reported", () => {
  const catalog = "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>";
  const more = { 30: "<< /Type /Sig /ByteRange [0 100 200 300] /Contents <0000> >>" };
  const { notes, appended } = stamped(pdfWithTable(onePage({ catalog, more })));
  expect(notes).toEqual([broken, "Scripts and automatic actions were removed from the stamped copy."]);
  expect(appended.includes("/Artifact")).toBe(true);
});

test("a signature inside its field is found like any other", () => {
  const more = { 30: "<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >> >>" };
  expect(stamped(pdfWithTable(onePage({ more }))).notes).toEqual([broken]);
});

test("a document with a valid signature and a broken one gets a note for both", () => {
  const more = "/Extra << /Type /Sig /ByteRange [0 1 2 3] /Contents <00> >>";
  const { file, notes } = stamped(signedPdf(undefined, more));
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(notes).toHaveLength(2);
  expect(notes).toContain(broken);
});

test("a signed PDF that has already been stamped is stamped again, and its signature stays valid", () => {
  const once = stamped(signedPdf()).file;
  const { file, notes } = stamped(once, { serialNumber: "AT-00000-00000-00000-0000Z" });
  expect(notes).toHaveLength(1);
  expect(readSignatures(file)).toContain("Signature is Valid");
  expect(textOfPages(file)[0]).toContain("AT-00000-00000-00000-0000Z");
});
