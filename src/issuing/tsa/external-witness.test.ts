import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { DocumentView } from "../../features/documents/documents.output.schema.ts";
import { textOfPages } from "../../formats/pdf/test-tools.ts";
import { JobEvents } from "../../platform/jobs/job-events.ts";
import { type Job, listJobs, takeJob } from "../../platform/jobs/jobs.repo.ts";
import { createLogger } from "../../platform/logger.ts";
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
import { type ExternalServer, startExternalTsa } from "../../testing/test-external-tsa.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { acceptClock, checkClock } from "./clock.service.ts";
import { externalTimeStampJobHandler } from "./external-time-stamp.job.ts";
import { ExternalTsas } from "./external-tsas.ts";
import { checkClockAndKeys } from "./key-rotation.service.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";
import { timeStamper } from "./time-stamping.service.ts";
import { listTimeStamps } from "./tsa.repo.ts";
import { externalTimeStampJob } from "./tsa.ts";

setDefaultTimeout(600_000);

const openssl = new OpensslFolder();
const minute = 60_000;
let outside: ExternalServer;
let server: TestServer;
let person: TestClient;
let ahead = 0;
const told: { level: number; msg: string; error?: string; driftMs?: number }[] = [];
beforeAll(async () => {
  outside = startExternalTsa();
  const log = createLogger("warn", { write: (line: string) => told.push(JSON.parse(line)) });
  server = await startWorkingServer({
    config: { tsaUrls: [outside.url], tsaRoots: outside.root },
    deps: { log, jobEvents: new JobEvents(), now: () => Date.now() + ahead },
  });
});
beforeEach(async () => {
  person = await newPerson(server);
  told.length = 0;
});
afterAll(async () => {
  await server.stop();
  outside.stop();
  openssl.remove();
});

const away = () => new Response("", { status: 503 });

async function fetchFile(id: string, what: string): Promise<Uint8Array> {
  const headers = { cookie: person.cookie() };
  return (await fetch(`${server.origin}/api/documents/${id}/${what}`, { headers })).bytes();
}

const findWitnesses = async ({ serialNumber }: Pick<DocumentView, "serialNumber">) =>
  (await listTimeStamps(server.deps.db, serialNumber ?? ""))
    .map(({ about, authority }) => `${about}: ${authority}`)
    .toSorted();

const timeStampJobs = async () =>
  (await listJobs(server.deps.db)).filter(({ kind }) => kind === externalTimeStampJob);

async function wordsOf(id: string): Promise<string> {
  return textOfPages(await fetchFile(id, "certificate")).join("");
}

test("an external authority vouches for the original and the copy, inside the copy, and is named on the certificate", async () => {
  const original = smallPdf();
  const document = await processFile(person, (await uploadFile(person, "lease.pdf", original)).id);
  expect(await findWitnesses(document)).toEqual(["original: Test-tsa", "stamped: Test-tsa"]);
  const files = { original, stamped: await fetchFile(document.id, "download") };
  for (const { about, token } of await listTimeStamps(server.deps.db, document.serialNumber ?? ""))
    expect(openssl.verifyToken(token, files[about], outside.root)).toContain("Verification: OK");
  const hex = Buffer.from("Test-tsa").toString("hex");
  expect(Buffer.from(files.stamped).toString("latin1").split(hex)).toHaveLength(3);
  expect(await wordsOf(document.id)).toContain("SealedbyAttestamp,timestampedbytheclockofTest-tsa(RFC3161)");
  expect([await timeStampJobs(), told]).toEqual([[], []]);
});

test("a collection asks an external authority for one token over all of its files, however many they are", async () => {
  const asked: number[] = [];
  for (const count of [1, 500]) {
    outside.state.asked = 0;
    const { serialNumber } = await attestFiles(person, makeFiles(count));
    asked.push(outside.state.asked);
    expect(await findWitnesses({ serialNumber })).toEqual(["original: Test-tsa"]);
  }
  // The others are for the seal of the certificate and the time-stamp over it, as for every document.
  expect(asked).toEqual([3, 3]);
});

