import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { failuresIn, readExternal, verifyPicture } from "../../evidence/c2pa/test-credentials.ts";
import { readCertificate } from "../../evidence/x509/certificate.ts";
import { decodePem, encodePem } from "../../evidence/x509/pem.ts";
import { writeXmpRights } from "../../formats/images/rights.ts";
import { gradient } from "../../formats/images/test-pictures.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, type TestServer, testConfig } from "../../testing/test-server.ts";
import { openTsa } from "./open-tsa.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let root: Uint8Array;
beforeAll(async () => {
  server = await startWorkingServer();
  const pem = await (await fetch(`${server.origin}/evidence/ca.pem`)).text();
  root = decodePem("CERTIFICATE", pem)[0] ?? new Uint8Array();
});
afterAll(() => server.stop());

async function stampedCopy(name: string, bytes: Buffer) {
  const person = await newPerson(server);
  const { id } = await uploadFile(person, name, Uint8Array.from(bytes));
  const document = await processFile(person, id);
  expect(document).toMatchObject({ status: "completed" });
  const headers = { cookie: person.cookie() };
  const answer = await fetch(`${server.origin}/api/documents/${id}/download`, { headers });
  return { copy: await answer.bytes(), serialNumber: document.serialNumber ?? "" };
}

const rights = writeXmpRights({ creator: ["Ana Núñez"], rights: ["© Ana Núñez"] }) ?? "";

test.each([
  ["photo.jpg", "image/jpeg", () => gradient(320, 240).jpeg()],
  ["turned.jpg", "image/jpeg", () => gradient(321, 247).withMetadata({ orientation: 6 }).jpeg()],
  ["plan.png", "image/png", () => gradient(320, 240).png()],
  ["named.jpg", "image/png", () => gradient(320, 240).png()],
  ["rights.jpg", "image/jpeg", () => gradient(320, 240).withXmp(rights).jpeg()],
  ["rights.png", "image/png", () => gradient(320, 240).withXmp(rights).png()],
] as const)(
  "the stamped %s has content credentials that c2pa-rs trusts when it knows our published root",
  async (name, type, picture) => {
    const original = await picture().toBuffer();
    const { copy, serialNumber } = await stampedCopy(name, original);
    const verdict = await readExternal(copy, type, root);
    expect(failuresIn(verdict)).toEqual([]);
    expect(verdict?.validation_state).toBe("Trusted");
    const manifest = verdict?.manifests[verdict.active_manifest];
    const sha256 = new Bun.CryptoHasher("sha256").update(original).digest("hex");
    expect(manifest?.ingredients).toMatchObject([
      { title: `Original of ${serialNumber}`, format: type, instance_id: `urn:sha256:${sha256}` },
    ]);
    const trust = { roots: [readCertificate(root)], stampRoots: [], crls: [], at: new Date() };
    expect(verifyPicture(copy, trust)).toHaveProperty("timeStamp");
    expect((await sharp(copy).metadata()).format).toBe(type === "image/png" ? "png" : "jpeg");
  },
);

test("the credentials key is replaced after a week, and immediately when the clock goes back", () => {
  const start = Date.UTC(2026, 10, 21, 12);
  let now = start;
  const folder = makeTestFolder();
  const authority = openTsa(testConfig({ dataDir: folder }), () => now, false);
  const first = authority.credentials();
  const day = 24 * 3_600_000;
  now = start + 7 * day - 1;
  expect(authority.credentials()).toBe(first);
  now = start + 7 * day;
  const second = authority.credentials();
  expect(second.certificate).not.toEqual(first.certificate);
  now = start;
  expect(authority.credentials().certificate).not.toEqual(second.certificate);
  expect(readdirSync(join(folder, "keys")).filter((name) => name.includes("credentials"))).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("openssl trusts the credentials certificate under the root, for claim signing", () => {
  const openssl = new OpensslFolder();
  const { authority } = server.deps;
  const certificate = readCertificate(authority.credentials().certificate);
  const pem = openssl.write("credentials.pem", encodePem("CERTIFICATE", certificate.bytes));
  const ca = openssl.write("ca.pem", encodePem("CERTIFICATE", authority.root.bytes));
  expect(openssl.run("verify", "-x509_strict", "-CAfile", ca, pem).text).toContain("credentials.pem: OK");
  expect(openssl.run("x509", "-in", pem, "-noout", "-ext", "extendedKeyUsage").text).toContain(
    "1.3.6.1.4.1.62558.2.1",
  );
  openssl.remove();
});
