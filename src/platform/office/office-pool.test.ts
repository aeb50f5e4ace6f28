import { expect, test } from "bun:test";
import { until } from "../../testing/test-waiting.ts";
import type { Office } from "./office.ts";
import { createOfficePool, type PoolLimits, type Turn } from "./office-pool.ts";

const ann = "account of Ann";
const bob = "account of Bob";

function openPool(limits: Partial<PoolLimits> = {}) {
  const started: Office[] = [];
  const running = new Set<Office>();
  const pool = createOfficePool(
    () => {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const stop = () => {
        running.delete(office);
        resolve();
        return ended;
      };
      const office: Office = {
        convert: async () => ({}),
        processorMs: () => 0,
        ended,
        end: stop,
        kill: stop,
      };
      running.add(office);
      started.push(office);
      return office;
    },
    { size: 1, documentsEach: 3, idleMs: 60_000, ...limits },
  );
  const servedBy = async (turn: Partial<Turn> = {}, failure?: Error) => {
    let name = -1;
    const work = async (office: Office) => {
      name = started.indexOf(office);
      if (failure) throw failure;
    };
    await pool.use({ account: ann, reusable: true, signal: undefined, ...turn }, work).catch((error) => {
      if (error !== failure) throw error;
    });
    return name;
  };
  return { pool, started, servedBy, running };
}

test("nothing is started before the first document", () => {
  expect(openPool().started).toHaveLength(0);
});

test("a LibreOffice process is replaced after it has converted its maximum number of documents", async () => {
  const { servedBy, running } = openPool({ documentsEach: 3 });
  expect([await servedBy(), await servedBy(), await servedBy()]).toEqual([0, 0, 0]);
  expect(await servedBy()).toBe(1);
  expect(running.size).toBe(2);
});

test("an office never serves the documents of two accounts; each next account gets a new one that is ready [threat G8]", async () => {
  const { servedBy, started } = openPool({ size: 2, documentsEach: 50 });
  const offices = new Map<number, Set<string>>();
  for (const account of [ann, bob, ann, bob, "Cleo", "Dan", ann, bob, "Cleo", "Dan"]) {
    const readyBefore = started.length;
    const office = await servedBy({ account });
    offices.set(office, (offices.get(office) ?? new Set()).add(account));
    if (readyBefore > 0) expect(office).toBeLessThan(readyBefore);
  }
  expect([...offices.values()].every((accounts) => accounts.size === 1)).toBe(true);
});

test("two accounts that take turns keep their offices", async () => {
  const { servedBy, running } = openPool({ size: 2, documentsEach: 50 });
  const turns = [ann, bob, ann, bob, ann, bob];
  const served: number[] = [];
  for (const account of turns) served.push(await servedBy({ account }));
  expect(served).toEqual([0, 1, 0, 1, 0, 1]);
  expect(running.size).toBe(3);
});

test("no more offices are kept than can work at a time, plus a new one", async () => {
  const { servedBy, running } = openPool({ size: 2 });
  for (let account = 0; account < 20; account += 1) await servedBy({ account: `${account}` });
  expect(running.size).toBeLessThanOrEqual(3);
});

test("simultaneous documents, of one account and of others, each have an office", async () => {
  const { pool } = openPool({ size: 4 });
  const release = Promise.withResolvers<void>();
  const working = new Set<Office>();
  const turns = [ann, ann, bob, undefined].map((account) =>
    pool.use({ account, reusable: true, signal: undefined }, (office) => {
      working.add(office);
      return release.promise;
    }),
  );
  await until("all are at work", () => working.size === 4);
  release.resolve();
  await Promise.all(turns);
});

test("no document is given to an office that failed, or after a document that is not plain or has no account", async () => {
  const { servedBy } = openPool();
  expect(await servedBy({}, new Error("crash"))).toBe(0);
  expect(await servedBy({ reusable: false })).toBe(1);
  expect(await servedBy({ account: undefined })).toBe(2);
  expect(await servedBy({ account: undefined })).toBe(3);
  expect(await servedBy()).toBe(4);
});

test("a LibreOffice process that died while idle is not used", async () => {
  const { started, servedBy } = openPool();
  await servedBy();
  await started[0]?.kill();
  expect(await servedBy()).toBe(1);
});

test("documents wait for their turn, and an aborted one leaves the queue", async () => {
  const { pool, servedBy } = openPool({ size: 1 });
  const release = Promise.withResolvers<void>();
  const first = pool.use({ account: ann, reusable: true, signal: undefined }, () => release.promise);
  const canceled = new AbortController();
  const second = servedBy({ signal: canceled.signal });
  const third = servedBy();
  canceled.abort(new Error("canceled"));
  await expect(second).rejects.toThrow("canceled");
  release.resolve();
  await first;
  expect(await third).toBe(0);
});

test("no office is left after a while without documents, or after the pool is closed", async () => {
  const { servedBy, running, pool } = openPool({ idleMs: 20 });
  await servedBy();
  expect(running.size).toBe(2);
  await until("nothing is kept", () => running.size === 0);
  await servedBy();
  await pool.close();
  expect(running.size).toBe(0);
  await expect(servedBy()).rejects.toThrow("The server is stopping.");
});
