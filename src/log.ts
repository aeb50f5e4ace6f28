import pino, { type Logger } from "pino";

export type Log = Logger;

/** JSON lines on standard output. Secrets are redacted by name wherever they stand. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: [
        "password",
        "*.password",
        "token",
        "*.token",
        "cookie",
        "*.cookie",
        "headers.cookie",
        "headers.authorization",
      ],
      censor: "[redacted]",
    },
  });
}
