import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type DestinationStream, type Logger } from "pino";

export type { Logger };

const secretNames = ["password", "token", "cookie", "authorization", "secret"];

const requestIds = new AsyncLocalStorage<string | undefined>();

/** Adds the request's ID to every line logged in `work` and in everything it starts. */
export function forRequest<Result>(requestId: string, work: () => Result): Result {
  return requestIds.run(requestId, work);
}

/** For work that a request only triggers, such as processing a queue: its lines get no request ID. */
export function externalRequests<Result>(work: () => Result): Result {
  return requestIds.run(undefined, work);
}

function idOfRequest(): { requestId?: string } {
  const requestId = requestIds.getStore();
  return requestId === undefined ? {} : { requestId };
}

/** Written synchronously, so that the last lines before an exit are not lost. */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

/** JSON lines to standard output or `destination`. Secrets are redacted by name at any depth. */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const redact = { paths, censor: "[redacted]" };
  return pino({ level, base: undefined, mixin: idOfRequest, redact }, destination);
}
