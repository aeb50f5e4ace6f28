import pino, { type DestinationStream, type Logger } from "pino";

export type Log = Logger;

const secretNames = ["password", "token", "cookie", "authorization", "secret"];

/** Written before the call returns, so that the last words before an end are not lost. */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

/** JSON lines on standard output, or wherever is said. Secrets are redacted by name wherever they stand. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, base: undefined, redact: { paths, censor: "[redacted]" } }, destination);
}
