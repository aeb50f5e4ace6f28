/** What programs that follow the standards say years later, offline, with nothing but the roots. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findSignatures } from "../../evidence/pades/find-signatures.ts";
import { tokenIn } from "../../evidence/seal/tokens-in-signatures.ts";
import { certificatePem, openssl, removeFiles, toEpoch } from "../../evidence/test-pki.ts";
import { readCrl } from "../../evidence/x509/crl.ts";
import { signerCertificate } from "../../evidence/x509/key-pair.ts";
import { decodePem, encodePem } from "../../evidence/x509/pem.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import { inFolder, runTool } from "../../formats/pdf/test-tools.ts";
import { runJava } from "../../testing/java-program.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { startListedTsa } from "../../testing/test-listed-tsa.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

const day = 24 * 3_600_000;
const tsa = startListedTsa();
const external = { config: { tsaUrls: [tsa.url], tsaRoots: tsa.root } };
let server: TestServer;
/** With an external authority. */
let witnessed: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
  witnessed = await startWorkingServer(external);
});
afterAll(async () => {
  await server.stop();
  await witnessed.stop();
  tsa.stop();
  removeFiles();
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

/** A stamped copy and its certificate. */
async function issue(server: TestServer): Promise<Uint8Array[]> {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person, "lease.pdf", smallPdf())).id);
  const headers = { cookie: person.cookie() };
  const load = async (what: string) =>
    (await fetch(`${server.origin}/api/documents/${id}/${what}`, { headers })).bytes();
  return [await load("download"), await load("certificate")];
}

/** The seal, the time-stamp inside it and the document time-stamp, with the bytes that a detached one covers. */
function signaturesIn(file: Uint8Array): { cms: Uint8Array; content?: Uint8Array }[] {
  return findSignatures(file).signatures.flatMap((found) => {
    const { placeholder, end, subFilter } = found;
    const content = Buffer.concat([file.subarray(0, placeholder.start), file.subarray(placeholder.end, end)]);
    const token = tokenIn(found);
    const seal = subFilter === "ETSI.RFC3161" ? [] : [{ cms: withoutPadding(found.contents), content }];
    return [...seal, ...(token ? [{ cms: token }] : [])];
  });
}

/**
 * Whether Java and Bouncy Castle accept every signature in a file as of each of these times, with these roots and only
 * the certificates and revocation lists in the file.
 */
function acceptedAt(file: Uint8Array, roots: Uint8Array[], times: number[]): string[] {
  return inFolder(file, (folder) => {
    const write = (name: string, content: Uint8Array) => writeFileSync(join(folder, name), content);
    const { certificates, crls } = validationData(file);
    const signatures = signaturesIn(file);
    roots.forEach((der, at) => void write(`root-${at}.der`, der));
    certificates.forEach((der, at) => void write(`cert-${at}.der`, der));
    crls.forEach((der, at) => void write(`crl-${at}.der`, der));
    for (const [at, { cms, content }] of signatures.entries()) {
      write(`${at}.cms`, cms);
      if (content) write(`${at}.content`, content);
    }
    const text = runJava(program, "TestLongTerm", [folder, ...times.map(String)]);
    const answers = text.trimEnd().split("\n");
    expect([signatures.length, answers.length]).toEqual([3, 3 * times.length]);
    return answers;
  });
}

const program = fileURLToPath(new URL("test-long-term.java", import.meta.url));

const crlPem = (der: Uint8Array) => new TextEncoder().encode(encodePem("X509 CRL", der));

const ends = ({ authority }: TestServer["deps"]) =>
  Math.min(...[authority.tsa, authority.seal].map((key) => signerCertificate(key).notAfter.getTime()));
const laterThan = (now: number) => [now + 60_000, now + 31 * day, now + 365 * day, now + 4 * 365 * day];

test("Java and Bouncy Castle accept a stamped copy and its certificate offline for as long as the keys' certificates last, and no longer", async () => {
  for (const file of await issue(server)) {
    const times = [...laterThan(server.deps.now()), ends(server.deps) - 1000];
    const roots = [server.deps.authority.root.bytes];
    expect(new Set(acceptedAt(file, roots, times))).toEqual(new Set(["accepted"]));
    const answers = acceptedAt(file, roots, [ends(server.deps) + day]);
    expect(answers.filter((answer) => answer.startsWith("rejected: "))).toHaveLength(3);
  }
});

test("openssl finds the keys that signed a stamped copy unrevoked years later, with the list in the file", async () => {
  const { authority, now } = server.deps;
  for (const file of await issue(server)) {
    const [list = new Uint8Array()] = validationData(file).crls;
    const roots = certificatePem(authority.root.bytes);
    for (const at of [...laterThan(now()), ends(server.deps) - 1000]) {
      for (const key of [authority.tsa, authority.seal]) {
        const options = ["-attime", toEpoch(new Date(at)), "-crl_check", "-CAfile", roots];
        const signer = certificatePem(signerCertificate(key).bytes);
        const answer = openssl("verify", ...options, "-CRLfile", crlPem(list), signer);
        expect([answer.ok, answer.text]).toEqual([true, expect.stringContaining("OK")]);
      }
    }
  }
});

test("the published list is short-lived, so that programs which keep it learn of a theft within a month", async () => {
  const crl = readCrl(await (await fetch(`${server.origin}/evidence/ca.crl`)).bytes());
  const now = server.deps.now();
  expect(crl.nextUpdate?.getTime()).toBeWithin(now + 28 * day, now + 31 * day);
});

const [tsaRoot = new Uint8Array()] = decodePem("CERTIFICATE", tsa.root);
const [tsaIssuing = new Uint8Array()] = decodePem("CERTIFICATE", tsa.issuing);

test("with an external authority, its chain and revocation lists are in the first file already, and Java and Bouncy Castle accept it", async () => {
  for (const file of await issue(witnessed)) {
    const { certificates, crls } = validationData(file);
    const own = witnessed.deps.authority.root.bytes;
    expect(certificates).toEqual([own, tsaIssuing, tsaRoot].map((der) => new Uint8Array(der)));
    expect(crls.slice(1)).toEqual([tsa.lists.issuing, tsa.lists.root]);
    const answers = acceptedAt(file, [own, tsaRoot], laterThan(witnessed.deps.now()));
    expect(new Set(answers)).toEqual(new Set(["accepted"]));
  }
  const lists = tsa.state.asked.filter((path) => path.endsWith(".crl"));
  expect(lists.toSorted()).toEqual(["/issuing.crl", "/root.crl"]);
});

test("without the authority's revocation lists, a document is stamped all the same, with its chain", async () => {
  tsa.state.servesLists = false;
  const without = await startWorkingServer(external);
  for (const file of await issue(without)) {
    const { certificates, crls } = validationData(file);
    expect([certificates.length, crls.length]).toEqual([3, 1]);
  }
  tsa.state.servesLists = true;
  await without.stop();
});
