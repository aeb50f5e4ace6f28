import { randomBytes } from "node:crypto";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { descendantsOf, processorSeconds } from "../../../src/testing/processes.ts";
import { openAccount } from "../../support/calls.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { browsers } from "../../support/tools.ts";
import { measureSha256sum } from "./sha256sum.ts";
import { compare, least, type Row } from "./table.ts";

const rounds = 3;
/** Half of the speed of `sha256sum`. */
const maxRatio = 2;

type Sample = { what: string; folder: string; names: string[] };

/**
 * How fast the page of a new collection computes fingerprints; the peer is `sha256sum` over the same files, right
 * before. Files up to 64 MB and larger ones are hashed in different ways (web/hash-worker.ts).
 */
export async function measureHashing(scratch: string): Promise<Row[]> {
  const samples = [writeSmallFiles(join(scratch, "small")), writeLargeFile(join(scratch, "large"))];
  const product = await startProduct({ CONVERTER: "off" });
  try {
    const rows: Row[] = [];
    for (const sample of samples) {
      const [ours, peer]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        peer.push(await measureSha256sum(sample.folder, sample.names));
        ours.push(await measureBrowser(product, sample));
      }
      rows.push(
        compare(`the browser hashes ${sample.what}`, least(ours), "sha256sum", least(peer), maxRatio),
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
 * Milliseconds of processor time of all processes of the browser, which read, hash and draw, from the choice of the
 * files to their last fingerprint.
 */
async function measureBrowser({ origin }: Product, { folder, names }: Sample): Promise<number> {
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
    await (await chooser).setFiles(names.map((name) => join(folder, name)));
    const count = names.length === 1 ? "1 file ready" : `${names.length} files ready`;
    await page.getByRole("status").filter({ hasText: count }).waitFor({ timeout: 600_000 });
    const used = own.map((pid, at) => processorSeconds(pid).own - (before[at] ?? 0));
    return 1_000 * used.reduce((sum, seconds) => sum + seconds, 0);
  } finally {
    await browser.close();
  }
}
