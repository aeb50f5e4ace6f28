import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { and, count, eq } from "drizzle-orm";
import { archiveTimeStamps, preservedAttestations, timeStamps } from "../../../db/schema.ts";
import { verifyWithBouncyCastle } from "../../evidence/ers/test-records.ts";
import { unpacked } from "../../evidence/pack/test-unpacked.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { questions, type Report } from "../../evidence/verifier/report.ts";
import { sentences } from "../../evidence/verifier/sentences.ts";
import { verifyFile } from "../../evidence/verifier/test-verify-file.ts";
import { readTrust, trustTextsSchema } from "../../evidence/verifier/trust.ts";
import { findDocument } from "../../features/documents/documents.repo.ts";
import { buildEvidence, openPackInZip } from "../../features/documents/evidence-pack.service.ts";
import { exportDocuments } from "../../features/documents/export.service.ts";
import { authorityIdentity } from "../../platform/keys/make-pki-key.ts";
import { rotateRoot } from "../../platform/keys/rotate-pki-keys.ts";
import { describeRenewals } from "../../server/cli/evidence.ts";
import { createHousekeeping } from "../../server/housekeeping.ts";
import { attestFiles, makeFiles, untilAttested } from "../../testing/test-collections.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { findAttestation } from "../attestations/attestations.repo.ts";
import { isClockWrong } from "../tsa/clock.service.ts";
import { ExternalTsas } from "../tsa/external-tsas.ts";
import { readStoredRoots } from "../tsa/stored-tokens.service.ts";
import { findRecordIssues } from "./evidence-record.service.ts";
import { type HashEnds, hashEnds } from "./hash-ends.ts";
import { planRenewals, renewEvidence } from "./renew-evidence.service.ts";

setDefaultTimeout(600_000);

const year = 365.25 * 24 * 3_600_000;
let ahead = 0;
let server: TestServer;
let documents: { id: string; serialNumber: string }[];
beforeAll(async () => {
  server = await startWorkingServer({ deps: { now: () => Date.now() + ahead } });
  const person = await newPerson(server);
  const ids = [];
  for (const name of ["lease.pdf", "offer.pdf"])
    ids.push((await processFile(person, (await uploadFile(person, name)).id)).id);
  const collection = await attestFiles(person, makeFiles(3));
  await untilAttested(person, collection.id);
  ids.push(collection.id);
  documents = [];
  for (const id of ids)
    documents.push({ id, serialNumber: (await findDocument(server.deps.db, id))?.serialNumber ?? "" });
});
afterAll(() => server.stop());

const yearsAhead = (years: number) => {
  ahead = years * year;
};
const countRows = async (table: typeof archiveTimeStamps | typeof preservedAttestations) =>
  Number((await server.deps.db.select({ rows: count() }).from(table).get())?.rows);

