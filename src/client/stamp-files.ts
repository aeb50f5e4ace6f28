import { AppError, type ErrorKind } from "../errors.ts";
import { type Stage, Unreachable } from "./client.ts";
import type { FoundFile } from "./find-files.ts";
import { type Access, openRemoteServer } from "./remote-server.ts";
import type { RetryPolicy } from "./retries.ts";
import { type StampedFile, type StampingRun, stampFile } from "./stamp-file.ts";
import type { StampSettings } from "./stamp-settings.ts";

export type StampOrder = {
  access: Access;
  wishes: StampSettings;
  evidence: boolean;
  /** Whether files that were stamped before are stamped once more. */
  again: boolean;
  files: FoundFile[];
};

/** Receives the progress of the run. */
export type RunProgress = {
  stage: (file: FoundFile, index: number, stage: Stage) => void;
  done: (file: FoundFile, result: StampedFile) => void;
  failed: (file: FoundFile, sentence: string) => void;
};

/** Why the run ended before its last file. */
export type EarlyEnd = {
  reason: "stopped" | "not signed in" | "payment needed" | "unreachable";
  sentence: string;
};

/**
 * `known`: how many of the done ones had been stamped before, and used no stamp. `refused`: those of the failed ones
 * that fail again as long as they stay as they are.
 */
export type Outcome = {
  done: number;
  known: number;
  failed: FoundFile[];
  refused: FoundFile[];
  untried: FoundFile[];
  end: EarlyEnd | undefined;
};

/**
 * Stamps the files one by one. An error in one file does not affect the others; an error that affects all of them (not
 * signed in, plan used up, server unavailable) ends the run. Rejects in neither case.
 */
export async function stampFiles(
  order: StampOrder,
  retryPolicy: RetryPolicy,
  progress: RunProgress,
): Promise<Outcome> {
  const { files } = order;
  const outcome: Outcome = { done: 0, known: 0, failed: [], refused: [], untried: [], end: undefined };
  const remote = openRemoteServer(order.access, retryPolicy);
  try {
    const { wishes, evidence, again } = order;
    const waiting = await remote.list();
    const run: StampingRun = { remote, retryPolicy, wishes, evidence, again, waiting, claimed: new Set() };
    for (const [index, file] of files.entries()) {
      await stampOne(run, file, index, outcome, progress);
    }
  } catch (error) {
    outcome.end = findEarlyEnd(error, retryPolicy);
    if (outcome.end === undefined) throw error;
    outcome.untried = files.slice(outcome.done + outcome.failed.length);
  }
  return outcome;
}

async function stampOne(
  run: StampingRun,
  file: FoundFile,
  index: number,
  outcome: Outcome,
  progress: RunProgress,
): Promise<void> {
  try {
    const result = await stampFile(run, file, (stage) => progress.stage(file, index, stage));
    outcome.done += 1;
    if (result.wasStamped) outcome.known += 1;
    progress.done(file, result);
  } catch (error) {
    if (findEarlyEnd(error, run.retryPolicy)) throw error;
    outcome.failed.push(file);
    if (error instanceof AppError && aboutFile.includes(error.kind)) outcome.refused.push(file);
    progress.failed(file, describeError(error));
  }
}

/** What is wrong with the file itself. Everything else may pass: limits, a full disk, a file that is locked. */
const aboutFile: readonly ErrorKind[] = ["invalid", "too_large", "unsupported"];

/** Whether the same call may succeed later, although it was tried for a while: the server is away, or asks to wait. */
export function mayPass(error: unknown): error is Error {
  if (error instanceof Unreachable) return true;
  return error instanceof AppError && passing.includes(error.kind);
}

const passing: readonly ErrorKind[] = ["rate_limited", "unavailable", "out_of_space", "internal"];

export function findEarlyEnd(error: unknown, { signal }: RetryPolicy): EarlyEnd | undefined {
  if (signal.aborted) return { reason: "stopped", sentence: "Stopped." };
  if (error instanceof Unreachable) return { reason: "unreachable", sentence: error.message };
  if (!(error instanceof AppError)) return undefined;
  const sentence = error.message;
  if (error.kind === "unauthenticated" || error.kind === "forbidden")
    return { reason: "not signed in", sentence };
  return error.kind === "payment_required" ? { reason: "payment needed", sentence } : undefined;
}

/** Errors of local files are the user's to fix; anything else is a bug. */
function describeError(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof Error && "syscall" in error) return error.message;
  throw error;
}
