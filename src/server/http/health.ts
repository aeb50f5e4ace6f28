import type { Handler } from "hono";
import { startEmptyWrite } from "../../../db/client.ts";
import type { Deps } from "../../features/deps.ts";
import { requireUsableLog } from "../../issuing/log/log.service.ts";
import { readWatchedLogs } from "../../issuing/monitor/watch.service.ts";
import { listExpiringCertificates } from "../../issuing/tsa/certificate-expiry.service.ts";
import { readAnchoring } from "../../issuing/witnesses/anchors.service.ts";
import { independentWitnesses } from "../../issuing/witnesses/independent-witnesses.ts";
import { findStuckJob } from "../../platform/jobs/jobs.repo.ts";
import type { HttpEnv } from "./http-env.ts";

/** If a job has been waiting for this long, the runner is stuck. */
const stuckAfterMs = 10 * 60_000;
/** The disk is checked at most this often, however many requests arrive. */
const answerHoldsMs = 5_000;

type Result =
  | "ok"
  | "failed"
  | "unknown"
  | "ends soon"
  | "not made"
  | "not anchored"
  | "promised"
  | "alarm"
  | "off"
  | "none";

/** A check that throws has failed; one that returns nothing has passed. */
const checks: Record<string, (deps: Deps) => Result | void | Promise<void> | Promise<Result>> = {
  database: ({ db }) => startEmptyWrite(db),
  storage: ({ files }) => files.probe(),
  /** The free space that an upload requires: below it every upload is refused. */
  space: ({ files, config }) => files.ensureSpaceFor({ bytes: config.maxUploadBytes, isFree: false }),
  log: requireUsableLog,
  queue: async ({ db, now }) => {
    const stuck = await findStuckJob(db, now() - stuckAfterMs);
    if (stuck) throw new Error(`Job ${stuck} has waited for more than ten minutes.`);
  },
  /** Root, time-stamps and seals: reported ninety days ahead, without reporting the server as not ready. */
  certificates: (deps) => {
    const ending = listExpiringCertificates(deps);
    const ended = ending.find(({ hasEnded }) => hasEnded);
    if (ended) throw new Error(`The certificate of ${ended.role} has ended.`);
    return ending.length > 0 ? "ends soon" : "ok";
  },
  /**
   * Whether someone independent confirms times; without, verifiers say that only the server vouches for them. While no
   * one has confirmed the newest head of the log, or only calendars have promised to, the server still works.
   */
  outside: async (deps) => {
    if (independentWitnesses(deps.config).length === 0) return "none";
    const { state } = await readAnchoring(deps);
    return state === "missing" ? "not anchored" : state === "promised" ? "promised" : "ok";
  },
  /** The logs of other servers in WATCH: an alarm is about them, so this server still works. */
  watched: (deps) => {
    if (deps.config.watch.length === 0) return "off";
    return readWatchedLogs(deps).some(({ alarm }) => alarm) ? "alarm" : "ok";
  },
  /** Those in BACKUP_DIR. A server whose backup failed still works; the log says why it failed. */
  backups: ({ config, backups }) => {
    if (!config.backups) return "off";
    return backups.failure === undefined ? "ok" : "not made";
  },
};

/** The checks that read rows. */
const inDatabase: ReadonlySet<string> = new Set(["log", "queue", "outside"]);

type Results = Record<string, Result>;

/** Whether the server can work: 503 names the failed checks; the log says why. */
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
  for (const [name, check] of Object.entries(checks)) {
    const result = await runCheck(deps, name, check);
    // Without the database, no one knows about what is in it: the log is not damaged then.
    const isUnknown = result === "failed" && results.database === "failed" && inDatabase.has(name);
    results[name] = isUnknown ? "unknown" : result;
  }
  return results;
}

async function runCheck(deps: Deps, name: string, check: (typeof checks)[string]): Promise<Result> {
  try {
    return (await check(deps)) ?? "ok";
  } catch (error) {
    deps.log.error({ check: name, err: error }, "not ready");
    return "failed";
  }
}
