import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../src/testing/free-port.ts";
import { startObjectStore } from "../../../src/testing/object-store.ts";
import { startStripeFake } from "../../../src/testing/stripe/stripe-fake.ts";
import { openTestLine } from "../../../src/testing/test-line.ts";
import { startPostgres } from "../../../src/testing/test-postgres.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { runCustomer } from "../crash-tests/customers.ts";
import { Promises } from "../crash-tests/promises.ts";
import { type Random, randomFrom } from "../fuzz/random.ts";
import { runGreedyCustomer } from "./greedy-customers.ts";
import { LogHistory } from "./log-history.ts";
import { type ProjectMarket, Projects, runContractor } from "./project-customers.ts";
import { type LoadBalancer, startLoadBalancer } from "./proxy.ts";
import { ClusterServer } from "./server.ts";

export type ClusterTrial = {
  kills: number;
  seed: number;
  customers: number;
  /**
   * After the kills, one server is cut off from PostgreSQL for this long, and then from the store; then PostgreSQL and
   * the store are unavailable.
   */
  outageMs: number;
};

export type ClusterEvent = {
  what: string;
  /** The number of documents that customers were told are completed so far. */
  completed: number;
  faults: string[];
  /** Where data and logs are kept if there are faults. */
  folder: string;
};

const serverCount = 3;
const [shortestMs, longestMs] = [300, 2_500];
/** One in five customers starts more documents at the same time than are free, and one has a project. */
const kindsOfCustomers = 5;
/** Then customers get documents again before the next kill: servers without work would prove little. */
const killsInARow = 3;
const pollMs = 400;
const lastWorkMs = 400_000;
/** Longer in total than an outage. */
const webhookRetryDelaysMs = [100, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000];

/**
 * Three servers on one PostgreSQL and one S3 store behind a proxy, with customers at work. Kills servers at random
 * moments and starts them again, then cuts one server off from PostgreSQL and from the store, and stops PostgreSQL and
 * the store for a while. At the end, checks everything that customers were told, their plans and payments, the
 * integrity of all data, and that the log has one history.
 */
export async function* runCluster(trial: ClusterTrial): AsyncGenerator<ClusterEvent> {
  const random = randomFrom(trial.seed);
  const folder = mkdtempSync(join(tmpdir(), "attestamp-cluster-"));
  const postgres = await startPostgres();
  const store = await startObjectStore();
  const gateway = await store.newGateway();
  const s3 = { ...store.newBucket(), endpoint: gateway.endpoint };
  const stripe = startStripeFake({ webhookRetryDelaysMs });
  const proxyPort = await freePort();
  const databaseUrl = postgres.makeDatabase("cluster", "template1");
  const settings = {
    CONVERTER: "off",
    LOG_LEVEL: "warn",
    RATE_LIMIT_FACTOR: "1000",
    TRUST_PROXY: "on",
    ORIGIN: `http://localhost:${proxyPort}`,
    DATABASE_URL: databaseUrl,
    KEYS_SECRET: "a secret of the servers that only this test uses",
    FILES_URL: `s3://${s3.bucket}`,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ...stripe.settings,
  };
  const servers: ClusterServer[] = [];
  const line = await openTestLine(databaseUrl);
  const storeLine = await openTestLine(s3.endpoint);
  for (let number = 1; number <= serverCount; number += 1) {
    const lines = { DATABASE_URL: line.url, S3_ENDPOINT: storeLine.url.replace(/\/$/, "") };
    const own = { PORT: String(await freePort()), ...(number === 1 && lines) };
    servers.push(new ClusterServer(`server-${number}`, folder, { ...settings, ...own }));
  }
  const path = join(folder, "lease.pdf");
  await writeTextPdf(path, 2);
  const [promises, projects] = [new Promises(), new Projects()];
  const proxy = startLoadBalancer(servers, proxyPort);
  const { origin } = proxy;
  stripe.control.pointWebhooksTo({ url: `${origin}/api/stripe/webhook`, secret: stripe.webhookSecret });
  const history = new LogHistory(servers);
  const [watching, starting] = [new AbortController(), new Set<Promise<void>>()];
  let isOver = false;
  let isSound = true;
  const event = (what: string, more: string[] = []): ClusterEvent => {
    const faults = [...promises.faults.splice(0), ...proxy.faults.splice(0), ...more];
    isSound &&= faults.length === 0;
    return { what, completed: promises.completed, faults, folder };
  };
  try {
    // All start at the same moment: they must create the tables, the bucket, the keys and the log only once.
    await Promise.all(servers.map((server) => server.start()));
    yield event(`${serverCount} servers have started`);
    const watched = history.watch(watching.signal);
    const dataDirs = servers.map(({ dataDir }) => dataDir);
    const people = { promises, projects, line: { send: sendPatiently } };
    const market = { origin, stripe, path, pollMs, dataDirs, ...people, isOver: () => isOver };
    const busy = startCustomers(trial.customers, market, random);
    for (let number = 1; number <= trial.kills; number += 1) {
      if (number % killsInARow === 1) await untilProgress(promises);
      await Bun.sleep(shortestMs + random(longestMs - shortestMs));
      const server = await chooseRunning(servers, random);
      await server.kill();
      const start = server.start();
      starting.add(start);
      void start
        .catch((error) => promises.faults.push(`${server.name} did not start again: ${error.message}`))
        .finally(() => starting.delete(start));
      yield event(`kill ${number}: ${server.name}`);
    }
    await Promise.all(starting);
    yield event("all servers are up again");
    if (trial.outageMs > 0) {
      await untilProgress(promises);
      const cut = { stop: async () => line.cut(), start: async () => line.mend() };
      await whileAway(proxy, cut, trial.outageMs, () => untilReady(servers));
      yield event("server-1 was cut off from PostgreSQL and is back");
      await untilProgress(promises);
      const storeCut = {
        stop: async () => storeLine.cut(),
        async start() {
          await untilProgress(promises);
          storeLine.mend();
        },
      };
      await whileAway(proxy, storeCut, trial.outageMs, () => untilReady(servers));
      yield event("server-1 was cut off from the store, while the others went on, and is back");
      await untilProgress(promises);
      await whileAway(proxy, postgres, trial.outageMs, () => untilReady(servers));
      yield event("PostgreSQL was away and is back");
      await untilProgress(promises);
      await whileAway(proxy, gateway, trial.outageMs, () => untilReady(servers));
      yield event("the store was away and is back");
    }
    isOver = true;
    const late = [
      ...(await inTime("the customers", busy)),
      ...(await inTime("Stripe's events", stripe.control.deliveriesSettled())),
    ];
    watching.abort();
    await watched;
    yield event(
      `all work is done; PostgreSQL was silent for ${proxy.silences} calls outside of outages`,
      late,
    );
    await promises.checkMoney();
    await promises.check("all");
    yield event("every promise was checked", await promises.checkFiles());
    yield event(`${projects.length} projects were checked`, await projects.check());
    yield event("the integrity was checked", await askDoctor(servers[0]));
    const wrong = await history.check(origin, databaseUrl, promises.completedIds);
    yield event(`Go's reader compared the log with ${history.length} checkpoints of the servers`, wrong);
  } finally {
    isOver = true;
    watching.abort();
    await Promise.allSettled(starting);
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all([proxy.stop(), stripe.stop(), gateway.stop(), line.close(), storeLine.close()]);
    await Promise.all([store.stop(), postgres.stop()]);
    if (isSound) rmSync(folder, { recursive: true, force: true });
  }
}