test("enough space is reserved for the tokens of an external authority, even when they grow", async () => {
  const placeholders = async () => {
    const { id } = await processFile(person, (await uploadFile(person, "lease.pdf", smallPdf())).id);
    const copy = Buffer.from(await fetchFile(id, "download")).toString("latin1");
    const values = [...copy.matchAll(/\/Contents <([0-9a-f]+?)((?:00)*)>/g)];
    return values.map(([, value = "", zeros = ""]) => ({ value: value.length / 2, spare: zeros.length / 2 }));
  };
  for (const more of [0, 4_000, 9_000]) {
    outside.state.extraBytes = more;
    person = await newPerson(server);
    const [seal, timeStamp] = await placeholders();
    expect(timeStamp?.value).toBeGreaterThan(more);
    expect(seal?.value).toBeGreaterThan(timeStamp?.value ?? 0);
    expect(seal?.spare).toBeLessThan(200);
    expect(timeStamp?.spare).toBeLessThan(200);
  }
  outside.state.extraBytes = 0;
});

test("if an authority is unreachable, the certificate says so, and its token is added when it is back", async () => {
  outside.state.behavior = away;
  outside.state.asked = 0;
  const original = smallPdf();
  const document = await processFile(person, (await uploadFile(person, "lease.pdf", original)).id);
  const own = "Attestamp Time-Stamping Authority (localhost), Attestamp";
  expect(await findWitnesses(document)).toEqual([`original: ${own}`, `stamped: ${own}`]);
  expect(outside.state.asked).toBe(1);
  expect(told).toMatchObject([{ level: 40, error: "HTTP status 503" }]);
  const said = await wordsOf(document.id);
  expect(said).toContain(
    "SealedbyAttestamp,timestampedbyAttestamp’sownclock(RFC3161).Whenthiswasissued,onlyAttestampitselfvouchedforthattime.",
  );
  expect(said).toContain(`Atimestampof${outside.host}wasunavailablewhenthiscertificatewasissued.`);
  ahead += 2 * minute;
  await until("it was tried once", async () => (await timeStampJobs())[0]?.lastError !== null);
  expect(await timeStampJobs()).toMatchObject([
    { subject: document.serialNumber, attempts: 1, state: "queued" },
  ]);
  outside.state.behavior = undefined;
  ahead = 0;
  const { db, now } = server.deps;
  sqlOf(db).prepare("UPDATE jobs SET available_at = ?").run(now());
  await until("the job is done", async () => (await timeStampJobs()).length === 0);
  expect(await findWitnesses(document)).toEqual([
    `original: ${own}`,
    "original: Test-tsa",
    `stamped: ${own}`,
    "stamped: Test-tsa",
  ]);
  const files = { original, stamped: await fetchFile(document.id, "download") };
  for (const { about, isOutside, token } of await listTimeStamps(db, document.serialNumber ?? ""))
    if (isOutside)
      expect(openssl.verifyToken(token, files[about], outside.root)).toContain("Verification: OK");
});

/** Stamps a document while the authority is unavailable; returns the job that will retry. */
async function stampedAlone(): Promise<{ document: DocumentView; job: Job }> {
  const { db, now } = server.deps;
  outside.state.behavior = away;
  const document = await processFile(person, (await uploadFile(person)).id);
  const [kind, at] = [externalTimeStampJob, now() + 2 * minute];
  const job = await takeJob(db, { owner: "node", kind, now: at, leaseUntil: at + 8 * minute });
  if (!job) throw new Error("There is no job to take.");
  outside.state.behavior = undefined;
  outside.state.asked = 0;
  return { document, job };
}

test("the tokens of an external authority still arrive for a document that its owner has withdrawn, for those who hold a copy", async () => {
  const { document, job } = await stampedAlone();
  const copy = await fetchFile(document.id, "download");
  expect((await person.send("DELETE", `/api/documents/${document.id}`)).status).toBe(200);
  const { deps } = server;
  const roots = () => deps.externalTsas.roots;
  const rested = new ExternalTsas({ urls: [outside.url], roots, now: deps.now, log: deps.log });
  await externalTimeStampJobHandler({ ...deps, externalTsas: rested }).run(job);
  const { body } = await person.get(`/api/verify/${document.serialNumber}`);
  expect(body).toMatchObject({ withdrawnAt: expect.any(String), documentName: "name-removed.pdf" });
  const stamps = body.timeStamps as { isOutside: boolean; about: string; token: string }[];
  const added = stamps.filter(({ isOutside }) => isOutside);
  expect(added.map(({ about }) => about).toSorted()).toEqual(["original", "stamped"]);
  const token = Buffer.from(added.find(({ about }) => about === "stamped")?.token ?? "", "base64");
  expect(openssl.verifyToken(token, copy, outside.root)).toContain("Verification: OK");
});

