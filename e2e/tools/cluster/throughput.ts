import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../src/testing/free-port.ts";
import { startObjectStore } from "../../../src/testing/object-store.ts";
import { startPostgres } from "../../../src/testing/test-postgres.ts";
import { Client, isRefusal } from "../../support/client.ts";
import { writeTextPdf } from "../../support/samples.ts";
import { limitCores } from "./cpu-share.ts";
import { type PartTimes, perDocument, readPartTimes } from "./part-times.ts";
import { startLoadBalancer } from "./proxy.ts";
import { ClusterServer } from "./server.ts";

/** `parts`: the milliseconds of processor time that one document takes. */
export type Throughput = { what: string; servers: number; documentsPerSecond: number; parts: PartTimes };

/** Documents of the warm-up are not counted: code is compiled and statements are planned meanwhile, in each server. */
type Load = { customers: number; warmUpPerServer: number; ms: number };

const documentsPerAccount = 3;
const settings = { CONVERTER: "off", LOG_LEVEL: "error", RATE_LIMIT_FACTOR: "1000", TRUST_PROXY: "on" };

/** What each server may use together with its children in `measureShares`, in cores. */
export const coresPerServer = 0.2;
const customersPerServer = 4;

/**
 * Documents per second, from upload to completion, of one, two and three servers on one PostgreSQL and one store, and,
 * as a peer, of one server on SQLite and its own disk. All are behind the same proxy.
 */
export async function* measureThroughput(load: Load): AsyncGenerator<Throughput> {
  await using place = await openPlace();
  yield place.run("1 server on SQLite and its disk", 1, load, {});
  for (const count of [1, 2, 3])
    yield place.run(`${count} on PostgreSQL and S3`, count, load, place.newSharedSettings());
}

/**
 * The same with servers that each get only a small share of a core, so that one machine has room for three of them, for
 * the database and for the store.
 */
export async function* measureShares({
  warmUpPerServer,
  ms,
}: Omit<Load, "customers">): AsyncGenerator<Throughput> {
  await using place = await openPlace();
  for (const count of [1, 2, 3]) {
    const load = { customers: count * customersPerServer, warmUpPerServer, ms };
    yield place.run(`${count} with shares`, count, load, place.newSharedSettings(), coresPerServer);
  }
}

/** PostgreSQL, a store, and a folder for servers, all of which end with the place. */
async function openPlace() {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-throughput-"));
  const path = join(folder, "lease.pdf");
  await writeTextPdf(path, 2);
  const [postgres, store] = await Promise.all([startPostgres(), startObjectStore()]);
  return {
    /** Settings of servers that share a new database and a new bucket. */
    newSharedSettings() {
      const s3 = store.newBucket();
      return {
        DATABASE_URL: postgres.makeDatabase(`throughput-${s3.bucket}`, "template1"),
        KEYS_SECRET: "a secret of the servers that only this bench uses",
        FILES_URL: `s3://${s3.bucket}`,
        S3_ENDPOINT: s3.endpoint ?? "",
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
    },

    /** `cores`: what each server may use from when all of them answer on. */
    async run(
      what: string,
      count: number,
      load: Load,
      more: Record<string, string>,
      cores?: number,
    ): Promise<Throughput> {
      const port = await freePort();
      const own = join(folder, what.replaceAll(/\W+/g, "-"));
      mkdirSync(own);
      const servers: ClusterServer[] = [];
      for (let number = 1; number <= count; number += 1) {
        const PORT = String(await freePort());
        const ORIGIN = `http://localhost:${port}`;
        servers.push(new ClusterServer(`server-${number}`, own, { ...settings, ...more, ORIGIN, PORT }));
      }
      const balancer = startLoadBalancer(servers, port);
      const stack = new DisposableStack();
      try {
        await Promise.all(servers.map((server) => server.start()));
        for (const { pid } of servers)
          if (pid !== undefined && cores !== undefined) stack.use(limitCores(pid, cores));
        const { completed, parts } = await countCompleted(balancer.origin, path, count, load);
        if (balancer.faults.length > 0) throw new Error(balancer.faults.join("\n"));
        return { what, servers: count, documentsPerSecond: completed / (load.ms / 1000), parts };
      } finally {
        stack.dispose();
        await Promise.all(servers.map((server) => server.kill()));
        await balancer.stop();
      }
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([postgres.stop(), store.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function countCompleted(
  origin: string,
  path: string,
  servers: number,
  { customers, warmUpPerServer, ms }: Load,
): Promise<{ completed: number; parts: PartTimes }> {
  let completed = 0;
  const work = async (isOver: () => boolean) => {
    do {
      const client = await Client.register(origin);
      for (let number = 0; number < documentsPerAccount; number += 1) {
        const uploaded = await client.upload(path);
        if (isRefusal(uploaded)) throw new Error(uploaded.message);
        const accepted = await client.process(uploaded.id);
        if (isRefusal(accepted)) throw new Error(accepted.message);
        const { status } = await client.finished(uploaded.id, 300_000, 200);
        if (status === "completed" && !isOver()) completed += 1;
      }
    } while (!isOver());
  };
  const all = (isOver: () => boolean) => Promise.all(Array.from({ length: customers }, () => work(isOver)));
  await all(() => completed >= warmUpPerServer * servers);
  completed = 0;
  const before = readPartTimes();
  let after = before;
  const end = setTimeout(() => (after = readPartTimes()), ms);
  const until = performance.now() + ms;
  await all(() => performance.now() > until);
  clearTimeout(end);
  return { completed, parts: perDocument(before, after, completed) };
}
