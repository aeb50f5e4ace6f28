import { existsSync, statSync } from "node:fs";
import { AppError } from "../errors.ts";
import { type FoundFile, findFiles } from "./find-files.ts";
import { openRemoteServer } from "./remote-server.ts";
import type { RetryPolicy } from "./retries.ts";
import { type EarlyEnd, mayPass, type RunProgress, type StampOrder, stampFiles } from "./stamp-files.ts";

export type WatchOrder = Omit<StampOrder, "files" | "again"> & {
  folder: string;
  /** The folder for results; undefined: next to their files. */
  out: string | undefined;
};

type Watching = {
  /** Resolves when the folder should be looked at again; rejects when the user stops. */
  untilNextLook: () => Promise<void>;
  /** After an error that the server or the network may overcome. */
  untilServerIsBack: () => Promise<void>;
  /** A file is complete when it has not changed for this many looks. */
  stillLooks: number;
  /** After this many looks, a file is tried again whose error may have passed. */
  againAfterLooks: number;
};

type Seen = {
  /** Size and time of the last change. */
  state: string;
  /** How often it was seen in this state; less than none if it failed a moment ago. */
  looks: number;
};

/**
 * Stamps each file in the folder, and in its subfolders, that is there or appears, once it is complete. Keeps no list
 * on this machine: the server knows which files the account has stamped, so that a new start stamps none of them
 * again. Results are never stamped. A file that cannot be stamped is tried again when it changes, and one that failed
 * for another reason also after a while. Resolves when the user stops, or with the reason why no file can be stamped
 * any more.
 */
export async function watchFolder(
  { folder, out, ...order }: WatchOrder,
  retryPolicy: RetryPolicy,
  progress: RunProgress,
  { untilNextLook, untilServerIsBack, stillLooks, againAfterLooks }: Watching,
): Promise<EarlyEnd> {
  const stopped: EarlyEnd = { reason: "stopped", sentence: "Stopped." };
  const seen = new Map<string, Seen>();
  /** The states in which files were stamped, or could not be. */
  const handled = new Map<string, string>();
  const remote = openRemoteServer(order.access, retryPolicy);
  /** Undefined: not known, or the server may have been restarted with other settings. */
  let extraTypes: boolean | undefined;
  const lookOnce = async (): Promise<EarlyEnd | undefined> => {
    extraTypes ??= await remote.takesExtraTypes();
    const files = look(folder, out, extraTypes);
    const states = new Map(files.map(({ path }) => [path, readState(path)]));
    for (const paths of [seen, handled])
      for (const path of paths.keys()) if (!states.has(path)) paths.delete(path);
    const complete = files.filter(({ path }) => {
      const state = states.get(path);
      if (state === undefined || handled.get(path) === state) return false;
      const before = seen.get(path);
      const looks = before?.state === state ? before.looks + 1 : 1;
      seen.set(path, { state, looks });
      return looks >= stillLooks;
    });
    if (complete.length === 0) return undefined;
    const { failed, refused, untried, end } = await stampFiles(
      { ...order, again: false, files: complete },
      retryPolicy,
      progress,
    );
    for (const file of complete) {
      const state = states.get(file.path);
      if (state === undefined || untried.includes(file)) continue;
      if (!failed.includes(file) || refused.includes(file)) handled.set(file.path, state);
      else seen.set(file.path, { state, looks: stillLooks - againAfterLooks });
    }
    return end;
  };
  while (!retryPolicy.signal.aborted) {
    requireFolder(folder);
    const end = await lookOnce().catch((error: unknown) => {
      if (retryPolicy.signal.aborted) return stopped;
      if (mayPass(error)) return { reason: "unreachable" as const, sentence: error.message };
      throw error;
    });
    if (end === undefined) {
      await untilNextLook().catch(() => undefined);
      continue;
    }
    if (end.reason !== "unreachable") return end;
    retryPolicy.say(end.sentence);
    extraTypes = undefined;
    await untilServerIsBack().catch(() => undefined);
  }
  return stopped;
}

function requireFolder(folder: string): void {
  if (!existsSync(folder))
    throw new AppError("invalid", "folder-not-there", "There is no folder {folder}.", { params: { folder } });
}

/** A folder that changes while it is read is read at the next look. */
function look(folder: string, out: string | undefined, extraTypes: boolean): FoundFile[] {
  try {
    return findFiles([folder], out, extraTypes).files;
  } catch (error) {
    if (error instanceof Error && "syscall" in error) return [];
    throw error;
  }
}

/** Undefined for an empty file, whose content is still to come, and for one that is gone. */
function readState(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && found.size > 0 ? `${found.size} ${found.mtimeMs}` : undefined;
}
