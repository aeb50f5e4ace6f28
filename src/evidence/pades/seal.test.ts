import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderCertificate } from "../../formats/certificate/certificate.ts";
import type { CertificateFacts } from "../../formats/certificate/certificate-facts.ts";
import {
  manyPages,
  onePage,
  pdfWithObjectStream,
  pdfWithTable,
  type TestObjects,
} from "../../formats/pdf/test-documents.ts";
import { signedPdf } from "../../formats/pdf/test-signing.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import {
  changedRegion,
  countPages,
  effectiveObjects,
  findPdfErrors,
  inFolder,
  readPicture,
  runTool,
  textOfPages,
} from "../../formats/pdf/test-tools.ts";
import { fillSeal } from "./fill-seal.ts";
import { prepareSeal } from "./prepare-seal.ts";
import {
  coveredBy,
  makeAuthority,
  opensslSigners,
  reports,
  sealed,
  sealOptions,
  withOpenSeal,
} from "./test-sealing.ts";

const authority = makeAuthority();
afterAll(() => rmSync(authority, { recursive: true }));

const hash = "0123456789abcdef".repeat(4);
const certificateFacts: CertificateFacts = {
  productName: "Attestamp",
  origin: "https://attestamp.example",
  serialNumber: "AT-7K3M9-QX2T4-HV8BW-1C5DN",
  clientName: "Jane Doe",
  documentName: "Lease.pdf",
  fileType: "application/pdf",
  fileSize: 1000,
  stampedType: "application/pdf",
  stampedSize: 2000,
  pages: 1,
  time: Date.UTC(2026, 10, 20, 19, 11, 0),
  timeZone: "America/Chicago",
  originalSha256: hash,
  stampedSha256: hash,
  originalKept: true,
  ownershipConfirmedAt: null,
  originalDate: null,
  otherParties: null,
  notes: [],
  timeStamp: {
    authority: "Attestamp Time-Stamping Authority",
    time: Date.UTC(2026, 10, 20, 19, 11, 2),
    vouchedBy: "service",
    missing: [],
  },
  attestation: "e30.e30.e30",
};
const stampObjects = (objects: TestObjects) => stamped(pdfWithTable(objects)).file;
const valid = "Signature is Valid.";
const trusted = "Certificate is Trusted.";

for (const [kind, make] of Object.entries({ table: pdfWithTable, stream: pdfWithObjectStream })) {
  test(`a stamped copy with a cross-reference ${kind} is confirmed by independent programs`, async () => {
    const copy = stamped(make(onePage())).file;
    const file = await sealed(copy, authority);
    expect(findPdfErrors(file)).toBe("");
    expect(file.subarray(0, copy.length).equals(copy)).toBe(true);
    const [seal, timeStamp, ...more] = reports(file, authority);
    expect(more).toEqual([]);
    for (const part of ["Type: ETSI.CAdES.detached", valid, trusted, "Name: Test-signer"])
      expect(seal).toContain(part);
    expect(timeStamp).toContain("Total document signed");
    expect(timeStamp).toContain(`${file.length}]`);
    expect(changedRegion(await readPicture(copy), await readPicture(file))).toBeUndefined();
    expect(textOfPages(file)).toEqual(textOfPages(copy));
  });
}

test("the document time-stamp verifies with openssl, cut out of the file", async () => {
  await withOpenSeal(stampObjects(onePage()), sealOptions(authority), async (path, open) => {
    await fillSeal(path, open, opensslSigners(authority, path, open));
    const file = readFileSync(path);
    const { start, end } = open.timeStamp.placeholder;
    const token = Buffer.from(file.toString("latin1", start + 1, end - 1), "hex");
    const verify = (content: Buffer) =>
      inFolder(content, (folder) => {
        writeFileSync(join(folder, "token"), token);
        const args = `ts -verify -data in.pdf -in token -token_in -CAfile ${join(authority, "root.pem")}`;
        return runTool("openssl", args.split(" "), folder).text;
      });
    expect(verify(coveredBy(file, open.timeStamp))).toContain("Verification: OK");
    file.writeUInt8((file[end + 5] ?? 0) ^ 1, end + 5);
    expect(verify(coveredBy(file, open.timeStamp))).toContain("Verification: FAILED");
  });
});

test("without a time-stamp the file ends with the seal, which covers all of it", async () => {
  await withOpenSeal(stampObjects(onePage()), sealOptions(authority), async (path, open) => {
    await fillSeal(path, open, opensslSigners(authority, path, open));
    const file = readFileSync(path).subarray(0, open.seal.covered);
    const [seal] = reports(file, authority);
    for (const part of [valid, trusted, "Total document signed"]) expect(seal).toContain(part);
    expect(seal).not.toContain("Not total");
    expect(findPdfErrors(file)).toBe("");
  });
});

