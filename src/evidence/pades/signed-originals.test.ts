import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { differencesSince } from "../../formats/pdf/test-differences.ts";
import { signedPdf } from "../../formats/pdf/test-signing.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { makeAuthority, sealed } from "./test-sealing.ts";

const authority = makeAuthority();
afterAll(() => rmSync(authority, { recursive: true }));

const originals: Record<string, Buffer> = {
  "without a certification": signedPdf(),
  "with a certification that allows comments": signedPdf(3),
  "whose pages inherit their size and turn": signedPdf(undefined, "", {
    parent: "/Rotate 90 /CropBox [10 10 500 700]",
  }),
  "with numbers in unusual forms": signedPdf(undefined, "/CropBox [ 0.0 +0 00595.000 842. ] /Rotate 0"),
  "whose form is an object of its own and has no flags": signedPdf(undefined, "", {
    form: "/AcroForm 32 0 R",
    more: { 32: "<< /Fields 33 0 R >>", 33: "[30 0 R]" },
  }),
  "whose form says only that signatures exist": signedPdf(undefined, "", {
    form: "/AcroForm << /SigFlags 1 /Fields [30 0 R] /DA (/Helv 0 Tf) >>",
  }),
  "whose annotations are an object of their own": signedPdf(undefined, "/Annots 32 0 R", {
    more: { 32: "[30 0 R]" },
  }),
  "with the mark of an older stamp in its catalog": signedPdf(undefined, "", {
    form: "/AcroForm << /SigFlags 3 /Fields [30 0 R] >> /AttestampOriginal << /Length 1 /SHA256 <00> >>",
  }),
};

for (const [name, original] of Object.entries(originals)) {
  test(`a strict comparison finds only the stamp after a signed PDF ${name}`, async () => {
    const copy = stamped(original).file;
    const file = await sealed(copy, authority);
    for (const later of [copy, file]) {
      const { forbidden, annotations } = differencesSince(later, original.length);
      expect(forbidden).toEqual([]);
      expect(annotations).toHaveLength(1);
    }
    expect(differencesSince(file, copy.length)).toEqual({ forbidden: [], annotations: [] });
  });
}

test("a strict comparison finds only the second stamp after a sealed copy that is stamped again", async () => {
  const once = await sealed(stamped(signedPdf()).file, authority);
  const twice = await sealed(stamped(once, { position: "top-left" }).file, authority);
  const { forbidden, annotations } = differencesSince(twice, once.length);
  expect(forbidden).toEqual([]);
  expect(annotations).toHaveLength(1);
});

test("the comparison detects what it is supposed to", () => {
  const original = signedPdf();
  const appended = (objects: string) => {
    const start = original.length + 1;
    const [, number = ""] = /^(\d+)/.exec(objects) ?? [];
    const update = `\n${objects}\nxref\n${number} 1\n${String(start).padStart(10, "0")} 00000 n \n`;
    const previous = /startxref\n(\d+)/.exec(original.toString("latin1"))?.[1];
    const trailer = `trailer\n<< /Size 60 /Root 1 0 R /Prev ${previous} >>\n`;
    const at = original.length + update.indexOf("\nxref") + 1;
    return Buffer.concat([original, Buffer.from(`${update}${trailer}startxref\n${at}\n%%EOF\n`)]);
  };
  const form = "/AcroForm << /SigFlags 3 /Fields [30 0 R] >>";
  const page = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R";
  const changes: Record<string, string> = {
    "/Private of the catalog differs": `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${form} /Private 1 >>\nendobj`,
    "Signature1 is gone":
      "1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /SigFlags 3 /Fields [] >> >>\nendobj",
    "/Resources of page object 3 differs": `3 0 obj\n<< ${page} /Annots [30 0 R] >>\nendobj`,
    "annotation 30 0 R of page object 3 is gone": `3 0 obj\n<< ${page} >>\nendobj`,
    "object 4 is not explained": "4 0 obj\n<< /Length 3 >>\nstream\n0 g\nendstream\nendobj",
  };
  for (const [difference, objects] of Object.entries(changes))
    expect(differencesSince(appended(objects), original.length).forbidden).toContain(difference);
});
