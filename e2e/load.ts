/**
 * `bun run load`: many people at work on one server, as its page and its calls are used, while strangers look up
 * serial numbers. Prints what every kind of call took and what the server held, and ends with 1 when a limit does
 * not hold. `--users 200 --for 60s`; `--soak 10m` judges as well whether anything grows.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Calls } from "./load/calls.ts";
import { measureLookupRate } from "./load/lookup-rate.ts";
import { readOptions } from "./load/options.ts";
import { askSteadily } from "./load/probes.ts";
import {
  judgeCalls,
  judgeGrowth,
  judgeLookupRate,
  printCalls,
  printHoldings,
  printLimits,
} from "./load/report.ts";
import { writeUploads } from "./load/samples.ts";
import { ServerWatch } from "./load/server-watch.ts";
import { arrive, crowd } from "./load/users.ts";
import { Client, isRefusal } from "./support/client.ts";
import { type Product, startProduct } from "./support/product.ts";

const options = readOptions(process.argv.slice(2));
const scratch = mkdtempSync(join(tmpdir(), "attestamp-load-"));
/** Whom limits per account and address are meant for are many people at many addresses; here all come from one. */
const product = await startProduct({ RATE_LIMIT_FACTOR: "1000000", CONVERTER: "off" });
let limits: ReturnType<typeof judgeCalls>;
try {
  limits = await run(product);
} finally {
  await product.stop();
  rmSync(scratch, { recursive: true, force: true });
}
printLimits(limits);
process.exit(limits.every(({ holds }) => holds) ? 0 : 1);

async function run(product: Product) {
  const { origin } = product;
  const uploads = await writeUploads(scratch);
  const serialNumbers = [await stampFirst(origin, uploads[0] ?? "")];
  const arrived = await arrive(origin, options.users);
  console.log(`${options.users} users for ${options.seconds} seconds at ${origin}\n`);
  const calls = new Calls();
  const watch = new ServerWatch(product);
  const isOver = () => calls.seconds >= options.seconds;
  await Promise.all([
    crowd({ origin, calls, uploads, serialNumbers, isOver }, arrived),
    askSteadily({ origin, calls, serialNumbers, isOver }),
  ]);
  await watch.untilIdle();
  watch.stop();
  printCalls(calls);
  console.log(`\n${serialNumbers.length - 1} documents stamped\n`);
  printHoldings(watch.holdings);
  console.log();
  const rate = await measureLookupRate(product, serialNumbers.slice(-100));
  return [...judgeCalls(calls), judgeLookupRate(rate), ...(options.soak ? judgeGrowth(watch.holdings) : [])];
}

/** So that there is something to look up from the start. */
async function stampFirst(origin: string, path: string): Promise<string> {
  const client = await Client.register(origin);
  const uploaded = await client.upload(path);
  if (isRefusal(uploaded)) throw new Error(uploaded.message);
  await client.process(uploaded.id);
  const { serialNumber, errorMessage } = await client.finished(uploaded.id);
  if (!serialNumber) throw new Error(errorMessage ?? "The first document has no serial number.");
  return serialNumber;
}
