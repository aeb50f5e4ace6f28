import { closeDatabase } from "../../../db/client.ts";
import type { TimestampConfig } from "../../../db/columns/documents.ts";
import { documents } from "../../../db/schema.ts";
import { createSerialNumber } from "../../../src/evidence/serial-number.ts";
import { signStatement } from "../../../src/evidence/sign-attestation.ts";
import type { Deps } from "../../../src/features/deps.ts";
import { wholeSeconds } from "../../../src/features/documents/documents.ts";
import { kindOf } from "../../../src/features/documents/kinds/kinds.ts";
import { insertCertificate } from "../../../src/issuing/attestations/attestations.repo.ts";
import { isStarted } from "../../../src/issuing/attestations/document-row.ts";
import { appendToLog } from "../../../src/issuing/log/log.service.ts";
import { loadLog } from "../../../src/issuing/log/log-state.service.ts";
import { storeTimeStamps, timeStampFiles } from "../../../src/issuing/tsa/document-time-stamps.service.ts";
import { timeStamper } from "../../../src/issuing/tsa/time-stamping.service.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { testConfig } from "../../../src/testing/test-server.ts";

const perTransaction = 100;
const timestampConfig: TimestampConfig = {
  position: "vertical-right",
  format: "document-timestamp",
  originalDate: undefined,
  otherParties: undefined,
};
const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const randomSha256 = () => Buffer.from(randomBytes(32)).toString("hex");

/**
 * Inserts this many completed documents into an empty data folder, and returns their serial numbers. Everything a
 * lookup returns is real and made by the product's functions: signed, time-stamped twice, in the log. Only the files
 * are missing.
 */
export async function writeAttestedDocuments(dataDir: string, count: number): Promise<string[]> {
  const deps = await createDeps(testConfig({ dataDir }));
  await loadLog(deps);
  const serialNumbers: string[] = [];
  while (serialNumbers.length < count) {
    const most = Math.min(perTransaction, count - serialNumbers.length);
    const made = await Promise.all(Array.from({ length: most }, () => newDocument(deps)));
    await Promise.all(made.map((one) => write(deps, one)));
    serialNumbers.push(...made.map(({ row }) => row.serialNumber));
  }
  await closeDatabase(deps.db);
  return serialNumbers;
}

type Made = Awaited<ReturnType<typeof newDocument>>;

async function newDocument(deps: Deps) {
  const at = wholeSeconds(deps.now());
  const row = {
    id: crypto.randomUUID(),
    serialNumber: createSerialNumber(randomBytes),
    originalName: "Lease of the kitchen.pdf",
    clientName: "Jane Doe",
    fileType: "application/pdf",
    fileSize: "48231",
    pages: 3,
    originalKept: true,
    timestampConfig,
    createdAt: at,
    processedAt: at,
    sha256: randomSha256(),
    stampedSha256: randomSha256(),
    certificateSha256: randomSha256(),
  };
  const timeStamps = await timeStampFiles(
    timeStamper(deps),
    { original: row.sha256, stamped: row.stampedSha256 },
    at,
  );
  return { row, timeStamps };
}

async function write(deps: Deps, { row, timeStamps }: Made): Promise<void> {
  const { id: documentId, serialNumber, processedAt: issuedAt } = row;
  await appendToLog(deps, async (db) => {
    const document = await db
      .insert(documents)
      .values({ ...row, status: "completed" })
      .returning()
      .get();
    if (!isStarted(document)) throw new Error("The document was not written whole.");
    const attestation = signStatement(
      kindOf(document).state(document, row.stampedSha256),
      deps.signingKeys.current,
    );
    const certificate = { serialNumber, documentId, attestation, issuedAt };
    await insertCertificate(db, certificate);
    await storeTimeStamps({ ...deps, db }, serialNumber, timeStamps);
    return { serialNumber, attestation };
  });
}
