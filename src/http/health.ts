import { mkdirSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, lt } from "drizzle-orm";
import type { Handler } from "hono";
import { jobs, rateLimits } from "../../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { HttpEnv } from "./http-env.ts";

/** A job that nobody took for this long means that the runner stands still. */
const stuckAfterMs = 10 * 60_000;

const checks: Record<string, (deps: Deps) => void> = {
  database: ({ db, now }) => {
    const bucket = { bucket: "ready", count: 1, windowEndsAt: new Date(now()) };
    db.insert(rateLimits)
      .values(bucket)
      .onConflictDoUpdate({ target: rateLimits.bucket, set: { windowEndsAt: bucket.windowEndsAt } })
      .run();
  },
  storage: ({ config }) => {
    const folder = join(config.dataDir, "tmp");
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `ready-${crypto.randomUUID()}`);
    writeFileSync(probe, "ready");
    unlinkSync(probe);
  },
  queue: ({ db, now }) => {
    const stuck = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.state, "queued"), lt(jobs.availableAt, new Date(now() - stuckAfterMs))))
      .limit(1)
      .get();
    if (stuck) throw new Error(`Job ${stuck.id} has waited for more than ten minutes.`);
  },
};

/** Whether the server can do its work: 503 names what cannot be used; the log says why. */
export function answerReady(deps: Deps): Handler<HttpEnv> {
  return (c) => {
    const results = Object.entries(checks).map(([name, check]) => [name, succeeds(deps, name, check)]);
    const ready = results.every(([, result]) => result === "ok");
    const status = ready ? "ready" : "not ready";
    return c.json({ status, checks: Object.fromEntries(results) }, ready ? 200 : 503);
  };
}

function succeeds(deps: Deps, name: string, check: (deps: Deps) => void): "ok" | "failed" {
  try {
    check(deps);
    return "ok";
  } catch (error) {
    deps.log.error({ check: name, err: error }, "not ready");
    return "failed";
  }
}