async function packOf(id: string): Promise<Uint8Array> {
  const { deps } = server;
  const row = await findDocument(deps.db, id);
  if (!row) throw new Error("The document is gone.");
  const page = '<!doctype html><script type="application/json" id="keys">{}</script>';
  const files = await buildEvidence(deps, row);
  const pack = await openPackInZip(deps, files, { page, signal: new AbortController().signal });
  const chunks = [];
  for await (const chunk of pack.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Checked with the keys in the pack's own page, as a reader without a network does. */
function verify(bytes: Uint8Array): Report {
  const html = unpacked(bytes, ({ folder }) => readFileSync(join(folder, "verify.html"), "utf8"));
  const keys = /<script type="application\/json" id="keys">(.*)<\/script>/.exec(html)?.[1] ?? "";
  const trust = readTrust(trustTextsSchema.parse(JSON.parse(keys)));
  return verifyFile({ name: "pack.zip", bytes }, noEvidence, trust, new Date(server.deps.now()));
}
const verdicts = ({ findings }: Report) => questions.map((question) => findings[question].verdict).join(" ");

test("nothing is due on a fresh server, and a look at it says from when on it is", async () => {
  const plan = await planRenewals(server.deps);
  expect(plan).toMatchObject({ documents: 0, timeStamps: 0, chains: 0, lateDocuments: 0, unread: 0 });
  expect(describeRenewals(plan, true)).toMatch(
    /^Nothing is due\.\nThe next certificate behind timestamps ends on /,
  );
  await renewEvidence(server.deps);
  expect(await countRows(archiveTimeStamps)).toBe(0);
});

test("[threat V21] nothing is renewed after the certificates have ended; the plan says for how many documents it is too late", async () => {
  yearsAhead(11);
  const plan = await planRenewals(server.deps);
  expect(plan).toMatchObject({ documents: 0, lateDocuments: 3 });
  expect(describeRenewals(plan, true)).toContain("Too late for 3 documents and 0 batches");
  await renewEvidence(server.deps);
  expect(await countRows(archiveTimeStamps)).toBe(0);
  yearsAhead(0);
});

test("[threat V24] nothing is renewed while the clock has leapt ahead, and nothing is left of a renewal that another server made first", async () => {
  const { deps } = server;
  const house = createHousekeeping(deps);
  const signal = new AbortController().signal;
  await house.ofCluster(signal);
  yearsAhead(9.2);
  await house.ofCluster(signal);
  expect(await countRows(archiveTimeStamps)).toBe(0);
  expect((await planRenewals(deps)).documents).toBe(3);
  await expect(renewEvidence(deps)).rejects.toThrow("No authority's certificate lasts two years more");
  deps.authority.renewKeys();
  const externalTsas = new ExternalTsas({ urls: [], roots: () => [], now: deps.now, log: deps.log });
  externalTsas.timeStamp = async () => {
    await renewEvidence(deps);
    return "none";
  };
  await expect(renewEvidence({ ...deps, externalTsas })).rejects.toThrow();
  expect([await countRows(archiveTimeStamps), await countRows(preservedAttestations)]).toEqual([1, 3]);
  await renewEvidence(deps);
  expect(await countRows(archiveTimeStamps)).toBe(1);
});

test("tokens of an earlier version, without the end of their certificates, are looked at first", async () => {
  const { deps } = server;
  await deps.db.update(timeStamps).set({ renewBefore: null }).run();
  expect((await planRenewals(deps)).unread).toBeGreaterThan(0);
  await renewEvidence(deps);
  expect(await planRenewals(deps)).toMatchObject({ unread: 0, documents: 0 });
});

test("fifty years and two roots later, every document of the first year still verifies from its pack, offline, and the export of its account has the new proofs", async () => {
  const { deps } = server;
  const { config } = deps;
  const fresh = new Map<string, string>();
  yearsAhead(9.2);
  for (const { id } of documents) fresh.set(id, verdicts(verify(await packOf(id))));
  const ends: HashEnds = {
    ...hashEnds,
    "SHA-256": { ...hashEnds["SHA-256"], end: new Date(deps.now() + 31 * year) },
  };
  for (let at = 10; at <= 50; at++) {
    yearsAhead(at);
    if (at === 27) rotateRoot(config.dataDir, authorityIdentity(config), new Date(deps.now()), "replaced");
    deps.authority.reload();
    deps.authority.renewKeys();
    await renewEvidence(deps, undefined, ends);
    expect(await isClockWrong(deps)).toBe(false);
  }
  expect(await planRenewals(deps, ends)).toMatchObject({ lateDocuments: 0, lateBatches: 0 });
  const checked = [];
  for (const { id } of documents) {
    const pack = await packOf(id);
    const report = verify(pack);
    expect(verdicts(report)).toBe(fresh.get(id) ?? "");
    const [note] = report.notes ?? [];
    expect(note?.code).toBe(sentences.renewed.several(2, new Date(0)).code);
    checked.push(
      unpacked(pack, ({ folder, readme }) => {
        expect(readme).toContain("Were the proofs renewed in time?");
        const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
        return { record: read("attestation.ers"), file: read("attestation.jws"), roots: read("ca.pem") };
      }),
    );
  }
  const owner = (await findDocument(deps.db, documents[0]?.id ?? ""))?.userId ?? "";
  for await (const { files } of exportDocuments(deps, { id: owner }))
    expect(files.map(({ name }) => name)).toContain("attestation.ers");
  const roots = checked[0]?.roots ?? new Uint8Array();
  const answers = verifyWithBouncyCastle(checked, roots, new Date(deps.now()));
  expect(answers).toEqual(documents.map(() => "accepted"));
  expect(new TextDecoder().decode(roots).match(/BEGIN CERTIFICATE/g)?.length).toBe(2);
});

test("the record of a document says when its proofs were renewed", async () => {
  const [document] = documents;
  const answer = await fetch(`${server.origin}/api/verify/${document?.serialNumber}`);
  const { renewed } = JSON.parse(await answer.text());
  expect(renewed.times.length).toBeGreaterThan(5);
  expect(renewed.record).toMatch(/^MII/);
});

test("[threat V25] a stored renewal that was replaced is found by the check of the data", async () => {
  const { deps } = server;
  const { db, config } = deps;
  const [{ serialNumber, id } = { serialNumber: "", id: "" }] = documents;
  const attestation = (await findAttestation(db, id)) ?? "";
  const check = async () =>
    findRecordIssues(deps, serialNumber, attestation, await readStoredRoots({ db, config }));
  expect(await check()).toEqual([]);
  const [first, ...others] = await db.select().from(archiveTimeStamps).orderBy(archiveTimeStamps.time).all();
  const last = others.at(-1);
  if (!first || !last) throw new Error("There are too few time-stamps.");
  await db
    .update(archiveTimeStamps)
    .set({ token: last.token })
    .where(and(eq(archiveTimeStamps.batch, first.batch), eq(archiveTimeStamps.number, first.number)))
    .run();
  expect(await check()).toEqual([
    expect.stringMatching(/^its evidence record (is not valid|cannot be read)/),
  ]);
});
