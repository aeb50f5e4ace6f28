/** The requirements of a strict PAdES validator, checked on our files with independent programs. */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderCertificate } from "../../formats/certificate/certificate.ts";
import { onePage, pdfWithObjectStream, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { signedPdf } from "../../formats/pdf/test-signing.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { findPdfErrors, inFolder, runTool } from "../../formats/pdf/test-tools.ts";
import { testFacts } from "../../testing/test-certificate.ts";
import { certificatePem, now, openssl, removeFiles, toEpoch } from "../test-pki.ts";
import { authority, seal } from "../verifier/test-issued.ts";
import { encodePem } from "../x509/pem.ts";

afterAll(removeFiles);

const originals: Record<string, () => Promise<Buffer> | Buffer> = {
  "a certificate": async () =>
    Buffer.from(await renderCertificate(testFacts({ documentName: "日本語 Договор.pdf" }))),
  "a stamped copy": () => stamped(pdfWithTable(onePage())).file,
  "a stamped copy with object streams": () => stamped(pdfWithObjectStream(onePage())).file,
  "the copy of a signed document": () => stamped(signedPdf()).file,
  "the copy of a certified document": () => stamped(signedPdf(3)).file,
};

type Signature = { type: string; subFilter: string; range: number[]; value: Buffer; keys: string[] };
type Objects = Record<string, { value?: Record<string, unknown>; stream?: { data: string } }>;

const readObjects = (pdf: Uint8Array): Objects =>
  inFolder(pdf, (folder) => {
    const args = ["--json", "--json-stream-data=inline", "--decode-level=generalized", "in.pdf"];
    return JSON.parse(runTool("qpdf", args, folder).text).qpdf[1];
  });

/** Our two signatures: those that cover the most bytes. */
function readSignatures(objects: Objects): Signature[] {
  const found = Object.values(objects).flatMap(({ value }) => {
    const range = value?.["/ByteRange"] as number[] | undefined;
    if (!value || !range) return [];
    const contents = Buffer.from(String(value["/Contents"]).replace(/^b:/, ""), "hex");
    const length = 4 + contents.readUInt16BE(2);
    return [
      {
        type: String(value["/Type"]),
        subFilter: String(value["/SubFilter"]),
        range,
        value: contents.subarray(0, length),
        keys: Object.keys(value),
      },
    ];
  });
  return found
    .toSorted((one, other) => (other.range[2] ?? 0) - (one.range[2] ?? 0))
    .slice(0, 2)
    .reverse();
}

const end = ({ range: [, , start = 0, length = 0] }: Signature) => start + length;
const covered = (file: Buffer, { range: [, placeholder = 0, rest = 0, length = 0] }: Signature) =>
  Buffer.concat([file.subarray(0, placeholder), file.subarray(rest, rest + length)]);

const day = 86_400_000;
/** The root and the time, as openssl's options. */
const trustedAfter = (days: number) => {
  const at = new Date(now.getTime() + days * day);
  return ["-CAfile", certificatePem(authority.root.certificate), "-attime", toEpoch(at)];
};
const trustedNow = trustedAfter(0);
const trustedLater = [trustedNow, ...[31, 365, 4 * 365].map(trustedAfter)];

for (const [name, make] of Object.entries(originals)) {
  test(`${name} is a long-term PAdES signature, as validators require`, async () => {
    const file = await seal(await make());
    expect(findPdfErrors(file)).toBe("");
    const objects = readObjects(file);
    const [sealed, stamp] = readSignatures(objects);
    if (!sealed || !stamp) throw new Error("two signatures are missing");

    // Types and dictionaries (EN 319 142-1, 5.3, 5.4.3 and 6.3).
    expect([sealed.type, sealed.subFilter]).toEqual(["/Sig", "/ETSI.CAdES.detached"]);
    expect([stamp.type, stamp.subFilter]).toEqual(["/DocTimeStamp", "/ETSI.RFC3161"]);
    expect(sealed.keys).toContain("/M");
    expect(sealed.keys).not.toContain("/Cert");

    // Each covers everything except its value, the seal up to the end of its revision, the time-stamp the whole file.
    for (const { range } of [sealed, stamp]) {
      const [start, placeholder = 0, rest = 0] = range;
      expect(start).toBe(0);
      expect(file.toString("latin1", placeholder, rest)).toMatch(/^<[0-9a-f]+>$/);
    }
    expect(file.toString("latin1", end(sealed) - 6, end(sealed))).toBe("%%EOF\n");
    expect(end(stamp)).toBe(file.length);

    // Both are valid with only the root, now and years later.
    const cms = ["-verify", "-inform", "DER", "-in", sealed.value, "-content", covered(file, sealed)];
    const settings = ["-binary", "-cades", "-purpose", "any", "-out", "/dev/null"];
    const ts = ["-verify", "-token_in", "-in", stamp.value, "-data", covered(file, stamp)];
    for (const trusted of trustedLater) {
      expect(openssl("cms", ...cms, ...settings, ...trusted).text).toContain("CAdES Verification successful");
      expect(openssl("ts", ...ts, ...trusted).text).toContain("Verification: OK");
    }

    // Attributes: signing-certificate-v2 and a time-stamp, no signing time, SHA-256.
    const { text } = openssl("cms", "-cmsout", "-print", "-inform", "DER", "-in", sealed.value);
    for (const part of [
      "contentType",
      "messageDigest",
      "id-smime-aa-signingCertificateV2",
      "id-smime-aa-timeStampToken",
    ])
      expect(text).toContain(`object: ${part}`);
    expect(text).not.toContain("signingTime");
    expect(text).toMatch(/digestAlgorithm:\s+algorithm: sha256/);

    // The store has the root and a current revocation list that covers both signers; the seal covers all of it.
    const storeEntry = Object.values(objects).find(({ value }) => value?.["/Type"] === "/DSS")?.value;
    const stored = (key: string) =>
      ((storeEntry?.[key] ?? []) as string[]).map((reference) =>
        Buffer.from(objects[`obj:${reference}`]?.stream?.data ?? "", "base64"),
      );
    expect(stored("/Certs")).toEqual([Buffer.from(authority.root.certificate)]);
    const [crl = Buffer.alloc(0), ...more] = stored("/CRLs");
    expect(more).toEqual([]);
    const signers = [authority.seal, authority.tsa].map(({ certificate }) => certificatePem(certificate));
    const list = new TextEncoder().encode(encodePem("X509 CRL", crl));
    for (const signer of signers)
      expect(openssl("verify", "-crl_check", "-CRLfile", list, ...trustedNow, signer).ok).toBe(true);
    const atSealing = readObjects(file.subarray(0, end(sealed)));
    expect(Object.values(atSealing).find(({ value }) => value?.["/Type"] === "/DSS")?.value).toEqual(
      storeEntry,
    );

    // No reader reports an error in the metadata, if there is any.
    inFolder(file, (folder) => {
      const { text: metadata } = runTool("pdfinfo", ["-meta", "in.pdf"], folder);
      if (metadata.trim() === "") return;
      writeFileSync(join(folder, "meta.xml"), metadata);
      expect(runTool("xmllint", ["--noout", "meta.xml"], folder)).toEqual({ code: 0, text: "" });
    });
  });
}
