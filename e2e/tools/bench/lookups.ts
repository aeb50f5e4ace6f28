import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, sqliteOf } from "../../../db/client.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { startProduct } from "../../support/product.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { writeAttestedDocuments } from "./attested-documents.ts";
import { median, type Row } from "./table.ts";

const lookedUp = 2_000;
const onRecord = 1_000_000;
/** A lookup reads more rows than the peer and verifies a signature. */
const maxRatio = 2;

/**
 * Looks up each of 2,000 documents once, in random order, among a million records, while the server stamps. The peer is
 * an ordinary call with a session: a user reads one of their documents. The two calls alternate.
 */
export async function measureLookups(scratch: string): Promise<Row[]> {
  const dataDir = join(scratch, "lookups");
  mkdirSync(dataDir);
  const serialNumbers = await writeAttestedDocuments(dataDir, lookedUp);
  const pdf = join(scratch, "one.pdf");
  await writeTextPdf(pdf, 1);
  const command = [process.execPath, "src/main.ts", "serve"];
  const start = { command, dataDir, dataDirInside: dataDir };
  const product = await startProduct({ RATE_LIMIT_FACTOR: "1000000", CONVERTER: "off" }, start);
  await addFiller(dataDir, onRecord - lookedUp);
  const stamping = stampContinuously(product.origin, pdf);
  try {
    const reader = await Client.register(product.origin);
    const uploaded = await reader.upload(pdf);
    if (isRefusal(uploaded)) throw new Error(uploaded.message);
    const [lookups, reads]: [number[], number[]] = [[], []];
    for (const serialNumber of shuffled(serialNumbers)) {
      reads.push(await time(() => reader.request(`/api/documents/${uploaded.id}`)));
      lookups.push(await time(() => fetch(`${product.origin}/api/verify/${serialNumber}`)));
    }
    return [row(lookups, reads)];
  } finally {
    await stamping.stop();
    await product.kill();
  }
}

/**
 * Rows that only make the tables and indexes as large as those of a million documents. A server does not start if
 * certificates are missing from the log, so they are added while it runs.
 */
async function addFiller(dataDir: string, count: number): Promise<void> {
  const db = await openDatabaseIn(dataDir);
  sqliteOf(db).exec(`
    CREATE TEMP TABLE filler AS
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      SELECT 'filler-' || lower(hex(randomblob(12))) AS id FROM numbers;
    INSERT INTO documents (id, serial_number, original_name, file_type, file_size, sha256, status, created_at)
      SELECT id, id, 'filler.pdf', 'application/pdf', '1', id, 'completed', 0 FROM filler;
    INSERT INTO certificates (serial_number, document_id, attestation, issued_at)
      SELECT id, id, hex(zeroblob(300)), 0 FROM filler;
    INSERT INTO time_stamps (serial_number, about, is_outside, token, time, authority)
      SELECT id, 'original', 0, zeroblob(700), 0, 'filler' FROM filler;
    DROP TABLE filler;
  `);
  await closeDatabase(db);
}

/** Stamps one small document after the other, a few for each account. */
function stampContinuously(origin: string, pdf: string) {
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const client = await Client.register(origin);
      for (let document = 0; document < 3 && !isOver; document += 1) {
        const uploaded = await client.upload(pdf);
        if (isRefusal(uploaded)) throw new Error(uploaded.message);
        await client.process(uploaded.id);
        await client.finished(uploaded.id);
      }
    }
  };
  const done = work();
  return {
    stop() {
      isOver = true;
      return done;
    },
  };
}

async function time(ask: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const answer = await ask();
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
  return performance.now() - started;
}

function shuffled(list: string[]): string[] {
  const keyed = list.map((one) => ({ one, key: Math.random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
}

function row(lookups: number[], reads: number[]): Row {
  const ratio = median(lookups) / median(reads);
  const words = (times: number[]) => `${median(times).toFixed(1)} ms, p99 ${percentile99(times).toFixed(0)}`;
  return {
    what: "lookup among a million, while stamping",
    ours: words(lookups),
    peer: `a read ${words(reads)}`,
    ratio: ratio.toFixed(2),
    limit: `≤ ${maxRatio}`,
    holds: ratio <= maxRatio,
  };
}

const percentile99 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
