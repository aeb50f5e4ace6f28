import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, isRefusal } from "../support/client.ts";
import { startProduct } from "../support/product.ts";
import { wordDocument } from "../support/real-documents.ts";
import { writeTextPdf } from "../support/samples.ts";
import type { Image } from "./build-image.ts";
import { inImage } from "./run-image.ts";

/** Starts the image's program, has a PDF and a Word document stamped over HTTP, and asks its health as Docker would. */
export async function doMainJob(image: Image, scratch: string): Promise<void> {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const settings = { PORT: port, HOST: "127.0.0.1" };
  const command = await inImage(image, image.command, settings);
  const start = { command, dataDir: join(image.root, "data"), dataDirInside: "/data" };
  const product = await startProduct(settings, start);
  try {
    const client = await Client.register(product.origin);
    const lease = join(scratch, "Lease.pdf");
    await writeTextPdf(lease, 3);
    await stamp(client, lease);
    await stamp(client, await wordDocument(join(scratch, "word")));
    const check = Bun.spawn(await inImage(image, image.healthCheck, settings));
    if ((await check.exited) !== 0) throw new Error("The health check says that the server does not live.");
    const owner = readFileSync(`/proc/${product.pid}/status`, "utf8");
    console.log(`health check: ok; ${/^NoNewPrivs:\s*\d/m.exec(owner)?.[0].replace(/\s+/g, " ")}`);
  } finally {
    await product.stop();
  }
}

async function stamp(client: Client, path: string): Promise<void> {
  const uploaded = await client.upload(path);
  if (isRefusal(uploaded)) throw new Error(`${path}: ${uploaded.message}`);
  await client.process(uploaded.id);
  const { status, errorMessage, serialNumber } = await client.finished(uploaded.id);
  if (status !== "completed") throw new Error(`${path}: ${errorMessage}`);
  const stamped = await client.bytes(`/api/documents/${uploaded.id}/download`);
  const certificate = await client.bytes(`/api/documents/${uploaded.id}/certificate`);
  console.log(`${uploaded.originalName}: ${serialNumber}, ${stamped.length} and ${certificate.length} bytes`);
}
