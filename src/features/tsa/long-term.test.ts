/** What programs that follow the standards say years later, offline, with nothing but our root. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readSignedData } from "../../evidence/cms/signed-data.ts";
import { findSignatures } from "../../evidence/pades/find-signatures.ts";
import { tokenIn } from "../../evidence/seal/tokens-in-signatures.ts";
import { readCertificate } from "../../evidence/x509/certificate.ts";
import { encodePem } from "../../evidence/x509/pem.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import { inFolder, runTool } from "../../formats/pdf/test-tools.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";

setDefaultTimeout(600_000);

const year = 365 * 24 * 3_600_000;
const openssl = new OpensslFolder();
let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(async () => {
  await server.stop();
  openssl.remove();
});

/** The streams that the document security store names. */
function validationData(file: Uint8Array): { certificates: Uint8Array[]; crls: Uint8Array[] } {
  return inFolder(file, (folder) => {
    const args = ["--json", "--json-stream-data=inline", "--decode-level=generalized", "in.pdf"];
    const objects = JSON.parse(runTool("qpdf", args, folder).text).qpdf[1];
    const values = Object.values<{ value?: Record<string, unknown> }>(objects);
    const store = values.find(({ value }) => value?.["/Type"] === "/DSS")?.value ?? {};
    const streams = (key: string) =>
      ((store[key] ?? []) as string[]).map(
        (name) => new Uint8Array(Buffer.from(objects[`obj:${name}`].stream.data, "base64")),
      );
    return { certificates: streams("/Certs"), crls: streams("/CRLs") };
  });
}

/** The certificates in the signatures, and in the time-stamps inside them. */
function signersOf(file: Uint8Array): Uint8Array[] {
  return findSignatures(file).signatures.flatMap((found) =>
    [withoutPadding(found.contents), tokenIn(found)].flatMap((der) =>
      der ? readSignedData(der).certificates.map(({ bytes }) => bytes) : [],
    ),
  );
}

/** Whether openssl accepts a certificate at a time, with one revocation list. */
function accepts(certificate: Uint8Array, crl: Uint8Array, at: number): boolean {
  const files = {
    root: encodePem("CERTIFICATE", server.deps.authority.root.bytes),
    crl: encodePem("X509 CRL", crl),
    signer: encodePem("CERTIFICATE", certificate),
  };
  for (const [name, text] of Object.entries(files)) openssl.write(name, text);
  const time = ["-attime", String(Math.floor(at / 1000))];
  const check = [
    "verify",
    "-x509_strict",
    "-crl_check_all",
    "-CAfile",
    "root",
    "-CRLfile",
    "crl",
    "-purpose",
    "any",
  ];
  return openssl.run(...check, ...time, "signer").code === 0;
}

test("a stamped copy and its certificate contain what their signatures need for as long as the keys' certificates last", async () => {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person, "lease.pdf", smallPdf())).id);
  for (const what of ["download", "certificate"]) {
    const headers = { cookie: person.cookie() };
    const file = await (await fetch(`${server.origin}/api/documents/${id}/${what}`, { headers })).bytes();
    const { crls } = validationData(file);
    const signers = signersOf(file);
    expect([crls.length, signers.length]).toEqual([1, 4]);
    const ends = signers.map((der) => readCertificate(der).notAfter.getTime());
    const now = server.deps.now();
    const times = [now, now + year / 12, now + year, now + 4 * year, Math.min(...ends) - 1000];
    for (const signer of signers)
      expect(times.map((at) => accepts(signer, crls[0] ?? file, at))).toEqual(times.map(() => true));
  }
});

test("the published list is short-lived, so that programs which keep it learn of a theft within a month", async () => {
  const signer = server.deps.authority.seal.certificate;
  const crl = await (await fetch(`${server.origin}/evidence/ca.crl`)).bytes();
  const now = server.deps.now();
  expect([now, now + year / 10].map((at) => accepts(signer, crl, at))).toEqual([true, false]);
});
