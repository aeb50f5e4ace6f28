/**
 * `bun run load`: many people use one server through its page and its calls, while strangers look up serial numbers.
 * Prints the duration of every kind of call and the server's resources, and exits with 1 if a limit is exceeded.
 * `--users 200 --for 60s`. `--soak 10m`, or `2h`: the server becomes idle three times, and its resources are compared.
 * `--hostile`: instead, ten accounts on one network address attack every call with its largest bodies, two seconds
 * each, and `/api/health` has to answer within 250 ms.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestSmtpServer } from "../../src/testing/test-smtp-server.ts";
import { Client, isRefusal } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { Calls } from "./load/calls.ts";
import { beHostile } from "./load/hostile.ts";
import { readOptions } from "./load/options.ts";
import { probeSteadily } from "./load/probes.ts";
import {
  checkBusyCores,
  checkCalls,
  checkIdle,
  type Limit,
  printCalls,
  printLimits,
  printProgress,
  printRest,
  printSamples,
} from "./load/report.ts";
import { commandWithProbe, measureRest, type Rest, settingsOfProbe } from "./load/rest.ts";
import { writeUploads } from "./load/samples.ts";
import { ServerWatch } from "./load/server-watch.ts";
import { arrive, crowd } from "./load/users.ts";

const restsInSoak = 3;
/** Time to become idle during a soak: children beyond the warm one end after a minute. */
const restSeconds = 75;
const progressEverySeconds = 60;

const options = readOptions(process.argv.slice(2));
const withWord = Bun.which("soffice") !== null;
if (!withWord) console.log("LibreOffice is not installed: nobody uploads Word documents.");
const scratch = mkdtempSync(join(tmpdir(), "attestamp-load-"));
const smtp = await startTestSmtpServer();
const product = await start(options.soak);
let limits: Limit[];
try {
  if (options.hostile) limits = await attack(product);
  else limits = options.soak ? await soak(product) : await load(product);
} finally {
  await product.stop();
  await smtp.stop();
  rmSync(scratch, { recursive: true, force: true });
}
printLimits(limits);
process.exit(limits.every(({ holds }) => holds) ? 0 : 1);

function start(withProbe: boolean): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestamp-e2e-"));
  const command = withProbe ? commandWithProbe : [process.execPath, "src/main.ts", "serve"];
  const settings = {
    /** Limits per account and address are meant for many people at many addresses; here all share one. */
    RATE_LIMIT_FACTOR: options.hostile ? "1" : "1000000",
    LOG_LEVEL: options.hostile ? "error" : "warn",
    CONVERTER: withWord ? "auto" : "off",
    SMTP_URL: smtp.url,
    MAIL_FROM: "stamps@example.org",
    ...settingsOfProbe(dataDir),
  };
  return startProduct(settings, { command, dataDir, dataDirInside: dataDir });
}

/** Loopback only, with the limits of a real installation. */
async function attack({ origin }: Product): Promise<Limit[]> {
  const [upload = ""] = await writeUploads(scratch, false);
  return beHostile(origin, upload, options.seconds, options.only);
}

async function load(product: Product): Promise<Limit[]> {
  const serialNumbers: string[] = [];
  const calls = new Calls();
  const watch = new ServerWatch(product);
  const window = await work(product, { calls, watch, serialNumbers, seconds: options.seconds });
  await watch.untilIdle();
  watch.stop();
  printCalls(calls);
  printSamples(watch.samples);
  return [...checkCalls(calls), checkBusyCores(window)];
}

async function soak(product: Product): Promise<Limit[]> {
  const serialNumbers: string[] = [];
  const calls = new Calls();
  const watch = new ServerWatch(product);
  const progress = setInterval(() => printProgress(watch, calls), progressEverySeconds * 1_000);
  const seconds = Math.max(20, options.seconds / restsInSoak - restSeconds);
  const rests: Rest[] = [];
  while (rests.length < restsInSoak) {
    await work(product, { calls, watch, serialNumbers, seconds });
    const rest = await measureRest(product, watch);
    printRest(rest);
    rests.push(rest);
  }
  clearInterval(progress);
  watch.stop();
  printCalls(calls);
  printSamples(watch.samples);
  return [...checkCalls(calls).filter(({ isOfSpeed }) => !isOfSpeed), ...checkIdle(rests)];
}

type Parts = { calls: Calls; watch: ServerWatch; serialNumbers: string[]; seconds: number };

/** Runs this many users and strangers for this long; returns the server's resources at the beginning and at the end. */
async function work({ origin }: Product, { calls, watch, serialNumbers, seconds }: Parts) {
  const uploads = await writeUploads(scratch, withWord);
  serialNumbers.push(await stampFirst(origin, uploads[0] ?? ""));
  const arrived = await arrive(origin, options.users);
  console.log(`${options.users} users for ${seconds.toFixed(0)} seconds at ${origin}`);
  const from = watch.look();
  const isOver = () => watch.seconds - from.at >= seconds;
  await Promise.all([
    crowd({ origin, calls, smtp, uploads, serialNumbers, isOver }, arrived),
    probeSteadily({ origin, calls, serialNumbers, isOver }),
  ]);
  return { from, to: watch.look() };
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
