import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { draftCourtCertification } from "./court-certification.service.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

test("the draft for a court has the facts of the record, and blanks for the person who signs it", async () => {
  const owner = await newPerson(server);
  const { serialNumber } = await processFile(owner, (await uploadFile(owner)).id);
  const { body } = await owner.get(`/api/verify/${serialNumber}`);
  const draft = await draftCourtCertification(server.deps, ` ${serialNumber?.toLowerCase()} `);
  for (const words of [
    "902(13) AND 902(14)",
    `The serial number ${serialNumber} was issued on`,
    `the original: SHA-256 ${body.originalSha256}`,
    `the stamped copy: SHA-256 ${body.stampedSha256}`,
    "a time-stamp over the stamped copy by Attestamp Time-Stamping Authority",
    "entry number 0, counted from 0, of the public log",
    "under penalty of perjury",
  ])
    expect(draft).toContain(words);
  expect(draft.match(/_{30}/g)?.length).toBeGreaterThan(10);
  expect(draft).not.toContain("Jane");

  sqliteOf(server.deps.db)
    .prepare("UPDATE documents SET stamped_sha256 = ? WHERE serial_number = ?")
    .run("0".repeat(64), serialNumber);
  await expect(draftCourtCertification(server.deps, serialNumber ?? "")).rejects.toThrow("Unable to verify");
});
