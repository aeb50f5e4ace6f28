import { and, eq, gt, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { leases } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { Logger } from "../logger.ts";
import type { PeriodicTask } from "../schedule.ts";

/** This process, as one of those that share a database. */
export type ClusterNode = {
  /** Random, new at every start. */
  id: string;
  /**
   * Whether no other server can use the database: the lock of the data folder protects SQLite. In that case nothing
   * is leased, and leases found at startup belong to servers that died.
   */
  isAlone: boolean;
};

/** `now` must be the database's clock, which all servers share. */
export type LeaseDeps = { db: Database; now: () => number; node: ClusterNode; log: Logger };

/** A server that died keeps the others from taking over its periodic work for at most this long. */
export const clusterLeaseMs = 60_000;
/** A server that died while it started, or changed keys, keeps other starts waiting at most this long. */
export const startLeaseMs = 20_000;
/** Renewals per lease: several may be late on a busy machine. */
const renewals = 4;
/** No lease or interval is longer; a row with a longer one was written while the clock was ahead. */
const longestMs = 24 * 3_600_000;

/** Takes the lease, unless another server holds it or the work is not due yet. */
export async function takeLease(
  { db, now, node }: LeaseDeps,
  name: string,
  leaseMs = clusterLeaseMs,
): Promise<boolean> {
  const time = now();
  const values = { owner: node.id, availableAt: new Date(time + leaseMs) };
  const isAvailable = or(
    lte(leases.availableAt, new Date(time)),
    gt(leases.availableAt, new Date(time + longestMs)),
  );
  const taken = await db
    .insert(leases)
    .values({ name, ...values })
    .onConflictDoUpdate({ target: leases.name, set: values, setWhere: isAvailable })
    .returning({ name: leases.name })
    .get();
  return taken !== undefined;
}

/** Whether the server still owns the lease. In a transaction, this remains true until the transaction ends. */
export async function renewLease(
  { db, now, node }: LeaseDeps,
  name: string,
  leaseMs = clusterLeaseMs,
): Promise<boolean> {
  const renewed = await db
    .update(leases)
    .set({ availableAt: new Date(now() + leaseMs) })
    .where(and(eq(leases.name, name), eq(leases.owner, node.id)))
    .returning({ name: leases.name })
    .get();
  return renewed !== undefined;
}

/** Releases the lease; the next server may take it after `cooldownMs`. */
export async function releaseLease(
  { db, now, node }: LeaseDeps,
  name: string,
  cooldownMs = 0,
): Promise<void> {
  const own = and(eq(leases.name, name), eq(leases.owner, node.id));
  if (cooldownMs === 0) return void (await db.delete(leases).where(own).run());
  await db
    .update(leases)
    .set({ owner: null, availableAt: new Date(now() + cooldownMs) })
    .where(own)
    .run();
}

/** Deletes leases of servers that died long ago, and of work that no longer exists. */
export async function sweepLeases({ db, now }: Pick<LeaseDeps, "db" | "now">): Promise<void> {
  await db
    .delete(leases)
    .where(lt(leases.availableAt, new Date(now() - longestMs)))
    .run();
}

export const clusterTickMs = 5 * 60_000;

/**
 * A periodic task that one server of the cluster runs for all. Every server asks at each of its ticks; the work is due
 * `intervalMs` after it last ended, or when the server that was doing the work has died. Its signal aborts if the lease
 * is lost, or could not be renewed before it expired.
 */
export function oncePerCluster(
  deps: LeaseDeps,
  name: string,
  intervalMs: number,
  task: PeriodicTask,
  leaseMs = clusterLeaseMs,
): PeriodicTask {
  if (deps.node.isAlone) return task;
  return async (signal) => {
    if (!(await takeLease(deps, name, leaseMs))) return;
    // A tick that comes a little early must not wait for the next one.
    const lease = { name, leaseMs, cooldownMs: intervalMs - clusterTickMs / 2 };
    await working(deps, lease, (lost) => task(AbortSignal.any([signal, lost])));
  };
}

const defaultTimeoutMs = 120_000;
const lookAgainMs = 200;

/**
 * Runs `work` while no other server runs work of this name, and waits for its turn. Throws `unavailable` if that takes
 * longer than `timeoutMs`.
 */
export async function whileLeased<T>(
  deps: LeaseDeps,
  name: string,
  work: () => Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  if (deps.node.isAlone) return work();
  const lastTry = performance.now() + timeoutMs;
  while (!(await takeLease(deps, name, startLeaseMs))) {
    if (performance.now() > lastTry) {
      throw new AppError(
        "unavailable",
        "other-server-busy",
        "Another server has been doing this for too long ({name}). Please try again.",
        { params: { name } },
      );
    }
    await Bun.sleep(lookAgainMs);
  }
  return working(deps, { name, leaseMs: startLeaseMs, cooldownMs: 0 }, work);
}

/** Renews the lease while `work` runs, and releases it afterwards, even if `work` fails. */
async function working<T>(
  deps: LeaseDeps,
  { name, leaseMs, cooldownMs }: { name: string; leaseMs: number; cooldownMs: number },
  work: (lost: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let renewedAt = deps.now();
  const renewal = setInterval(async () => {
    const askedAt = deps.now();
    try {
      if (await renewLease(deps, name, leaseMs)) renewedAt = askedAt;
      else lost.abort(new Error("The lease was lost."));
    } catch (error) {
      deps.log.warn({ lease: name, err: error }, "a lease of the cluster could not be renewed");
      if (deps.now() - renewedAt >= leaseMs) lost.abort(new Error("The lease has expired."));
    }
  }, leaseMs / renewals);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewal);
    await releaseLease(deps, name, cooldownMs).catch((error) =>
      deps.log.warn(
        { lease: name, err: error },
        "a lease of the cluster could not be released; it will expire",
      ),
    );
  }
}
