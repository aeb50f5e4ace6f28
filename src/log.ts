import pino, { type DestinationStream, type Logger } from "pino";

export type Log = Logger;

const secretNames = ["password", "token", "cookie", "authorization", "secret"];

/** JSON lines on standard output, or wherever is said. Secrets are redacted by name wherever they stand. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, base: undefined, redact: { paths, censor: "[redacted]" } }, destination);
}
