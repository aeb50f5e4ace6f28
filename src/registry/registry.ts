import { AppError } from "../errors.ts";

/** Below the public address: where the log is served, and with the address's host in front its name. */
export const logPath = "/evidence/log";

/** The name a log is given when it begins: its address without the scheme (c2sp.org/tlog-tiles, "Parameters"). */
export function logNameAt(origin: string): string {
  return `${origin.replace(/^\w+:\/\//, "")}${logPath}`;
}

/** A state the log cannot have come to by itself: nothing must be added to it or served from it. */
export function brokenRegistry(what: string): AppError {
  return new AppError("unavailable", `The registry cannot be used: ${what}`);
}
