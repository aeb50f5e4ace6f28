import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { maxPadding } from "../../evidence/pades/seal.ts";
import type { DocumentView } from "../../features/documents/documents.output.schema.ts";
import { findPdfErrors, inFolder, runTool } from "../../formats/pdf/test-tools.ts";
import type { Converter } from "../../platform/office/converter.ts";
import { makeDocx } from "../../platform/office/test-word-samples.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sealOptions } from "./seal.service.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";
import { listTimeStamps } from "./tsa.repo.ts";

setDefaultTimeout(600_000);

/** A fake LibreOffice. */
const converter: Converter = {
  availability: () => ({ available: true }),
  noteFonts: async () => [],
  convert: async (_input, output) => {
    await writeFile(output, smallPdf(2), { flag: "wx" });
    return { notes: [] };
  },
  close: async () => {},
};

const openssl = new OpensslFolder();
let server: TestServer;
let person: TestClient;
let root: string;
beforeAll(async () => {
  server = await startWorkingServer({ deps: { converter } });
  root = await (await fetch(`${server.origin}/evidence/ca.pem`)).text();
});
afterAll(async () => {
  await server.stop();
  openssl.remove();
});

async function download(id: string, what = "download"): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { cookie: person.cookie() };
  return (await fetch(`${server.origin}/api/documents/${id}/${what}`, { headers })).bytes();
}