test("a byte changed before or after the signature's value makes the seal invalid", async () => {
  await withOpenSeal(stampObjects(onePage()), sealOptions(authority), async (path, open) => {
    await fillSeal(path, open, opensslSigners(authority, path, open));
    const file = readFileSync(path);
    const title = file.indexOf("The page's own text");
    for (const at of [title, open.seal.placeholder.start - 120, open.seal.placeholder.end + 30]) {
      const changed = Buffer.from(file);
      changed.writeUInt8((changed[at] ?? 0) ^ 1, at);
      const [seal] = reports(changed, authority);
      expect(seal ?? "").not.toContain(valid);
    }
  });
});

test("with the older signature format, programs without PAdES support can check it too", async () => {
  const [seal] = reports(
    await sealed(stampObjects(onePage()), authority, { subFilter: "adbe.pkcs7.detached" }),
    authority,
  );
  for (const part of ["Type: adbe.pkcs7.detached", valid, trusted]) expect(seal).toContain(part);
});

test("the signature of a signed or certified original stays valid next to the seal", async () => {
  for (const original of [signedPdf(), signedPdf(3)]) {
    const file = await sealed(stamped(original).file, authority);
    expect(findPdfErrors(file)).toBe("");
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    const [theirs, seal] = reports(file, authority);
    for (const report of [theirs, seal]) expect(report).toContain(valid);
  }
});

test("a sealed copy can be stamped and sealed again, and every earlier signature stays valid", async () => {
  const once = await sealed(stampObjects(onePage()), authority);
  const again = stamped(once, { serialNumber: "AT-00000-00000-00000-0000Z" });
  expect(again.notes).toEqual([
    "This document was already signed; the stamp was added as a separate layer and the signature stays valid.",
  ]);
  const file = await sealed(again.file, authority);
  expect(findPdfErrors(file)).toBe("");
  const found = reports(file, authority);
  const names = found.map((text) => /Field Name: (\S+)/.exec(text)?.[1]);
  expect(names).toEqual(["Seal", "Timestamp", "Seal2", "Timestamp2"]);
  expect(found.map((text) => text.includes(valid))).toEqual([true, false, true, false]);
  expect(changedRegion(await readPicture(again.file), await readPicture(file))).toBeUndefined();
});

/** The document security store of a PDF, unpacked by qpdf, as base64. */
function storedIn(pdf: Uint8Array): { certificates: string[]; crls: string[] } {
  return inFolder(pdf, (folder) => {
    const args = ["--json", "--json-stream-data=inline", "--decode-level=generalized", "in.pdf"];
    const objects = JSON.parse(runTool("qpdf", args, folder).text).qpdf[1];
    const store = Object.values<{ value?: Record<string, string[]> }>(objects).find(
      ({ value }) => String(value?.["/Type"]) === "/DSS",
    )?.value;
    const streams = (key: string) =>
      (store?.[key] ?? []).map((reference): string => objects[`obj:${reference}`].stream.data);
    return { certificates: streams("/Certs"), crls: streams("/CRLs") };
  });
}

const widget = (entries: string) => `<< /Type /Annot /Subtype /Widget /Rect [50 50 90 90] /F 4 ${entries} >>`;
const name = widget("/FT /Tx /T (name) /DV (Jane) /DA (/Helv 0 Tf 0 g)");
const look = "/DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 5 0 R >> >>";
const page = "/MediaBox [0 0 595 842] /Annots [30 0 R 31 0 R] /Contents 4 0 R";
const more = { 30: name, 31: widget("/FT /Tx /T <FEFF005300650061006C>") };
const forms: Record<string, TestObjects> = {
  "in an object of its own": onePage({
    page,
    catalog: "/AcroForm 40 0 R",
    more: { ...more, 40: `<< /Fields [30 0 R 31 0 R] ${look} >>` },
  }),
  "within the catalog": onePage({
    page,
    catalog: `/AcroForm << /Fields 41 0 R ${look} >>`,
    more: { ...more, 41: "[30 0 R 31 0 R]" },
  }),
};

for (const [where, objects] of Object.entries(forms)) {
  test(`a form ${where} keeps its fields and their appearance`, async () => {
    const file = await sealed(stampObjects(objects), authority);
    expect(findPdfErrors(file)).toBe("");
    const { acroform, qpdf } = JSON.parse(effectiveObjects(file));
    const fields: string[] = acroform.fields.map((field: { fullname: string }) => field.fullname);
    expect(fields.toSorted()).toEqual(["Seal", "Seal2", "Timestamp", "name"]);
    const all = JSON.stringify(qpdf[1]);
    for (const kept of [
      '"/DA":"u:/Helv 0 Tf 0 g"',
      '"/DR":{"/Font":{"/Helv":"5 0 R"}}',
      '"/DV":"u:Jane"',
      '"/SigFlags":3',
    ])
      expect(all).toContain(kept);
    expect(reports(file, authority)[0]).toContain(valid);
  });
}

