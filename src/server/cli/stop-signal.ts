import type { Logger } from "../../platform/logger.ts";

/** Less than the ten seconds after which Docker kills the process. The next start resumes interrupted work. */
const longestMs = 9_000;

/**
 * The first signal stops the server gracefully, a second one immediately. If stopping fails or takes too long, the
 * process exits with status 1.
 */
export function onStopSignal(stopInOrder: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => onFailed(log, new Error(`It took longer than ${longestMs / 1000} seconds.`)), longestMs);
    stopInOrder().then(
      () => process.exit(0),
      (error) => onFailed(log, error),
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

function onFailed(log: Logger, error: unknown): void {
  log.error({ err: error }, "the server did not stop gracefully");
  process.exit(1);
}
