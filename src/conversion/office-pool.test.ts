import { expect, test } from "bun:test";
import { until } from "../test-waiting.ts";
import type { Office } from "./office.ts";
import { createOfficePool, type PoolLimits } from "./office-pool.ts";

const fine = { reusable: true };
const suspicious = { reusable: false };

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
      const office: Office = { convert: async () => fine, ended, end: stop, kill: stop };
      running.add(office);
      started.push(office);
      return office;
    },
    { size: 1, documentsEach: 3, idleMs: 60_000, ...limits },
  );
  const servedBy = async (outcome: { reusable: boolean } | Error, signal?: AbortSignal) => {
    let name = -1;
    const work = async (office: Office) => {
      name = started.indexOf(office);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    await pool.use(signal, work).catch((error: unknown) => {
      if (error !== outcome) throw error;
    });
    return name;
  };
  return { pool, started, servedBy, running };
}

test("nothing is started before the first document", () => {
  expect(openPool().started).toHaveLength(0);
});

test("an office serves its number of documents and is then replaced", async () => {
  const { servedBy, running } = openPool({ documentsEach: 3 });
  expect([await servedBy(fine), await servedBy(fine), await servedBy(fine)]).toEqual([0, 0, 0]);
  expect(await servedBy(fine)).toBe(1);
  expect(running.size).toBe(1);
});

test("no document is given to an office that failed or saw something suspicious", async () => {
  const { servedBy, running } = openPool();
  expect(await servedBy(new Error("crash"))).toBe(0);
  expect(await servedBy(suspicious)).toBe(1);
  expect(await servedBy(fine)).toBe(2);
  expect(running.size).toBe(1);
});

test("an office that died while nobody used it is not used", async () => {
  const { started, servedBy } = openPool();
  await servedBy(fine);
  await started[0]?.kill();
  expect(await servedBy(fine)).toBe(1);
});

test("documents wait for their turn, and one that is given up leaves the queue", async () => {
  const { pool, servedBy, started } = openPool({ size: 1 });
  const release = Promise.withResolvers<{ reusable: boolean }>();
  const first = pool.use(undefined, () => release.promise);
  const cancelled = new AbortController();
  const second = servedBy(fine, cancelled.signal);
  const third = servedBy(fine);
  cancelled.abort(new Error("cancelled"));
  await expect(second).rejects.toThrow("cancelled");
  release.resolve(fine);
  await first;
  expect(await third).toBe(0);
  expect(started).toHaveLength(1);
});

test("nothing is kept when no document came for a while, and after the end", async () => {
  const { servedBy, running, pool } = openPool({ idleMs: 20 });
  await servedBy(fine);
  expect(running.size).toBe(1);
  await until("nothing is kept", () => running.size === 0);
  await servedBy(fine);
  await pool.close();
  expect(running.size).toBe(0);
  await expect(servedBy(fine)).rejects.toThrow("The server is stopping.");
});
