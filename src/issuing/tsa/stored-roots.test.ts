import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { readAcceptedRoots } from "../../evidence/tsp/accepted-roots.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { labels } from "../../evidence/verifier/sentences.ts";
import { verifyFile } from "../../evidence/verifier/test-verify-file.ts";
import { readTrust } from "../../evidence/verifier/trust.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { filesIn } from "../../formats/zip/test-pieces.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { type ExternalServer, startExternalTsa } from "../../testing/test-external-tsa.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";
import { storeEarlierRoots } from "./trust-anchors.service.ts";

setDefaultTimeout(600_000);

const openssl = new OpensslFolder();
const dataDir = makeTestFolder();
let outside: ExternalServer;
/** A document issued while the external authority and its root were in the settings. */
let issued: { stamped: Uint8Array; pack: Uint8Array; serialNumber: string; from: number; at: number };
beforeAll(async () => {
  outside = startExternalTsa();
  const config = { dataDir, tsaUrls: [outside.url], tsaRoots: outside.root };
  const from = Date.now();
  const server = await startWorkingServer({ config });
  const person = await newPerson(server, "Jane", "Doe");
  const { id, serialNumber } = await processFile(person, (await uploadFile(person, "lease.pdf")).id);
  const file = async (what: string) => {
    const headers = { cookie: person.cookie() };
    return (await fetch(`${server.origin}/api/documents/${id}/${what}`, { headers })).bytes();
  };
  issued = {
    stamped: await file("download"),
    pack: await file("evidence"),
    serialNumber: serialNumber ?? "",
    from,
    at: Date.now(),
  };
  await server.stop();
});
afterAll(() => {
  outside.stop();
  openssl.remove();
  rmSync(dataDir, { recursive: true });
});

const publishedRoots = async (origin: string) => (await fetch(`${origin}/evidence/tsa-roots.pem`)).text();

test("an accepted root stays published, once and with its time, after it is removed from the operator's settings", async () => {
  const server = await startTestServer({ config: { dataDir } });
  const text = await publishedRoots(server.origin);
  expect(decodePem("CERTIFICATE", text)).toEqual(decodePem("CERTIFICATE", outside.root));
  const [root] = readAcceptedRoots(text);
  expect(root?.acceptedAt?.getTime()).toBeWithin(issued.from, issued.at + 1);
  await server.stop();
});

test("after decades of changed settings, a stamped copy is still checked against its stored root, by us and by openssl", async () => {
  const server = await startTestServer({ config: { dataDir } });
  const roots = await publishedRoots(server.origin);
  const ca = await (await fetch(`${server.origin}/evidence/ca.pem`)).text();
  const texts = { name: "Attestamp", ca, stampCa: roots, crl: "", jwks: "", vkeys: "" };
  const verifyBy = (trust: typeof texts) =>
    verifyFile({ name: "a.pdf", bytes: issued.stamped }, noEvidence, readTrust(trust), new Date());
  const { when } = verifyBy(texts).findings;
  expect([when.verdict, when.level]).toEqual(["claimed", "own-clock"]);
  expect(when.details).toContainEqual({
    label: labels.root,
    value: expect.objectContaining({
      message: expect.stringContaining("named by the operator of Attestamp, not checked by us; accepted on "),
    }),
  });
  expect(verifyBy({ ...texts, stampCa: "" }).findings.when.verdict).toBe("indeterminate");
  const answer = await (await fetch(`${server.origin}/api/verify/${issued.serialNumber}`)).json();
  const [, stamp] = answer.timeStamps;
  const token = Buffer.from(stamp.token, "base64");
  expect(openssl.verifyToken(token, issued.stamped, roots)).toContain("Verification: OK");
  await server.stop();
});

test("the pack contains the root, and a page that trusts it", () => {
  const part = (name: string) =>
    new TextDecoder().decode(filesIn(issued.pack)?.find((entry) => entry.name === name)?.data);
  const [der] = decodePem("CERTIFICATE", outside.root);
  const [, second, ...more] = decodePem("CERTIFICATE", part("ca.pem"));
  expect([second, more]).toEqual([der, []]);
  expect(part("ca.pem")).toMatch(/# accepted \d{4}-/);
});

test("roots for tokens older than stored roots are stored at startup, with the time of the first token", async () => {
  const config = { dataDir, tsaUrls: [outside.url], tsaRoots: outside.root };
  const server = await startTestServer({ config });
  const before = await publishedRoots(server.origin);
  sqlOf(server.deps.db).exec("DELETE FROM time_stamp_roots");
  await storeEarlierRoots(server.deps);
  const [root] = readAcceptedRoots(await publishedRoots(server.origin));
  const [kept] = readAcceptedRoots(before);
  expect(root?.bytes).toEqual(kept?.bytes ?? new Uint8Array());
  // The token has whole seconds. It is not the one for which the root was stored: that one is only in the PDF.
  expect(root?.acceptedAt?.getTime()).toBeWithin(issued.from - 1_000, issued.at + 1);
  await server.stop();
});

test("a server without external authorities publishes no root", async () => {
  const server = await startTestServer();
  expect(await publishedRoots(server.origin)).toBe("");
  await server.stop();
});
