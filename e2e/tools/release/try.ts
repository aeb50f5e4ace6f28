import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, isRefusal } from "../../support/client.ts";
import { startProduct } from "../../support/product.ts";
import { writeTextPdf } from "../../support/samples.ts";

/** Starts the server of an executable in an empty folder, and stamps a PDF. Returns the serial number. */
export async function tryExecutable(executable: string): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), "attestamp-try-"));
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-try-"));
  const product = await startProduct(
    { CONVERTER: "off" },
    { command: [executable, "serve"], dataDir, dataDirInside: dataDir },
  );
  try {
    const lease = join(scratch, "lease.pdf");
    await writeTextPdf(lease, 2);
    const client = await Client.register(product.origin);
    const uploaded = await client.upload(lease);
    if (isRefusal(uploaded)) throw new Error(`The upload was refused: ${uploaded.message}`);
    await client.process(uploaded.id);
    const { status, errorMessage, serialNumber } = await client.finished(uploaded.id);
    if (status !== "completed" || !serialNumber) throw new Error(`Nothing was stamped: ${errorMessage}`);
    return serialNumber;
  } finally {
    await product.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}
