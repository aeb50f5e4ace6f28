import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { stateFiles } from "../../../db/state-files.ts";
import { shippedLists } from "../../evidence/trust-lists/trust-lists.ts";
import { writeWhole } from "../../platform/files/write-whole.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";
import type { IssuingDeps } from "../deps.ts";
import { type Finding, look } from "./monitor.ts";
import { readMonitorState, storeAlarm, storeMonitorState } from "./monitor-folder.ts";

const answerMs = 30_000;
/** How long a grown log may go without anyone independent, as for the `monitor` command. */
const anchorMs = 24 * 3_600_000;

/** What the last look at another server's log found; times are ISO 8601. */
const outcomeSchema = z.object({
  lookedAt: z.string(),
  size: z.int().nullable(),
  alarm: z.enum(["fork", "rewind", "wrong-key", "no-anchor", "silent"]).nullable(),
  text: z.string().nullable(),
});
export type WatchedLog = { address: string } & Partial<z.infer<typeof outcomeSchema>>;

type Watching = Pick<IssuingDeps, "config" | "log" | "now">;

/**
 * Looks once at the log of every server in the settings, as `attestamp monitor` does, and keeps what it saw in the data
 * folder. Each server of a cluster looks itself. Logs an alarm when it begins and when it is over; never rejects for
 * what another server does.
 */
export async function watchLogs(deps: Watching, signal: AbortSignal): Promise<void> {
  for (const address of deps.config.watch) {
    if (signal.aborted) return;
    await watchLog(deps, address);
  }
}

async function watchLog({ config, log, now }: Watching, address: string): Promise<void> {
  const folder = folderOf(config.dataDir, address);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const told = readOutcome(folder)?.alarm ?? null;
  const { state, finding, head } = await look(address, readMonitorState(folder), {
    now: now(),
    anchorMs,
    lists: shippedLists,
    fetch: (at) => fetchBytes(at, answerMs),
  });
  if (state && finding?.alarm !== "silent") storeMonitorState(folder, state);
  const alarm = finding?.alarm ?? null;
  if (finding && alarm !== told)
    log.error({ address, ...withPaths(folder, finding) }, "alarm about a watched log");
  if (!finding && told !== null) log.info({ address, alarm: told }, "the watched log is right again");
  const outcome = { lookedAt: new Date(now()).toISOString(), size: head?.size ?? null, alarm };
  writeWhole(join(folder, outcomeName), JSON.stringify({ ...outcome, text: finding?.text ?? null }));
}

const withPaths = (folder: string, finding: Finding) => ({
  alarm: finding.alarm,
  text: finding.text,
  notes: storeAlarm(folder, finding),
});

/** The servers in the settings with what the last look found; without it before the first one. */
export function readWatchedLogs({ config }: Pick<Watching, "config">): WatchedLog[] {
  return config.watch.map((address) => ({ address, ...readOutcome(folderOf(config.dataDir, address)) }));
}

const outcomeName = "outcome.json";

const folderOf = (dataDir: string, address: string) =>
  join(dataDir, stateFiles.watched, encodeURIComponent(address));

/** Undefined before the first look, and for a file that cannot be read: the next look writes it again. */
function readOutcome(folder: string): z.infer<typeof outcomeSchema> | undefined {
  try {
    return outcomeSchema.parse(JSON.parse(readFileSync(join(folder, outcomeName), "utf8")));
  } catch {
    return undefined;
  }
}