/** Each document has a new owner, because a free plan is soon used up. */
async function stamp(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<DocumentView> {
  person = await newPerson(server);
  const document = await processFile(person, (await uploadFile(person, name, bytes)).id);
  expect(document).toMatchObject({ status: "completed" });
  return document;
}

type Signature = { said: string; token: Uint8Array; covered: Uint8Array };

/**
 * The result of pdfsig for each signature with only the published root trusted, with its Contents and the bytes it
 * covers.
 */
function signaturesIn(file: Uint8Array): Signature[] {
  return inFolder(file, (folder) => {
    mkdirSync(join(folder, "nss"));
    writeFileSync(join(folder, "ca.pem"), root);
    const run = (program: string, command: string) => runTool(program, command.split(" "), folder).text;
    run("certutil", "-N -d sql:nss --empty-password");
    run("certutil", "-A -d sql:nss -n root -t CT,C,C -a -i ca.pem");
    const [, ...parts] = run("pdfsig", "-nssdir sql:nss in.pdf").split(/^Signature #\d+:$/m);
    run("pdfsig", "-dump in.pdf");
    return parts.map((said, at) => {
      const [from = 0, to = 0, end = 0] = (/\[0 - (\d+)\], \[(\d+) - (\d+)\]/.exec(said) ?? [])
        .slice(1)
        .map(Number);
      const covered = Buffer.concat([file.subarray(0, from), file.subarray(to, end)]);
      const [token] = new Bun.Glob(`*.sig${at}`).scanSync(folder);
      return { said, covered, token: new Uint8Array(readFileSync(join(folder, token ?? ""))) };
    });
  });
}

/** Checks that pdfsig and openssl accept both signatures, and that the time-stamp covers the whole file. */
function expectSealed(file: Uint8Array, type: string): void {
  expect(findPdfErrors(file)).toBe("");
  const [seal, timeStamp, ...more] = signaturesIn(file);
  expect(more).toEqual([]);
  for (const words of [`Type: ${type}`, "Signature is Valid.", "Certificate is Trusted."])
    expect(seal?.said).toContain(words);
  expect(timeStamp?.said).toContain("Total document signed");
  expect(timeStamp?.said).toContain(`- ${file.length}]`);
  if (!seal || !timeStamp) return;
  expect(openssl.verifyToken(timeStamp.token, timeStamp.covered, root)).toContain("Verification: OK");
  const parts = [
    "-in",
    openssl.write("seal", seal.token),
    "-content",
    openssl.write("covered", seal.covered),
  ];
  const how = [
    "-verify",
    "-inform",
    "DER",
    "-binary",
    "-purpose",
    "any",
    "-CAfile",
    "trusted.pem",
    "-out",
    "out",
  ];
  expect(openssl.run("cms", ...how, ...parts).text).toContain("CMS Verification successful");
}

test.each([
  ["pades", "ETSI.CAdES.detached"],
  ["pkcs7", "adbe.pkcs7.detached"],
] as const)(
  "with SEAL_FORMAT=%s other programs find stamped copy and certificate sealed and time-stamped",
  async (format, type) => {
    server.deps.config.sealFormat = format;
    const original = smallPdf(3);
    const { id } = await stamp("lease.pdf", original);
    const copy = await download(id);
    expectSealed(copy, type);
    expectSealed(await download(id, "certificate"), type);
    const begin = inFolder(copy, (folder) =>
      runTool("sh", ["-c", `head -c ${original.length} in.pdf | sha256sum`], folder),
    );
    expect(begin.text).toStartWith(new Bun.CryptoHasher("sha256").update(original).digest("hex"));
  },
);

test.each([true, false])(
  "the certificate of a collection is sealed and time-stamped for other programs, too (listFiles: %p)",
  async (listFiles) => {
    server.deps.config.sealFormat = "pades";
    person = await newPerson(server);
    const { id } = await attestFiles(person, makeFiles(100), { listFiles });
    const certificate = await download(id, "certificate");
    expectSealed(certificate, "ETSI.CAdES.detached");
    certificate[20] = (certificate[20] ?? 0) ^ 1;
    expect(signaturesIn(certificate)[0]?.said).toContain("Digest Mismatch");
  },
);

test("a timeline certificate is sealed and time-stamped for other programs, too", async () => {
  server.deps.config.sealFormat = "pades";
  const { id } = await stamp("draft.pdf", smallPdf());
  const project = await person.post("/api/projects", { name: "Thesis" });
  await person.post(`/api/projects/${project.body.id}/entries`, { ids: [id] });
  const timeline = await person.post(`/api/projects/${project.body.id}/timeline`);
  await untilFinished(person, String(timeline.body.id));
  for (const what of ["download", "certificate"])
    expectSealed(await download(String(timeline.body.id), what), "ETSI.CAdES.detached");
});

/** A DER value without trailing zeros. */
const derLength = (value: Uint8Array) => 4 + Buffer.from(value).readUInt16BE(2);

/**
 * The parts of a sealed file: everything up to the seal's update, the random padding, the reserved values, and the
 * rest.
 */
function partsOf(file: Uint8Array) {
  const text = Buffer.from(file).toString("latin1");
  const ends = [...text.matchAll(/%%EOF\n?/g)].map((end) => end.index + end[0].length);
  const before = ends.at(-3) ?? 0;
  const blanks = (/^\n?( *)/.exec(text.slice(before))?.[1] ?? "").length;
  const values = signaturesIn(file).map(({ token }) => token);
  const reserved = values.reduce((sum, { length }) => sum + length, 0);
  const needed = values.reduce((sum, value) => sum + derLength(value), 0);
  // Every update repeats the trailer's entry about the original.
  const notes = [...text.slice(before).matchAll(/\/AttestampOriginal << [^>]*>[^>]*>> /g)].join("").length;
  return { before, blanks, reserved, needed, added: file.length - before - blanks - notes };
}

test.each(["pades", "pkcs7"] as const)(
  "a seal adds hardly more than its signatures need, and the rest is random padding (SEAL_FORMAT=%s)",
  async (format) => {
    server.deps.config.sealFormat = format;
    const original = smallPdf(2);
    const { id } = await stamp("letter.pdf", original);
    const copy = await download(id);
    const certificate = await download(id, "certificate");
    const validationData = [server.deps.authority.root.bytes, server.deps.authority.crl().bytes].reduce(
      (sum, { length }) => sum + length,
      0,
    );
    for (const file of [copy, certificate]) {
      const { blanks, reserved, needed, added } = partsOf(file);
      expect(reserved).toBeWithin(needed, Math.floor(needed * 1.02));
      expect(blanks).toBeLessThanOrEqual(maxPadding);
      // Both values in hexadecimal and their checks; fields, page, catalog and cross-references make up the third part.
      expect(added).toBeLessThanOrEqual((2 * needed + validationData) * 1.36);
    }
    const { before, blanks } = partsOf(copy);
    expect(copy.length - before - blanks).toBeLessThan(9_500);
    expect(certificate.length - partsOf(certificate).blanks).toBeLessThan(57_000);
    server.deps.config.sealFormat = "pades";
  },
);

test("the length of a sealed copy is random each time, within its limits", () => {
  const candidates = Array.from({ length: 500 }, () => sealOptions(server.deps)).flatMap(
    ({ paddings }) => paddings,
  );
  for (const padding of candidates) expect(padding).toBeWithin(0, maxPadding + 1);
  // 4,000 draws from 8,191 equally likely values: fewer than 2,900 different ones are practically impossible.
  expect(new Set(candidates).size).toBeGreaterThan(2_900);
});

test("a copy or certificate with one changed byte no longer matches its seal", async () => {
  const { id } = await stamp("lease.pdf", smallPdf());
  for (const what of ["download", "certificate"]) {
    const file = await download(id, what);
    file[20] = (file[20] ?? 0) ^ 1;
    const [seal, timeStamp] = signaturesIn(file);
    expect([what, seal?.said]).toEqual([what, expect.stringContaining("Digest Mismatch")]);
    const said = openssl.verifyToken(timeStamp?.token ?? file, timeStamp?.covered ?? file, root);
    expect([what, said]).toEqual([what, expect.stringContaining("FAILED")]);
  }
});

test("for a file of any kind openssl verifies both stored tokens, over the original and over the stamped copy", async () => {
  const picture = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "teal" } });
  const originals = {
    "lease.pdf": smallPdf(),
    "lease.docx": new Uint8Array(makeDocx()),
    "roof.png": Uint8Array.from(await picture().png().toBuffer()),
    "roof.jpg": Uint8Array.from(await picture().jpeg().toBuffer()),
  };
  for (const [name, original] of Object.entries(originals)) {
    const { id, serialNumber } = await stamp(name, original);
    const files = { original, stamped: await download(id) };
    const rows = await listTimeStamps(server.deps.db, serialNumber ?? "");
    expect(rows.map(({ about, isOutside }) => [about, isOutside]).toSorted()).toEqual([
      ["original", false],
      ["stamped", false],
    ]);
    for (const { about, token } of rows)
      expect([name, about, openssl.verifyToken(token, files[about], root)]).toEqual([
        name,
        about,
        expect.stringContaining("Verification: OK"),
      ]);
  }
});