test("no authority is asked after it leaves the settings", async () => {
  const { deps } = server;
  const kept = await stampedAlone();
  const nobody = new ExternalTsas({ urls: [], roots: () => [], now: deps.now, log: deps.log });
  await externalTimeStampJobHandler({ ...deps, externalTsas: nobody }).run(kept.job);
  expect([await timeStampJobs(), outside.state.asked, (await findWitnesses(kept.document)).length]).toEqual([
    [],
    0,
    2,
  ]);
});

test("if the external authority's time differs by ten minutes, nothing is stamped until the clocks agree again", async () => {
  const { id } = await uploadFile(person);
  ahead = 10 * minute;
  expect((await person.post(`/api/documents/${id}/process`)).body.status).toBe("processing");
  await until("the operator is told", () => told.length >= 2);
  expect(told.slice(0, 2)).toMatchObject([
    { level: 50, msg: "the clocks of this server and an external authority disagree" },
    { level: 40, msg: "a job failed and will be tried again" },
  ]);
  expect(Math.round((told[0]?.driftMs ?? 0) / minute)).toBe(10);
  const certificates = sqlOf(server.deps.db).prepare(
    "SELECT count(*) FROM certificates WHERE document_id = ?",
  );
  expect(certificates.pluck().get(id)).toBe(0);
  sqlOf(server.deps.db).prepare("UPDATE jobs SET attempts = 3, available_at = ?").run(server.deps.now());
  const document = await untilFinished(person, id);
  expect([document.status, document.errorMessage]).toEqual([
    "error",
    "The server's clock is not right at the moment, so nothing can be timestamped. Please try again later.",
  ]);
  ahead = 0;
  expect((await processFile(person, id)).status).toBe("completed");
  const used = sqlOf(server.deps.db).prepare("SELECT count(*) FROM stamp_usage WHERE document_id = ?");
  expect(used.pluck().get(id)).toBe(1);
});

/** Our public authority's answer: the token as openssl prints it, or the error. */
async function askOurs(): Promise<string> {
  openssl.write("data", "a lease");
  openssl.run("ts", "-query", "-data", "data", "-sha256", "-cert", "-out", "query");
  const headers = { "content-type": "application/timestamp-query" };
  const answer = await fetch(`${server.origin}/evidence/tsa`, {
    method: "POST",
    headers,
    body: openssl.read("query"),
  });
  openssl.write("reply", await answer.bytes());
  return openssl.run("ts", "-reply", "-in", "reply", "-text").text;
}

test("our own token states its accuracy only while an external authority has confirmed the clock", async () => {
  const promised = "Accuracy: 0x0F seconds, unspecified millis";
  outside.state.asked = 0;
  await checkClockAndKeys(server.deps);
  expect([outside.state.asked, await askOurs()]).toEqual([0, expect.stringContaining(promised)]);
  ahead = 1_500;
  expect(await askOurs()).toContain("Accuracy: unspecified");
  await checkClockAndKeys(server.deps);
  expect([outside.state.asked, await askOurs()]).toEqual([1, expect.stringContaining(promised)]);
  ahead = 0;
});

const digest = crypto.getRandomValues(new Uint8Array(32));
const stamping = () => timeStamper(server.deps).timeStamp(digest);

test("after a contradiction, an unreachable authority does not restore trust in the clock until it agrees", async () => {
  ahead = 10 * minute;
  await expect(stamping()).rejects.toThrow("clock is not right");
  outside.state.behavior = away;
  await expect(stamping()).rejects.toThrow("clock is not right");
  expect(told.at(-1)?.msg).toContain("an external authority has contradicted the clock");
  expect(await askOurs()).toContain("the TSA's time source is not available");
  ahead = 12 * minute;
  outside.state.behavior = undefined;
  await checkClockAndKeys(server.deps);
  expect(await askOurs()).toContain("the TSA's time source is not available");
  ahead = 0;
  await checkClockAndKeys(server.deps);
  expect(await askOurs()).toContain("Status: Granted.");
  expect(await stamping()).toMatchObject({ outside: true });
});

test("a command by the operator ends a contradiction, even after a restart", async () => {
  ahead = 10 * minute;
  await expect(stamping()).rejects.toThrow("clock is not right");
  outside.state.behavior = away;
  ahead = 0;
  expect((await checkClock(server.deps)).contradictedSince).not.toBeNull();
  expect(await acceptClock(server.deps)).toContain("remove it from TSA_URLS");
  expect(await stamping()).toMatchObject({ outside: false });
  expect(await acceptClock(server.deps)).toContain("nothing was changed");
  outside.state.behavior = undefined;
});
