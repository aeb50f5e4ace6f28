import type { Handler } from "hono";
import { holdForWriting } from "../../../db/client.ts";
import type { Deps } from "../../features/deps.ts";
import { listExpiringCertificates } from "../../features/tsa/certificate-expiry.service.ts";
import { findStuckJob } from "../../platform/jobs/jobs.repo.ts";
import type { HttpEnv } from "./http-env.ts";

/** A job that nobody took for this long means that the runner stands still. */
const stuckAfterMs = 10 * 60_000;
/** However often it is asked, the disk is looked at no more often than this. */
const answerHoldsMs = 5_000;

type Result = "ok" | "failed" | "ends soon" | "not made" | "off";

/** What throws has failed; what gives nothing is ok. */
const checks: Record<string, (deps: Deps) => Result | void | Promise<void>> = {
  database: async ({ db, writeLock }) => {
    await writeLock.untilFree();
    holdForWriting(db);
  },
  storage: ({ files }) => files.probe(),
  /** What an upload asks for: below it every one is refused. */
  space: ({ files, config }) => files.ensureRoomFor(config.maxUploadBytes),
  queue: ({ db, now }) => {
    const stuck = findStuckJob(db, now() - stuckAfterMs);
    if (stuck) throw new Error(`Job ${stuck} has waited for more than ten minutes.`);
  },
  /** Of root, time-stamps and seals: told ninety days ahead, without calling the server unable before. */
  certificates: (deps) => {
    const ending = listExpiringCertificates(deps);
    const ended = ending.find(({ hasEnded }) => hasEnded);
    if (ended) throw new Error(`The certificate of ${ended.role} has ended.`);
    return ending.length > 0 ? "ends soon" : "ok";
  },
  /** Those of BACKUP_DIR. A server whose backup failed does its work all the same; the log says why it failed. */
  backups: ({ config, backups }) => {
    if (!config.backups) return "off";
    return backups.failure === undefined ? "ok" : "not made";
  },
};

type Results = Record<string, Result>;

/** Whether the server can do its work: 503 names what cannot be used; the log says why. */
export function answerReady(deps: Deps): Handler<HttpEnv> {
  let known: { at: number; results: Promise<Results> } | undefined;
  return async (c) => {
    const now = deps.now();
    if (!known || now - known.at >= answerHoldsMs) known = { at: now, results: runChecks(deps) };
    const checks = await known.results;
    const ready = Object.values(checks).every((result) => result !== "failed");
    return c.json({ status: ready ? "ready" : "not ready", checks }, ready ? 200 : 503);
  };
}

async function runChecks(deps: Deps): Promise<Results> {
  const results: Results = {};
  for (const [name, check] of Object.entries(checks)) results[name] = await resultOf(deps, name, check);
  return results;
}

async function resultOf(deps: Deps, name: string, check: (typeof checks)[string]): Promise<Result> {
  try {
    return (await check(deps)) ?? "ok";
  } catch (error) {
    deps.log.error({ check: name, err: error }, "not ready");
    return "failed";
  }
}
