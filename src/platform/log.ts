import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type DestinationStream, type Logger } from "pino";

export type Log = Logger;

const secretNames = ["password", "token", "cookie", "authorization", "secret"];

const requestIds = new AsyncLocalStorage<string | undefined>();

/** Every line that is logged in `work`, and in what it starts, bears the id of the request it is done for. */
export function forRequest<Result>(requestId: string, work: () => Result): Result {
  return requestIds.run(requestId, work);
}

/** For work that a request only wakes, such as whatever waits in a queue: its lines are nobody's. */
export function externalRequests<Result>(work: () => Result): Result {
  return requestIds.run(undefined, work);
}

function idOfRequest(): { requestId?: string } {
  const requestId = requestIds.getStore();
  return requestId === undefined ? {} : { requestId };
}

/** Written before the call returns, so that the last words before an end are not lost. */
const standardOutput = () => pino.destination({ dest: 1, sync: true });

/** JSON lines on standard output, or wherever is said. Secrets are redacted by name wherever they stand. */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Log {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const redact = { paths, censor: "[redacted]" };
  return pino({ level, base: undefined, mixin: idOfRequest, redact }, destination);
}
