import { AppError } from "../../errors.ts";

/** The path of the log below the public address. With the host in front it is the name of the first log. */
export const logPath = "/evidence/log";

/** Retired logs are served below this path, each under its number. */
export const retiredPath = `${logPath}/ended`;

/** The origin of a checkpoint: the log's name, its first line. */
export function nameIn(checkpoint: string): string {
  return checkpoint.slice(0, checkpoint.indexOf("\n"));
}

/** The name of a server's first log: its address without the scheme (c2sp.org/tlog-tiles, "Parameters"). */
export function logNameAt(origin: string): string {
  return `${origin.replace(/^\w+:\/\//, "")}${logPath}`;
}

/** The name of a log that follows another one. `id` is new each time, so that no two logs share a name. */
export function nextLogName(origin: string, id: string): string {
  return `${logNameAt(origin)}/${id}`;
}

/** The id of a log's key; undefined for the first log of a server. */
export function logIdIn(name: string): string | undefined {
  return /\/log\/([0-9a-f]{8})$/.exec(name)?.[1];
}

/**
 * For a log in a state that the program cannot have caused by itself. Nothing may be appended to it or served from it.
 */
export function brokenLog(what: string): AppError {
  return new AppError("unavailable", "log-unusable", "The log cannot be used: {what}", {
    params: { what },
  });
}

export function isBrokenLog(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "log-unusable";
}
