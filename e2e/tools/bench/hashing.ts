import { randomBytes } from "node:crypto";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { descendantsOf, processorSeconds } from "../../../src/testing/processes.ts";
import { openAccount } from "../../support/calls.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { browsers } from "../../support/tools.ts";
import { type Duration, measureSha256sum } from "./sha256sum.ts";
import { compare, least, type Row } from "./table.ts";

const rounds = 3;
/** Half of the speed of `sha256sum`. */
const maxRatio = 2;

type Sample = { what: string; folder: string; names: string[] };

/**
 * How fast the page of a new collection computes fingerprints; the peer is `sha256sum` over the same files, right
 * before. The limit is on the time that a user waits. The processor time has rows without a limit. Files up to 64 MB
 * and larger ones are hashed in different ways (web/hash-worker.ts).
 */
export async function measureHashing(scratch: string): Promise<Row[]> {
  const samples = [writeSmallFiles(join(scratch, "small")), writeLargeFile(join(scratch, "large"))];
  const product = await startProduct({ CONVERTER: "off" });
  try {
    const rows: Row[] = [];
    for (const sample of samples) {
      const [ours, peer]: [Duration[], Duration[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        peer.push(await measureSha256sum(sample.folder, sample.names));
        ours.push(await measureBrowser(product, sample));
      }
      const compareLeast = (part: keyof Duration, what: string, limit: number | undefined) => {
        const leastOf = (durations: Duration[]) => least(durations.map((duration) => duration[part]));
        return compare(what, leastOf(ours), "sha256sum", leastOf(peer), limit);
      };
      rows.push(
        compareLeast("elapsed", `the browser hashes ${sample.what}`, maxRatio),
        compareLeast("processor", `its processor time for ${sample.what}`, undefined),
      );
    }
    return rows;
  } finally {
    await product.stop();
  }
}

function writeSmallFiles(folder: string): Sample {
  mkdirSync(folder);
  const names = Array.from({ length: 500 }, (_, index) => `${index}.jpg`);
  for (const name of names) writeFileSync(join(folder, name), randomBytes(1_000_000));
  return { what: "500 files of 1 MB", folder, names };
}

function writeLargeFile(folder: string): Sample {
  mkdirSync(folder);
  const name = "film.mov";
  writeFileSync(join(folder, name), "");
  truncateSync(join(folder, name), 1_000_000_000);
  return { what: "a file of 1 GB", folder, names: [name] };
}

/**
 * From the choice of the files to their last fingerprint. The processor time is that of all processes of the browser,
 * which read, hash and draw.
 */
async function measureBrowser({ origin }: Product, { folder, names }: Sample): Promise<Duration> {
  const executablePath = browsers.map((name) => Bun.which(name)).find((path) => path !== null);
  const others = new Set(descendantsOf(process.pid));
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const context = await browser.newContext({ baseURL: origin });
    await openAccount(context.request);
    const page = await context.newPage();
    await page.goto("/collections/new");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose files" }).click();
    const own = descendantsOf(process.pid).filter((pid) => !others.has(pid));
    const before = own.map((pid) => processorSeconds(pid).own);
    const start = performance.now();
    await (await chooser).setFiles(names.map((name) => join(folder, name)));
    const count = names.length === 1 ? "1 file ready" : `${names.length} files ready`;
    await page.getByRole("status").filter({ hasText: count }).waitFor({ timeout: 600_000 });
    const elapsed = performance.now() - start;
    const used = own.map((pid, at) => processorSeconds(pid).own - (before[at] ?? 0));
    return { elapsed, processor: 1_000 * used.reduce((sum, seconds) => sum + seconds, 0) };
  } finally {
    await browser.close();
  }
}
