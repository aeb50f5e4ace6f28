import { resolve } from "node:path";
import { defaultIdleTimeoutMs, pause } from "../../client/retries.ts";
import { type WatchOrder, watchFolder } from "../../client/watch-folder.ts";
import { AppError } from "../../errors.ts";
import { endCodes, exitCodes, sayLine } from "./client-command.ts";
import { describeStamped, readWishes, type StampOptions } from "./stamp.ts";

const lookEveryMs = 1_000;
/** Copying over a slow network pauses for a few seconds. */
const stillLooks = 5;
const againAfterLooks = 60;
const serverBackAfterMs = 60_000;

/**
 * Has a server stamp the files that appear in a folder, until it is stopped. Prints a line for each file. Being stopped
 * is its normal end.
 */
export async function watch(given: string, options: StampOptions): Promise<void> {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const { signal } = stop;
  try {
    const order: WatchOrder = {
      ...readWishes(options),
      folder: given,
      out: options.out === undefined ? undefined : resolve(options.out),
    };
    sayLine(`Watching ${given}. Press Ctrl+C to stop.`);
    const end = await watchFolder(
      order,
      { pause, signal, say: sayLine, idleTimeoutMs: defaultIdleTimeoutMs },
      {
        stage: () => undefined,
        done: ({ path }, result) => console.log(describeStamped(path, result)),
        failed: ({ path }, sentence) => sayLine(`${path}: ${sentence}`),
      },
      {
        untilNextLook: () => pause(lookEveryMs, signal),
        untilServerIsBack: () => pause(serverBackAfterMs, signal),
        stillLooks,
        againAfterLooks,
      },
    );
    sayLine(end.sentence);
    process.exitCode = end.reason === "stopped" ? 0 : endCodes[end.reason];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    sayLine(error.message);
    process.exitCode = error.kind === "unauthenticated" ? endCodes["not signed in"] : exitCodes.usage;
  }
}
