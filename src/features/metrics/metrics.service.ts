import type { Metric } from "../../platform/metrics/exposition.ts";
import { programCommit, programVersion } from "../../program-info.ts";
import type { Deps } from "../deps.ts";
import { countJobs, countStored, type Kept } from "./metrics.repo.ts";

/** Whole tables are read at most this often, however many requests arrive. */
const cachedForMs = 60_000;

/** Returns the metrics for the operator's monitoring. They contain no names, addresses, serial numbers or paths. */
export function metricsReader(
  deps: Pick<Deps, "db" | "now" | "measures" | "backups">,
): () => Promise<Metric[]> {
  let known: { at: number; kept: Kept } | undefined;
  return async () => {
    const now = deps.now();
    const isRecent = known !== undefined && now - known.at < cachedForMs;
    const stored = known && isRecent ? known : { at: now, kept: await countStored(deps.db) };
    known = stored;
    return [...processMetrics(), ...(await workMetrics(deps, now)), ...storageMetrics(stored.kept)];
  };
}

const gauge = (name: string, help: string, samples: Metric["samples"]): Metric => {
  return { name, help, type: "gauge", samples };
};
const single = (value: number): Metric["samples"] => [{ labels: {}, value }];

function processMetrics(): Metric[] {
  return [
    gauge("build_info", "Always 1; the labels show the running version and its commit.", [
      { labels: { version: programVersion, commit: programCommit() ?? "" }, value: 1 },
    ]),
    gauge("uptime_seconds", "Time since the server started.", single(process.uptime())),
    gauge(
      "resident_memory_bytes",
      "Memory of the server without its children.",
      single(process.memoryUsage.rss()),
    ),
  ];
}

async function workMetrics(
  { db, measures, backups }: Pick<Deps, "db" | "measures" | "backups">,
  now: number,
): Promise<Metric[]> {
  const jobs = await countJobs(db);
  const waiting = jobs.filter(({ state }) => state === "queued");
  return [
    {
      name: "http_answer_seconds",
      help: "Responses by method and status, and how long they took.",
      type: "histogram",
      samples: measures.answers.samples(),
    },
    {
      name: "job_seconds",
      help: "Attempts at jobs by kind, and how long they took.",
      type: "histogram",
      samples: measures.jobs.samples(),
    },
    gauge(
      "jobs",
      "Jobs that are waiting, running or failed permanently.",
      jobs.map(({ kind, state, rows }) => ({ labels: { kind, state }, value: rows })),
    ),
    gauge(
      "oldest_waiting_job_seconds",
      "How long the oldest waiting job of a kind has been waiting.",
      waiting.map(({ kind, oldest }) => ({
        labels: { kind },
        value: oldest ? Math.max(0, now - oldest.getTime()) / 1000 : 0,
      })),
    ),
    gauge(
      "backup_failed",
      "1 if the last scheduled backup failed.",
      single(backups.failure === undefined ? 0 : 1),
    ),
  ];
}

function storageMetrics({ documents, bytes, accounts, stamps, mails }: Kept): Metric[] {
  return [
    gauge(
      "documents",
      "Documents by status.",
      documents.map(({ status, rows }) => ({ labels: { status }, value: rows })),
    ),
    gauge("kept_bytes", "Bytes of originals and stamped copies on disk.", [
      { labels: { files: "originals" }, value: bytes?.originals ?? 0 },
      { labels: { files: "stamped" }, value: bytes?.stamped ?? 0 },
    ]),
    gauge("accounts", "Accounts that are not deleted.", single(accounts)),
    gauge("stamps", "Stamps used since the beginning, by plan.", single(stamps)),
    gauge(
      "mails",
      "Emails of the last days by state.",
      mails.map(({ state, rows }) => ({ labels: { state }, value: rows })),
    ),
  ];
}
