import { AppError } from "../../errors.ts";

/** Below the public address: where the log is served, and with the address's host in front its name. */
export const logPath = "/evidence/log";

/** Where the logs are served that were ended, each below its number. */
export const endedPath = `${logPath}/ended`;

/** The name of the log that a checkpoint is of, its first line. */
export function nameIn(checkpoint: string): string {
  return checkpoint.slice(0, checkpoint.indexOf("\n"));
}

/** The name a log is given when it begins: its address without the scheme (c2sp.org/tlog-tiles, "Parameters"). */
export function logNameAt(origin: string): string {
  return `${origin.replace(/^\w+:\/\//, "")}${logPath}`;
}

/** The name of a log that comes after another: never one that was used before, so that no two logs are ever one. */
export function nextLogName(origin: string, id: string): string {
  return `${logNameAt(origin)}/${id}`;
}

/** Under which id a log's key is kept; undefined for the first log of a server. */
export function logIdIn(name: string): string | undefined {
  return /\/log\/([0-9a-f]{8})$/.exec(name)?.[1];
}

/** A state the log cannot have come to by itself: nothing must be added to it or served from it. */
export function brokenLog(what: string): AppError {
  return new AppError("unavailable", `The registry cannot be used: ${what}`);
}
