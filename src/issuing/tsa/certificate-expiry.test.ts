import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readCertificate } from "../../evidence/x509/certificate.ts";
import { JobEvents } from "../../platform/jobs/job-events.ts";
import { makeServingKey } from "../../platform/keys/make-pki-key.ts";
import { PkiFiles } from "../../platform/keys/pki-files.ts";
import { createLogger } from "../../platform/logger.ts";
import { createTestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { checkClockAndKeys } from "./key-rotation.service.ts";
import { rootCertificatePem } from "./public-tsa.service.ts";
import { OpensslFolder } from "./test-tsa-tools.ts";
import { timeStamper } from "./time-stamping.service.ts";
import type { Authority } from "./tsa.ts";

setDefaultTimeout(600_000);

const dayMs = 24 * 3_600_000;
const sentence =
  "The server's certificate for seals and timestamps has expired, so nothing can be stamped at the moment. Please try again later.";
const openssl = new OpensslFolder();
const told: { level: number; msg: string; role?: string }[] = [];
let ahead = 0;
let server: TestServer;
let original: Authority;
beforeAll(async () => {
  const log = createLogger("info", { write: (line: string) => told.push(JSON.parse(line)) });
  server = await startWorkingServer({
    deps: { log, jobEvents: new JobEvents(), now: () => Date.now() + ahead },
  });
  original = server.deps.authority;
});
beforeEach(() => {
  ahead = 0;
  server.deps.authority = original;
  told.length = 0;
});
afterAll(async () => {
  await server.stop();
  openssl.remove();
});

/** A ten-year certificate that expires in this many days. */
function endingIn(role: "tsa" | "seal", days: number) {
  const root = new PkiFiles(server.deps.config.dataDir).read("root");
  if (!root) throw new Error("There is no root.");
  const end = new Date(Date.now() + days * dayMs);
  const begin = new Date(end);
  begin.setUTCFullYear(end.getUTCFullYear() - 10);
  return makeServingKey(role, root, { organization: "Attestamp", origin: "http://localhost" }, begin);
}

const withKey = (role: "tsa" | "seal", days: number): Authority => ({
  ...original,
  [role]: endingIn(role, days),
});
const digest = crypto.getRandomValues(new Uint8Array(32));
const ready = async () => {
  ahead += 6_000;
  const { status, body } = await createTestClient(server.origin).get("/api/ready");
  return [status, body.status, body.checks];
};

for (const role of ["tsa", "seal"] as const)
  test(`a document waits, and costs nothing, while the certificate of the ${role} is expired`, async () => {
    const person = await newPerson(server);
    const { id } = await uploadFile(person, "lease.pdf", smallPdf());
    server.deps.authority = withKey(role, -1);
    expect((await person.post(`/api/documents/${id}/process`)).body.status).toBe("processing");
    await until("the operator is told", () => told.some(({ level }) => level === 40));
    expect(told).toContainEqual(
      expect.objectContaining({
        level: 50,
        role,
        msg: expect.stringContaining("has expired: see keys rotate"),
      }),
    );
    const { db } = server.deps;
    sqlOf(db).prepare("UPDATE jobs SET attempts = 3, available_at = ?").run(server.deps.now());
    const given = await processFile(person, id);
    expect([given.status, given.errorMessage]).toEqual(["error", sentence]);
    const used = sqlOf(db).prepare(
      "SELECT count(*) FROM stamp_usage WHERE document_id = ? AND returned_at IS NULL",
    );
    expect(used.pluck().get(id)).toBe(0);
    server.deps.authority = original;
    expect((await processFile(person, id)).status).toBe("completed");
  });

test("the log and the ready page report an expiry ninety days ahead; afterward the server is not ready", async () => {
  await checkClockAndKeys(server.deps);
  expect(told.filter(({ level }) => level > 30)).toEqual([]);
  expect(await ready()).toMatchObject([200, "ready", { certificates: "ok" }]);
  server.deps.authority = withKey("seal", 89);
  server.deps.authority.renewKeys = () => [];
  await checkClockAndKeys(server.deps);
  expect(told.filter(({ level }) => level > 30)).toMatchObject([
    { level: 40, role: "seal", msg: expect.stringContaining("expires soon") },
  ]);
  expect(await ready()).toMatchObject([200, "ready", { certificates: "ends soon" }]);
  server.deps.authority = withKey("tsa", -1);
  expect(await ready()).toMatchObject([503, "not ready", { certificates: "failed" }]);
});

test("after five years of signing the server creates new keys by itself, and openssl trusts both", async () => {
  const before = await timeStamper(server.deps).timeStamp(digest);
  const certificate = original.tsa.certificate;
  ahead = 5.1 * 365.25 * dayMs;
  await checkClockAndKeys(server.deps);
  expect(told.filter(({ msg }) => msg.includes("was replaced")).map(({ role }) => role)).toEqual([
    "tsa",
    "seal",
  ]);
  expect(original.tsa.certificate).not.toEqual(certificate);
  expect(readCertificate(original.seal.certificate).notBefore.getTime()).toBeGreaterThan(
    Date.now() + 5 * 365 * dayMs,
  );
  const after = await timeStamper(server.deps).timeStamp(digest);
  const trusted = openssl.write("ca.pem", rootCertificatePem(server.deps));
  for (const { token, time } of [before, after]) {
    const about = [
      "-token_in",
      "-in",
      openssl.write("token", token),
      "-digest",
      Buffer.from(digest).toString("hex"),
    ];
    const at = ["-attime", String(Math.floor(time.getTime() / 1000) + 1)];
    expect(openssl.run("ts", "-verify", ...about, "-CAfile", trusted, ...at).text).toContain(
      "Verification: OK",
    );
  }
});
