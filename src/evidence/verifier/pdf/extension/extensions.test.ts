import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { onePage, pdfWithObjectStream, pdfWithTable } from "../../../../formats/pdf/test-documents.ts";
import { stamped } from "../../../../formats/pdf/test-stamping.ts";
import { findPdfErrors } from "../../../../formats/pdf/test-tools.ts";
import { certificateReason } from "../../../seal/certificate-reason.ts";
import { mutated, seeded } from "../../../test-mutations.ts";
import { testAuthority } from "../../../test-pki.ts";
import { plainValue } from "../../detail.ts";
import { noEvidence } from "../../evidence.ts";
import { labels, sentences } from "../../sentences.ts";
import { summarize } from "../../summary.ts";
import { authority, issue, now, outside, seal, trust } from "../../test-issued.ts";
import { verifyFiles } from "../../verify-files.ts";
import { type ExtensionOptions, extend } from "./test-extensions.ts";

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
const signer = outside.tsa;
const stamp = { signer, time: hours(1) };
const stranger = testAuthority("Archive").tsa;

const xmp = (properties: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties}</rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>`;
const elements =
  '<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:dc="http://purl.org/dc/elements/1.1/"><pdf:Producer>One &amp; only</pdf:Producer><pdf:Keywords>lease</pdf:Keywords><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Lease</rdf:li></rdf:Alt></dc:title></rdf:Description>';
/** The same properties as another program writes them, with its own name and dates. */
const attributes =
  '<rdf:Description xmlns:p="http://ns.adobe.com/pdf/1.3/" xmlns:x="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" rdf:about="" p:Keywords="lease" p:Producer="Two" x:ModifyDate="2030-01-01T00:00:00Z"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Lease</rdf:li></rdf:Alt></dc:title></rdf:Description>';

const described = onePage({
  catalog: "/Metadata 20 0 R",
  more: {
    20: { entries: "/Type /Metadata /Subtype /XML", data: xmp(elements) },
    21: "<< /Title (Lease) /Producer (One) >>",
  },
});
const originals = {
  "cross-reference tables": pdfWithTable(described, { trailer: "/Info 21 0 R" }),
  "object streams": pdfWithObjectStream(described, { trailer: "/Info 21 0 R" }),
};
const copies = Object.fromEntries(
  await Promise.all(
    Object.entries(originals).map(async ([name, pdf]) => [name, await issue(undefined, pdf)] as const),
  ),
);

const verify = (bytes: Uint8Array, more: string[] = []) => {
  const files = more.map((text) => ({ name: "a.jws", bytes: new TextEncoder().encode(text) }));
  const [report] = verifyFiles([{ name: "file.pdf", bytes }, ...files], noEvidence, trust, hours(100));
  if (!report) throw new Error("There is no report.");
  return report;
};
const answer = (bytes: Uint8Array) => verify(bytes).findings.unchanged;

const saving: ExtensionOptions = {
  ...stamp,
  writes: ["catalog", "info", "metadata"],
  alter: {
    catalog: (text) => text.replace(/ >>$/, " /Version /1.7 >>"),
    info: (text) =>
      text
        .replace("(One)", "(One; Two)")
        .replace(/\/ModDate \([^)]*\) /, "")
        .replace(/>>$/, "/ModDate (D:20300101) >>"),
    metadata: () => xmp(attributes),
  },
};
const extensions: Record<string, ExtensionOptions> = {
  "a time-stamp": stamp,
  "a time-stamp with validation data": { ...stamp, data: [outside.root.certificate, authority.crl([])] },
  "validation data alone": { data: [outside.root.certificate] },
  "a time-stamp by a program that writes its name and the date": saving,
  "validation data for a single signature": {
    ...stamp,
    data: [],
    more: undefined,
    alter: {
      store: (text) =>
        text.replace(/ >>$/, ` /VRI << /${"AB".repeat(20)} << /Type /VRI /TU (D:2030) >> >> >>`),
    },
  },
};

for (const [form, { stamped: copy, attestation }] of Object.entries(copies)) {
  for (const [name, options] of Object.entries(extensions)) {
    test(`${name} that an archive added is named, and everything before it is unchanged (${form})`, () => {
      const extended = extend(copy, options);
      expect(findPdfErrors(extended)).toBe("");
      const { verdict, sentence, details } = answer(extended);
      const said = options.signer
        ? sentences.unchanged.extended("Outside TSA, Outside", hours(1))
        : sentences.unchanged.extendedByData;
      expect([verdict, sentence]).toEqual(["passed", said]);
      expect(summarize(verify(extended)).title.message).toContain("What was issued is unchanged");
      const named = details.filter(({ label }) => label === labels.extended).map(plainValue);
      expect(named.length).toBe(options.signer ? 1 : 0);
    });
  }

  test(`with its statement, an extended copy is still the stamped copy, with the same time (${form})`, () => {
    const [plain, extended] = [verify(copy, [attestation]), verify(extend(copy, stamp), [attestation])];
    expect(extended.kind).toBe("stamped");
    expect(extended.findings.unchanged.sentence.code).toBe(sentences.unchanged.extended("", now).code);
    for (const question of ["who", "log"] as const)
      expect(extended.findings[question].sentence).toEqual(plain.findings[question].sentence);
    expect(extended.findings.when.sentence).toEqual(plain.findings.when.sentence);
  });

  test(`a copy may be extended again and again, and by authorities that nobody here knows (${form})`, () => {
    let file: Uint8Array = copy;
    for (const count of [1, 2, 3]) file = extend(file, { ...saving, writes: ["info"], time: hours(count) });
    file = extend(file, { signer: stranger, time: hours(4), data: [outside.root.certificate] });
    const { verdict, sentence, details } = answer(file);
    expect([verdict, sentence]).toEqual([
      "passed",
      sentences.unchanged.extendedByStranger("Archive TSA, Archive", hours(4)),
    ]);
    expect(details.filter(({ label }) => label === labels.extended)).toHaveLength(4);
  });

  test(`a certificate may be extended, too (${form})`, async () => {
    const certificate = await seal(
      originals["cross-reference tables"],
      authority,
      undefined,
      certificateReason,
    );
    const report = verify(extend(certificate, stamp));
    expect([report.kind, report.findings.unchanged.verdict]).toEqual(["certificate", "passed"]);
  });
}

const { stamped: copy, attestation, original } = copies["cross-reference tables"] ?? (await issue());
const page = (from: string | RegExp, to: string): ExtensionOptions => ({
  ...stamp,
  alter: { page: (text) => text.replace(from, to) },
});
const altered = (
  part: "form" | "field" | "stamp" | "catalog" | "store" | "trailer",
  from: string | RegExp,
  to: string,
) => ({
  ...stamp,
  writes: [part === "store" || part === "catalog" ? ("catalog" as const) : ("form" as const)],
  data: part === "store" ? [outside.root.certificate] : [],
  alter: { [part]: (text: string) => text.replace(from, to) },
});
const drawing = "q 0 0 0 rg 0 0 600 900 re f Q";

/** Additions that change something else, each with a genuine time-stamp over everything. */
const additions: Record<string, ExtensionOptions> = {
  "another content of the page": page(/\/Contents \[[^\]]*\]/, "/Contents 5 0 R"),
  "another size of the page": page(/\/MediaBox \[[^\]]*\]/, "/MediaBox [0 0 100 100]"),
  "a turned page": page(/>>$/, "/Rotate 90 >>"),
  "a script of the page": page(/>>$/, "/AA << /O << /S /JavaScript /JS (x) >> >> >>"),
  "one annotation less": page(/\/Annots \[\d+ 0 R/, "/Annots ["),
  "another annotation": {
    ...page(/\] >>$/, " 99 0 R] >>"),
    more: (revision) => {
      for (let number = 0; number < 99; ) number = revision.reserve();
      revision.write(99, 0, "<< /Type /Annot /Subtype /Stamp /Rect [0 0 600 800] >>");
    },
  },
  "a field that existed": page(/\] >>$/, " 5 0 R] >>"),
  "appearances made by the viewer": altered("form", / >>$/, " /NeedAppearances true >>"),
  "a form of XFA": altered("form", / >>$/, " /XFA (x) >>"),
  "one field less": altered("form", /\/Fields \[\d+ 0 R/, "/Fields ["),
  "a visible field": altered("field", "[0 0 0 0]", "[0 0 200 200]"),
  "a text field": altered("field", "/FT /Sig", "/FT /Tx"),
  "a field with a script": altered("field", " >>", " /AA << /K << /S /JavaScript /JS (x) >> >> >>"),
  "a field without a value": altered("field", /\/V \d+ 0 R/, ""),
  "a field with an old value": altered("field", /\/V \d+ 0 R/, "/V 5 0 R"),
  "a field that draws": {
    ...stamp,
    alter: { field: (text) => text.replace(/ >>$/, " /AP << /N 98 0 R >> >>") },
    more: (revision) => {
      revision.writeStream(98, 0, "/Type /XObject /Subtype /Form /BBox [0 0 0 0]", Buffer.from(drawing));
      for (let number = 0; number < 98; ) number = revision.reserve();
    },
  },
  "a signature of another kind": altered("stamp", "/Type /DocTimeStamp", "/Type /Sig"),
  "a script that runs on opening": altered("catalog", / >>$/, " /OpenAction << /S /JavaScript /JS (x) >> >>"),
  "other pages": altered("catalog", /\/Pages \d+ 0 R/, "/Pages 5 0 R"),
  layers: altered("catalog", / >>$/, " /OCProperties << /OCGs [] /D << >> >> >>"),
  "attached files": altered("catalog", / >>$/, " /Names << /EmbeddedFiles << /Names [] >> >> >>"),
  "other extensions of PDF": altered("catalog", "/Extensions <<", "/Extensions << /X 5 0 R"),
  "no form": altered("catalog", /\/AcroForm \d+ 0 R/, ""),
  "something else in the store": altered("store", / >>$/, " /Other 5 0 R >>"),
  "less in the store": altered("store", /\/Certs \[\d+ 0 R/, "/Certs ["),
  "data that are no certificate": { ...stamp, data: [Buffer.from(drawing)] },
  "another catalog": altered("trailer", /\/Root \d+ 0 R/, "/Root 5 0 R"),
  "another trailer": altered("trailer", /\/Size/, "/Encrypt 5 0 R /Size"),
  "another title": {
    ...saving,
    alter: { ...saving.alter, info: (text) => text.replace("(Lease)", "(Deed)") },
  },
  "another program that is no text": {
    ...saving,
    alter: { ...saving.alter, info: (text) => text.replace("(One)", "5 0 R") },
  },
  "another title in the metadata": {
    ...saving,
    alter: { ...saving.alter, metadata: () => xmp(attributes.replace("Lease", "Deed")) },
  },
  "metadata with an entity": {
    ...saving,
    alter: { ...saving.alter, metadata: () => `<!DOCTYPE x [<!ENTITY e "x">]>${xmp(attributes)}` },
  },
  "a changed object of the original": {
    ...stamp,
    more: (revision) => revision.writeStream(4, 0, "", Buffer.from(drawing)),
  },
  "an object that nothing needs": { ...stamp, more: (revision) => void revision.add("<< /Any /Thing >>") },
  "an object that the table does not list": {
    ...stamp,
    alter: { trailer: (text) => text.replace("xref\n", `4 0 obj\n<< >>\nendobj\nxref\n`) },
  },
  "a comment between objects": {
    ...stamp,
    alter: { trailer: (text) => text.replace("endobj\n", "endobj\n%") },
  },
};

for (const [name, options] of Object.entries(additions)) {
  test(`${name} is no extension, whoever time-stamped it [threat V12]`, () => {
    const { alter: _, more: __, ...rest } = options;
    const isOfSaving = options.alter?.metadata !== undefined;
    const plain = isOfSaving ? saving : rest;
    if (name !== "data that are no certificate") expect(answer(extend(copy, plain)).verdict).toBe("passed");
    const { verdict, sentence } = answer(extend(copy, options));
    expect([verdict, sentence]).toEqual(["failed", sentences.unchanged.added]);
  });
}

test("metadata that a page also has as its content may not change, since their text could draw", async () => {
  const shared = onePage({
    page: "/MediaBox [0 0 595 842] /Contents [4 0 R 20 0 R]",
    catalog: "/Metadata 20 0 R",
    more: { 20: { entries: "/Type /Metadata /Subtype /XML", data: xmp(elements) } },
  });
  for (const pdf of [pdfWithTable(shared), pdfWithObjectStream(shared)]) {
    const file = await seal(stamped(pdf).file);
    const options: ExtensionOptions = {
      ...stamp,
      writes: ["metadata"],
      alter: { metadata: () => xmp(attributes.replace("Two", drawing)) },
    };
    expect(answer(extend(file, stamp)).verdict).toBe("passed");
    expect(answer(extend(file, options)).sentence).toEqual(sentences.unchanged.added);
  }
});

test("an extension of something that is no extension, and one of a copy whose end was cut off, change nothing about that", () => {
  const evil = extend(copy, {
    ...stamp,
    more: (revision) => revision.writeStream(4, 0, "", Buffer.from(drawing)),
  });
  expect(answer(extend(evil, { signer, time: hours(2) })).sentence).toEqual(sentences.unchanged.added);
  const sealedEnd = copy.indexOf("%%EOF\n", copy.indexOf("/ETSI.CAdES.detached")) + 6;
  expect(answer(extend(copy.subarray(0, sealedEnd), stamp)).verdict).toBe("failed");
});

test("an extension is as strict about its own bytes: cut off, changed or followed by anything, it is none", () => {
  const extended = extend(copy, { ...stamp, data: [outside.root.certificate] });
  expect(answer(extended).verdict).toBe("passed");
  for (const tail of ["%", "%%EOF\n", "5 0 obj\n<< >>\nendobj\n"])
    expect([tail, answer(Buffer.concat([extended, Buffer.from(tail)])).verdict]).toEqual([tail, "failed"]);
  const random = seeded(5);
  for (let round = 0; round < 200; round++) {
    const tail = mutated(extended.subarray(copy.length), random, () => random(256));
    const changed = Buffer.concat([copy, tail]);
    if (changed.equals(extended) || changed.equals(copy)) continue;
    expect(answer(changed).verdict).not.toBe("passed");
  }
});

test("a changed byte before the extension is found, with the statement or without", () => {
  const extended = extend(copy, stamp);
  for (let at = 30; at < copy.length; at += 997) {
    const changed = Buffer.from(extended.with(at, (extended[at] ?? 0) ^ 1));
    for (const evidence of [[], [attestation]])
      expect([at, verify(changed, evidence).findings.unchanged.verdict === "passed"]).toEqual([at, false]);
  }
});

test("an extended copy that someone has attested as an original is that original", async () => {
  const extended = extend(copy, stamp);
  const other = await issue(undefined, extended);
  expect(createHash("sha256").update(original).digest("hex")).not.toBe(other.statement.original);
  const report = verify(extended, [other.attestation]);
  expect(report.findings.unchanged.sentence).toEqual(sentences.unchanged.original);
});
