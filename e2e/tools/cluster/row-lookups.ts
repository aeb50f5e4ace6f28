import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database } from "../../../db/client.ts";
import { openConfiguredDatabase } from "../../../db/open.ts";
import { findCertified } from "../../../src/features/verification/verification.repo.ts";
import { startPostgres } from "../../../src/testing/test-postgres.ts";

export type LookupTimes = { engine: string; rows: number; medianMs: number; p99Ms: number };

const lookups = 5_000;
const batchSize = 1_000;

/** How long it takes to find the rows of a certified document among many others, on both engines. */
export async function* measureRowLookups(rows: number): AsyncGenerator<LookupTimes> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-rows-"));
  const postgres = await startPostgres();
  try {
    for (const databaseUrl of [undefined, postgres.makeDatabase("rows", "template1")]) {
      const db = await openConfiguredDatabase({ dataDir, databaseUrl });
      await fill(db, rows);
      yield { engine: db.engine, rows, ...(await measure(db, rows)) };
      await closeDatabase(db);
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The numbers are scattered as serial numbers are: neighbors in time are not neighbors in the index. */
const serialNumberOf = (number: number) => new Bun.CryptoHasher("md5").update(String(number)).digest("hex");

async function fill(db: Database, rows: number): Promise<void> {
  for (let first = 0; first < rows; first += batchSize) {
    const ids = Array.from({ length: batchSize }, (_, at) => serialNumberOf(first + at));
    await db.transaction(async (db) => {
      const documents = ids.map(
        (id) => sql`(${id}, ${id}, 'a.pdf', 'application/pdf', '1', ${id}, 'completed', 0)`,
      );
      await db.run(sql`INSERT INTO documents (id, serial_number, original_name, file_type, file_size, sha256, status,
        created_at) VALUES ${sql.join(documents, sql`, `)}`);
      const statement = "0".repeat(600);
      const certificates = ids.map((id) => sql`(${id}, ${id}, ${statement}, 0)`);
      await db.run(sql`INSERT INTO certificates (serial_number, document_id, attestation, issued_at)
        VALUES ${sql.join(certificates, sql`, `)}`);
    });
  }
  await db.run(sql`ANALYZE`);
}

async function measure(db: Database, rows: number): Promise<Pick<LookupTimes, "medianMs" | "p99Ms">> {
  const times: number[] = [];
  for (let lookup = 0; lookup < lookups; lookup += 1) {
    const serialNumber = serialNumberOf(Math.floor(Math.random() * rows));
    const began = performance.now();
    if (!(await findCertified(db, serialNumber))) throw new Error(`${serialNumber} was not found.`);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[Math.floor(lookups / 2)] ?? 0, p99Ms: times[Math.floor(lookups * 0.99)] ?? 0 };
}
