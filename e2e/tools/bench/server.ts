import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { rssMb } from "../../../src/testing/processes.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { startProduct } from "../../support/product.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { median, type Row } from "./table.ts";

const uploads = 10;
const uploadBytes = 50 * 1024 * 1024;

/** Measures how long a user of a warm server waits, and the memory of ten simultaneous large uploads. */
export async function measureServer(scratch: string): Promise<Row[]> {
  const product = await startProduct();
  try {
    return [await processToCompleted(product.origin, scratch), await parallelUploads(product, scratch)];
  } finally {
    await product.stop();
  }
}

async function processToCompleted(origin: string, scratch: string): Promise<Row> {
  const path = join(scratch, "ten.pdf");
  await writeTextPdf(path, 10);
  const milliseconds: number[] = [];
  for (let account = 0; account < 5; account++) {
    const client = await Client.register(origin);
    for (let document = 0; document < 3; document++) {
      const uploaded = await client.upload(path);
      if (isRefusal(uploaded)) throw new Error(uploaded.message);
      const started = performance.now();
      const accepted = await client.process(uploaded.id);
      if (isRefusal(accepted)) throw new Error(accepted.message);
      const done = accepted.status === "completed" ? accepted : await client.finished(uploaded.id, 10_000, 5);
      if (done.status !== "completed") throw new Error(done.errorMessage ?? "not completed");
      milliseconds.push(performance.now() - started);
    }
  }
  const warm = milliseconds.slice(1);
  return {
    what: "10-page PDF, process call to completed",
    ours: `${median(warm).toFixed(0)} ms`,
    peer: `slowest ${Math.max(...warm).toFixed(0)} ms`,
    ratio: "",
    limit: "≤ 300",
    holds: median(warm) <= 300,
  };
}

async function parallelUploads(product: { origin: string; pid: number }, scratch: string): Promise<Row> {
  const path = join(scratch, "fifty.pdf");
  writeLargePdf(path);
  const clients = await Promise.all(Array.from({ length: uploads }, () => Client.register(product.origin)));
  const idle = rssMb(product.pid);
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, rssMb(product.pid));
  }, 10);
  const answers = await Promise.all(clients.map((client) => client.upload(path)));
  clearInterval(watch);
  const refused = answers.filter(isRefusal);
  if (refused.length > 0) throw new Error(`An upload was refused: ${refused[0]?.message}`);
  return {
    what: "10 uploads of 50 MB at once, RSS above idle",
    ours: `${(peak - idle).toFixed(0)} MB`,
    peer: `idle ${idle.toFixed(0)} MB`,
    ratio: "",
    limit: "≤ 200",
    holds: peak - idle <= 200,
  };
}

/** Exactly the size limit: a PDF header, then filler; it is only uploaded, never stamped. */
function writeLargePdf(path: string): void {
  const file = openSync(path, "w");
  const chunk = Buffer.alloc(1024 * 1024, "% filler\n");
  writeSync(file, "%PDF-1.7\n");
  for (let written = 9; written < uploadBytes; written += chunk.length) {
    writeSync(file, chunk, 0, Math.min(chunk.length, uploadBytes - written));
  }
  closeSync(file);
}