test("the data for checking the seal offline is covered by it, next to existing data", async () => {
  const catalog = "/DSS 40 0 R /Extensions << /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>";
  const more = {
    40: "<< /Certs [41 0 R] /OCSPs [42 0 R] >>",
    41: { entries: "", data: "theirs" },
    42: { entries: "", data: "answer" },
  };
  const copy = stampObjects(onePage({ catalog, more }));
  const options = sealOptions(authority);
  await withOpenSeal(copy, options, async (path, open) => {
    const covered = readFileSync(path).subarray(0, open.seal.covered);
    expect(storedIn(covered)).toEqual({
      certificates: [Buffer.from("theirs").toString("base64"), ...options.certificates],
      crls: options.crls,
    });
  });
  const all = JSON.stringify(JSON.parse(effectiveObjects(await sealed(copy, authority))).qpdf[1]);
  expect(all).toMatch(/"\/Certs":\["41 0 R","\d+ 0 R"\]/);
  expect(all).toMatch(/"\/OCSPs":\["42 0 R"\]/);
  expect(all).toMatch(/"\/ADBE":\{"\/BaseVersion":"\/1.7","\/ExtensionLevel":8\}/);
  expect(all).toMatch(/"\/ESIC":\{"\/BaseVersion":"\/1.7","\/ExtensionLevel":1\}/);
});

test("data that a sealed copy already has is not stored again when it is stamped and sealed again", async () => {
  const once = await sealed(stampObjects(onePage()), authority);
  const again = await sealed(stamped(once, { serialNumber: "AT-00000-00000-00000-0000Z" }).file, authority);
  expect(storedIn(again)).toEqual(storedIn(once));
  const options = sealOptions(authority);
  expect(storedIn(again)).toEqual({ certificates: options.certificates, crls: options.crls });
});

test("the seal states who, why and when; the time-stamp leaves that to its token", async () => {
  const reason = "Stamped – geprüft";
  const file = await sealed(stampObjects(onePage()), authority, { reason });
  const objects: { value?: Record<string, unknown> }[] = Object.values(
    JSON.parse(effectiveObjects(file)).qpdf[1],
  );
  const findEntries = (type: string) => {
    const {
      "/ByteRange": _range,
      "/Contents": _contents,
      ...entries
    } = objects.find(({ value }) => value?.["/Type"] === type)?.value ?? {};
    return entries;
  };
  expect(findEntries("/Sig")).toEqual({
    "/Type": "/Sig",
    "/Filter": "/Adobe.PPKLite",
    "/SubFilter": "/ETSI.CAdES.detached",
    "/Name": "u:Attestamp",
    "/Reason": `u:${reason}`,
    "/M": "u:D:20261120191100Z",
  });
  expect(findEntries("/DocTimeStamp")).toEqual({
    "/Type": "/DocTimeStamp",
    "/Filter": "/Adobe.PPKLite",
    "/SubFilter": "/ETSI.RFC3161",
  });
});

test("a document of many pages gets no more bytes than one with a single page", () => {
  const added = (pages: number) =>
    prepareSeal(stampObjects(manyPages(pages)), sealOptions(authority)).appended.length;
  expect(added(500) - added(1)).toBeLessThan(100);
});

test("a file with bytes before its header is sealed completely", async () => {
  const file = await sealed(stamped(pdfWithTable(onePage(), { before: "junk\n" })).file, authority);
  expect(reports(file, authority)[0]).toContain(valid);
});

test("the certificate is sealed like a stamped copy, and stays tagged with its link", async () => {
  const plain = Buffer.from(await renderCertificate(certificateFacts));
  const file = await sealed(plain, authority);
  expect(findPdfErrors(file)).toBe("");
  expect(file.subarray(0, plain.length).equals(plain)).toBe(true);
  expect(reports(file, authority)[0]).toContain(valid);
  expect(countPages(file)).toBe(countPages(plain));
  const structure = (pdf: Uint8Array) =>
    inFolder(pdf, (folder) => runTool("pdfinfo", ["-struct-text", "in.pdf"], folder).text);
  expect(structure(file)).toBe(structure(plain));
  expect(effectiveObjects(file)).toContain('"/Subtype": "/Link"');
  expect(changedRegion(await readPicture(plain), await readPicture(file))).toBeUndefined();
});

test("each object of the seal begins a line of its own, as PDF/A demands", async () => {
  const file = await sealed(pdfWithTable(onePage({})), authority, { paddings: [200] });
  const text = file.toString("latin1");
  for (const { index } of text.matchAll(/\d+ \d+ obj\b/g)) expect(text[index - 1]).toMatch(/[\r\n]/);
});