/** The proxy judges the answers. */
const sendPatiently = (input: string, init: RequestInit = {}) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(300_000) });

function startCustomers(count: number, market: ProjectMarket, random: Random): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, (_, at) => {
      if (at % kindsOfCustomers === 0) return runGreedyCustomer(market);
      if (at % kindsOfCustomers === 1) return runContractor(market);
      return runCustomer(market, randomFrom(random(2 ** 32)));
    }),
  );
}

async function chooseRunning(servers: ClusterServer[], random: Random): Promise<ClusterServer> {
  for (;;) {
    const running = servers.filter(({ origin }) => origin !== undefined);
    const chosen = running[random(Math.max(1, running.length))];
    if (chosen) return chosen;
    await Bun.sleep(20);
  }
}

/** Stops PostgreSQL or the store under load; the servers keep running, and must recover by themselves. */
async function whileAway(
  proxy: LoadBalancer,
  part: { stop: () => Promise<void>; start: () => Promise<void> },
  outageMs: number,
  untilBack: () => Promise<void>,
): Promise<void> {
  proxy.beginOutage();
  await part.stop();
  await Bun.sleep(outageMs);
  await part.start();
  await untilBack();
  proxy.endOutage();
}

/** Waits until customers have more documents than now. */
async function untilProgress(promises: Promises): Promise<void> {
  const { completed } = promises;
  while (promises.completed < completed + 3) await Bun.sleep(100);
}

/** Waits until every server reports that it can work. */
async function untilReady(servers: ClusterServer[]): Promise<void> {
  for (const { origin } of servers) {
    while (!(await fetch(`${origin}/api/ready`).catch(() => undefined))?.ok) await Bun.sleep(200);
  }
}

async function inTime(what: string, work: Promise<unknown>): Promise<string[]> {
  const { promise: tooLate, resolve } = Promise.withResolvers<"too late">();
  const timer = setTimeout(() => resolve("too late"), lastWorkMs);
  const end = await Promise.race([work, tooLate]);
  clearTimeout(timer);
  return end === "too late" ? [`${what} did not come to an end in ${lastWorkMs / 60_000} minutes`] : [];
}

/** The errors that `attestamp doctor` finds while the server is running. */
async function askDoctor(server: ClusterServer | undefined): Promise<string[]> {
  const child = Bun.spawn([process.execPath, "src/main.ts", "doctor"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...process.env, ...server?.environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) === 0) return [];
  return said
    .join("\n")
    .split(/^(?=ok|note|WRONG)/m)
    .filter((part) => !/^(ok|note)/.test(part));
}
