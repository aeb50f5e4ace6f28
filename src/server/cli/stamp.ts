import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { takesExtraTypes } from "../../client/accepted-types.ts";
import type { Stage } from "../../client/client.ts";
import { findFiles } from "../../client/find-files.ts";
import { defaultIdleTimeoutMs, pause } from "../../client/retries.ts";
import { serverIn } from "../../client/server-address.ts";
import type { StampedFile } from "../../client/stamp-file.ts";
import { type Outcome, type StampOrder, stampFiles } from "../../client/stamp-files.ts";
import { AppError } from "../../errors.ts";
import { clientSettings } from "../read-config.ts";
import { endCodes, exitCodes, readToken, sayLine } from "./client-command.ts";
import { printable } from "./printable.ts";

/** The options of the commands that stamp files. */
export type StampOptions = {
  server?: string;
  token?: string;
  tokenFile?: string;
  out?: string;
  evidence?: true;
  otherParties?: string;
  originalDate?: string;
  position?: string;
  qrCode?: string;
  confirmOwnership?: true;
  allowHttp?: true;
};

/**
 * Has files stamped by a server, using an access token, and saves stamped copies and certificates next to them. Prints
 * a line for each file, and at the end the failed ones and why the run ended.
 */
export async function stamp(paths: string[], options: StampOptions & { again?: true }): Promise<void> {
  try {
    const { order, missing } = await readOrder(paths, options);
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort());
    process.once("SIGTERM", () => stop.abort());
    const outcome = await run(order, missing, stop.signal);
    process.exitCode = getExitCode(outcome, missing);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    sayLine(error.message);
    process.exitCode = error.kind === "unauthenticated" ? endCodes["not signed in"] : exitCodes.usage;
  }
}

async function run(order: StampOrder, missing: string[], signal: AbortSignal): Promise<Outcome> {
  const progress = stampProgress(order.files.length);
  const say = (sentence: string) => {
    progress.clear();
    sayLine(sentence);
  };
  for (const path of missing) say(`${path}: There is no such file.`);
  const outcome = await stampFiles(
    order,
    { pause, signal, say, idleTimeoutMs: defaultIdleTimeoutMs },
    {
      stage: ({ name }, index, stage) => progress.show(printable(name), index, stage),
      done({ path }, result) {
        progress.clear();
        console.log(describeStamped(path, result));
      },
      failed: ({ path }, sentence) => say(`${path}: ${sentence}`),
    },
  );
  progress.clear();
  printOutcome(outcome, missing);
  return outcome;
}

/** One line about a stamped file: its serial number and its results. */
export function describeStamped(
  path: string,
  { serialNumber, folder, names, wasStamped }: StampedFile,
): string {
  const results = names.map((name) => relative(".", join(folder, name)));
  const serial = wasStamped ? `already stamped as ${serialNumber}` : serialNumber;
  return printable(`${path}: ${serial}: ${results.join(", ")}`);
}

function printOutcome({ done, known, failed, untried, end }: Outcome, missing: string[]): void {
  if (end) sayLine(end.sentence);
  for (const line of [
    ...listed("Failed:", [...missing, ...failed.map(({ path }) => path)]),
    ...listed(
      "Not stamped:",
      untried.map(({ path }) => path),
    ),
  ])
    sayLine(line);
  sayLine(`${done} of ${done + failed.length + untried.length + missing.length} stamped.`);
  if (known > 0) sayLine(`${known} stamped before, without using a stamp now. To stamp again, add --again.`);
}

const listed = (title: string, paths: string[]) =>
  paths.length > 0 ? [title, ...paths.map((path) => `  ${path}`)] : [];

function getExitCode({ failed, end }: Outcome, missing: string[]): number {
  if (end) return endCodes[end.reason];
  return failed.length + missing.length > 0 ? exitCodes.failed : 0;
}

async function readOrder(
  paths: string[],
  options: StampOptions & { again?: true },
): Promise<{ order: StampOrder; missing: string[] }> {
  const out = options.out === undefined ? undefined : resolve(options.out);
  const wishes = readWishes(options);
  const extraTypes = paths.some(isFolder) && (await takesExtraTypes(wishes.access));
  const { files, missing, results } = findFiles(paths, out, extraTypes);
  if (files.length + missing.length === 0) {
    const why = results > 0 ? `, except for ${results} from an earlier run` : "";
    throw new AppError("invalid", "no-document-to-stamp", "There is no document to stamp in {paths}{why}.", {
      params: { paths: paths.join(", "), why },
    });
  }
  return { order: { ...wishes, again: options.again ?? false, files }, missing };
}

/** What the commands that stamp files are told about the server and the stamps. */
export function readWishes(options: StampOptions): Pick<StampOrder, "access" | "wishes" | "evidence"> {
  const settings = clientSettings();
  const { evidence = false, position, originalDate, otherParties, qrCode } = options;
  const access = {
    server: serverIn(options.server ?? settings.server, options.allowHttp ?? false),
    token: readToken(options, settings.token),
    ownershipConfirmed: options.confirmOwnership,
  };
  return { access, wishes: { position, originalDate, otherParties, qrCode }, evidence };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const width = 20;
const stageWords: Record<Stage["name"], string> = {
  sending: "sending",
  stamping: "being stamped",
  loading: "loading",
};

/** The progress of a run as one line that is overwritten; only on a terminal. */
function stampProgress(total: number): {
  show: (name: string, index: number, stage: Stage) => void;
  /** Call it before anything else is printed. */
  clear: () => void;
} {
  const { isTTY } = process.stderr;
  const columns = process.stderr.columns || 80;
  let shown = "";
  const write = (line: string) => {
    if (!isTTY || line === shown) return;
    shown = line;
    process.stderr.write(`\r\u001b[K${line}`);
  };
  return {
    show: (name, index, stage) => write(progressLine(name, index, total, stage).slice(0, columns - 1)),
    clear: () => shown !== "" && write(""),
  };
}

/** e.g. `[#####---------------] 3 of 12: lease.pdf, sending 40 %` */
export function progressLine(
  name: string,
  index: number,
  total: number,
  { name: stage, share }: Stage,
): string {
  const stages = { sending: (share ?? 0) / 3, stamping: 1 / 3, loading: 2 / 3 };
  const filled = Math.floor(((index + stages[stage]) / total) * width);
  const percent = share === undefined ? "" : ` ${Math.floor(share * 100)} %`;
  const bar = "#".repeat(filled) + "-".repeat(width - filled);
  return `[${bar}] ${index + 1} of ${total}: ${name}, ${stageWords[stage]}${percent}`;
}
