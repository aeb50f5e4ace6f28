import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pause } from "../../client/retries.ts";
import { AppError } from "../../errors.ts";
import { readTrustFile } from "../../evidence/trust-lists/trust-file.ts";
import { shippedLists, type TrustLists } from "../../evidence/trust-lists/trust-lists.ts";
import { sendOperatorMail } from "../../features/mail/operator-mail.service.ts";
import { type Alarm, type Finding, type Look, look } from "../../issuing/monitor/monitor.ts";
import { readMonitorState, storeAlarm, storeMonitorState } from "../../issuing/monitor/monitor-folder.ts";
import { fetchBytes } from "../../platform/http-fetch.ts";
import { readConfig } from "../read-config.ts";
import { sayLine } from "./client-command.ts";
import { printable } from "./printable.ts";

/** The exit code of each alarm. 1: the monitor itself failed; 2: a usage error. */
const exitCodes: Record<Alarm, number> = { fork: 3, rewind: 4, "wrong-key": 5, "no-anchor": 6, silent: 7 };
/** Those that no later look can take back: two signed statements contradict each other. */
const finalAlarms: readonly Alarm[] = ["fork", "rewind", "wrong-key"];

export type MonitorCommandOptions = {
  state: string;
  once?: true;
  every: number;
  anchorHours: number | false;
  timeout: number;
  trust?: string;
  mail?: string;
  webhook?: string;
};

const minute = 60_000;
const webhookMs = 30_000;

/**
 * Follows the log of a server from outside. Prints a line for each look; tells an alarm once, until it is over. Ends
 * with the exit code of an alarm after one look with --once, otherwise at the first alarm that is final.
 */
export async function monitor(address: string, options: MonitorCommandOptions): Promise<void> {
  const folder = resolve(options.state);
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let told: Alarm | undefined;
  while (!stop.signal.aborted) {
    const { state, finding, head } = await lookOnce(address, folder, options);
    if (state && finding?.alarm !== "silent") storeMonitorState(folder, state);
    if (head) sayLine(`The log ${printable(head.origin)} has ${head.size} entries.`);
    if (finding && finding.alarm !== told) await tell(address, finding, storeAlarm(folder, finding), options);
    if (!finding && told) sayLine(`${address}: it is right again.`);
    told = finding?.alarm;
    const isLast = options.once || (finding && finalAlarms.includes(finding.alarm));
    if (isLast) {
      process.exitCode = finding ? exitCodes[finding.alarm] : 0;
      return;
    }
    await pause(options.every * minute, stop.signal);
  }
}

async function lookOnce(
  address: string,
  folder: string,
  { anchorHours, timeout, trust }: MonitorCommandOptions,
): Promise<Look> {
  return look(address, readMonitorState(folder), {
    now: Date.now(),
    anchorMs: anchorHours === false ? undefined : anchorHours * 60 * minute,
    lists: trust === undefined ? shippedLists : readLists(trust),
    fetch: (at) => fetchBytes(at, timeout * 1000),
  });
}

/** The reader's own lists in a file (docs/verifying.md). Throws AppError. */
function readLists(path: string): TrustLists {
  const read = readTrustFile(readFileSync(path), shippedLists);
  if ("lists" in read) return read.lists;
  throw new AppError("invalid", "trust-file-unusable", "{path} is not a file of lists (docs/verifying.md).", {
    params: { path },
  });
}

/** Prints an alarm and sends it; that it cannot be sent is printed, too. */
async function tell(
  address: string,
  { alarm, text, notes }: Finding,
  paths: string[],
  { mail, webhook }: MonitorCommandOptions,
): Promise<void> {
  const kept = paths.map((path) => `The signed note is kept in ${path}`);
  console.log([`${alarm}: ${address}: ${text}`, ...kept].map(printable).join("\n"));
  const attempt = async (send: () => Promise<unknown>) => {
    try {
      await send();
    } catch (error) {
      sayLine(`The alarm was not sent: ${printable(error instanceof Error ? error.message : String(error))}`);
    }
  };
  if (webhook !== undefined)
    await attempt(() => postAlarm(webhook, { text: `${alarm}: ${address}: ${text}`, alarm, address, notes }));
  if (mail !== undefined)
    await attempt(() =>
      sendOperatorMail({ config: readConfig(), now: Date.now }, mail, {
        subject: `Alarm about a public log: ${alarm}`,
        paragraphs: [`${address}: ${text}`, ...notes],
      }),
    );
}

async function postAlarm(webhook: string, body: Record<string, unknown>): Promise<void> {
  const answer = await fetch(webhook, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(webhookMs),
  });
  if (!answer.ok)
    throw new AppError("unavailable", "alarm-not-taken", "the webhook answers with status {status}", {
      params: { status: answer.status },
    });
}
