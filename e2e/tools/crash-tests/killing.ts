import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StripeFake, startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { randomFrom } from "../fuzz/random.ts";
import { runCustomer } from "./customers.ts";
import { Line } from "./line.ts";
import { Promises } from "./promises.ts";

export type Kill = {
  number: number;
  /** From the start of the server to its kill. */
  aliveMs: number;
  /** From the next start to its first answer. */
  startMs: number;
  /** The number of completed documents so far, and of payments made and refunded. */
  completed: number;
  paid: number;
  refunded: number;
  /** Errors found after the next start. */
  faults: string[];
  /** Where everything is kept if there are errors. */
  folder: string;
};

const customers = 4;
const shortestMs = 100;
const longestMs = 3_000;
/** Time for unfinished work to complete after the last kill, and for Stripe's events to arrive. */
const lastWorkMs = 180_000;
/** In total longer than any start takes. */
const webhookRetryDelaysMs = [100, 200, 500, 1_000, 2_000, 4_000, 8_000];

/**
 * Kills a server under load repeatedly at random moments, and after each start checks everything that customers were
 * told and paid, and all that `doctor` checks. At the end all work completes. The same seed gives the same moments and
 * choices; the server's state at each moment is still random.
 */
export async function* killAtRandom(kills: number, seed: number): AsyncGenerator<Kill> {
  const random = randomFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), "attestamp-kills-"));
  const dataDir = join(folder, "data");
  const path = join(folder, "lease.pdf");
  await writeTextPdf(path, 20);
  const promises = new Promises();
  const line = new Line();
  const stripe = startStripeFake({ webhookRetryDelaysMs });
  const begin = (more: Record<string, string> = {}) => start(folder, stripe, more);
  let server = await begin();
  const { origin } = server;
  stripe.control.pointWebhooksTo({ url: `${origin}/api/stripe/webhook`, secret: stripe.webhookSecret });
  let isOver = false;
  const outbox = join(dataDir, "outbox");
  const market = { origin, line, stripe, promises, path, outbox, pollMs: 50, isOver: () => isOver };
  const busy = Promise.all(
    Array.from({ length: customers }, () => runCustomer(market, randomFrom(random(2 ** 32)))),
  );
  let isSound = true;
  try {
    for (let number = 1; number <= kills; number += 1) {
      const aliveMs = shortestMs + random(longestMs - shortestMs);
      await Bun.sleep(aliveMs);
      line.goDown();
      await server.kill();
      const began = performance.now();
      server = await begin({ PORT: new URL(origin).port });
      line.goUp();
      const startMs = Math.round(performance.now() - began);
      if (number === kills) {
        isOver = true;
        await inTime("the customers", busy, promises.faults);
        await inTime("Stripe's events", stripe.control.deliveriesSettled(), promises.faults);
        await promises.checkMoney();
      }
      await promises.check(number === kills ? "all" : "new");
      const faults = [
        ...promises.faults.splice(0),
        ...line.faults.splice(0),
        ...refusedEvents(stripe),
        ...(await askDoctor(dataDir)),
      ];
      isSound &&= faults.length === 0;
      const { completed, paid, refunded } = promises;
      yield { number, aliveMs, startMs, completed, paid, refunded, faults, folder };
    }
  } finally {
    isOver = true;
    line.goDown();
    await server.kill();
    await stripe.stop();
    if (isSound) rmSync(folder, { recursive: true, force: true });
  }
}

async function inTime(what: string, work: Promise<unknown>, faults: string[]): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<"too late">();
  const timer = setTimeout(() => resolve("too late"), lastWorkMs);
  const end = await Promise.race([work, tooLate]);
  clearTimeout(timer);
  if (end === "too late") faults.push(`${what} did not come to an end in ${lastWorkMs / 60_000} minutes`);
}

/** A killed server does not answer; one that answers must accept an event. */
function refusedEvents({ control }: StripeFake): string[] {
  return control
    .deliveries()
    .filter(({ status }) => status >= 300)
    .map(({ type, status, answer }) => `the event ${type} was answered ${status}: ${answer}`);
}

function start(folder: string, stripe: StripeFake, more: Record<string, string>): Promise<Product> {
  const command = [process.execPath, "src/main.ts", "serve"];
  const dataDir = join(folder, "data");
  return startProduct(
    { ...settings, ...stripe.settings, LOG_LEVEL: "warn", ...more },
    { command, dataDir, dataDirInside: dataDir, logPath: join(folder, "server.log") },
  );
}

const settings = { CONVERTER: "off", LOG_LEVEL: "silent" };

/** All errors in the data folder of a running server. */
async function askDoctor(dataDir: string): Promise<string[]> {
  const child = Bun.spawn([process.execPath, "src/main.ts", "doctor"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...settings, DATA_DIR: dataDir },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complained] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0) return [];
  return [...said.split(/^(?=ok|note|WRONG)/m).filter((part) => part.startsWith("WRONG")), complained];
}
