import { expect } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, openDatabase } from "../../db/client.ts";
import { documents, timeStamps } from "../../db/schema.ts";
import { checkLog } from "../evidence/log/check-log.ts";
import { verifyTimeStampToken } from "../evidence/time-stamp/token.ts";
import { readCertificate } from "../evidence/x509/certificate.ts";
import { decodePem } from "../evidence/x509/pem.ts";
import { loadLogKey, loadSigningKeys } from "../files/keys.ts";
import { FileStore } from "../files/store.ts";
import { testConfig } from "../http/test-server.ts";
import { checkHoldings } from "../registry/holdings.service.ts";
import { readOwnLog } from "../registry/published-log.service.ts";
import { filesIn } from "./test-documents.ts";

/** Checks what must hold in every data folder in which nothing is under way. */
export async function expectSound(dataDir: string): Promise<void> {
  const db = openDatabase(join(dataDir, "attestamp.sqlite"));
  const rows = (sql: string) => db.$client.prepare(sql).all() as Record<string, string | null>[];
  const completed = rows("SELECT * FROM documents");
  expect(completed.filter(({ status }) => status !== "completed")).toEqual([]);
  const named = completed.flatMap((row) => [
    [row.processed_path, row.stamped_sha256],
    [row.certificate_path, row.certificate_sha256],
    ...(row.original_deleted_at === null ? [[row.original_path, row.sha256]] : []),
  ]);
  for (const [path, hash] of named) {
    const bytes = readFileSync(join(dataDir, path ?? ""));
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash ?? "");
  }
  expect(rows("SELECT * FROM jobs")).toEqual([]);
  const taken =
    "SELECT * FROM stamp_usage WHERE returned_at IS NULL AND document_id IN (SELECT id FROM documents)";
  expect(rows(taken)).toHaveLength(completed.length);
  expect(rows("SELECT * FROM certificates")).toHaveLength(completed.length);
  expect(rows("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expectSoundTimeStamps(dataDir, db);
  await expectSoundRegistry(dataDir, db);
  db.$client.close();
  await untilFilesAre(dataDir, named.length);
}

/** Every original and every stamped copy has one token, which holds under the root of the folder. */
function expectSoundTimeStamps(dataDir: string, db: Database): void {
  const pem = readFileSync(join(dataDir, "keys/root.pem"), "utf8");
  const roots = decodePem("CERTIFICATE", pem).map(readCertificate);
  const completed = db.select().from(documents).all();
  const tokens = db.select().from(timeStamps).all();
  expect(tokens).toHaveLength(completed.length * 2);
  for (const { serialNumber, sha256, stampedSha256 } of completed)
    for (const [about, hex] of [
      ["original", sha256],
      ["stamped", stampedSha256 ?? ""],
    ] as const) {
      const found = tokens.find((row) => row.serialNumber === serialNumber && row.about === about);
      const imprint = { hash: "SHA-256", digest: Buffer.from(hex, "hex") } as const;
      expect(verifyTimeStampToken(found?.token ?? Buffer.of(), { imprint, roots })).toHaveProperty(
        "timeStamp",
      );
    }
}

/** What `verify-log` would say of the folder. */
async function expectSoundRegistry(dataDir: string, db: Database): Promise<void> {
  const signingKeys = loadSigningKeys(dataDir, () => true);
  const logKey = loadLogKey(dataDir, () => true);
  await checkLog(readOwnLog({ db, logKey, config: testConfig({ dataDir }) }));
  const { faults } = await checkHoldings({ db, signingKeys, files: new FileStore(dataDir) });
  expect(faults).toEqual([]);
}

/** The server tidies up behind the answer that a document is completed. */
async function untilFilesAre(dataDir: string, count: number): Promise<void> {
  for (let waited = 0; waited < 5_000 && filesIn(dataDir).length !== count; waited += 20) await Bun.sleep(20);
  expect(filesIn(dataDir)).toHaveLength(count);
}
