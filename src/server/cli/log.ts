import { closeDatabase } from "../../../db/client.ts";
import { lockDataFolder } from "../../../db/data-folder.ts";
import { openConfiguredDatabase } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import type { LogEnd } from "../../evidence/tlog/log-end.ts";
import { printPlace } from "../../features/config.ts";
import { type Retirement, retireLog } from "../../issuing/log/retirement.service.ts";
import { replaceWitnessKey } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import { openDatabaseClock } from "../../platform/cluster/database-clock.ts";
import { requireStopped, soleConnectionName } from "../../platform/cluster/require-stopped.ts";
import { withSharedKeys } from "../../platform/keys/shared-keys.ts";
import { createLogger } from "../../platform/logger.ts";
import { readConfig } from "../read-config.ts";
import { becomeOwner } from "./drop-root.ts";

/**
 * Retires the public log of a data folder or a database that no server uses. Throws AppError with a message for the
 * operator.
 */
export async function endPublicLog(): Promise<void> {
  const config = readConfig();
  becomeOwner(config.dataDir);
  const unlock = lockDataFolder(config.dataDir);
  const db = await openConfiguredDatabase(config, soleConnectionName);
  try {
    await requireStopped(db, printPlace(config));
    const node = { id: crypto.randomUUID(), isAlone: db.engine === "sqlite" };
    const now = (await openDatabaseClock(db))?.now ?? Date.now;
    const deps = { db, config, node, log: createLogger(config.logLevel), now };
    const retirement = await withSharedKeys(deps, () => retireLog(deps, replaceWitnessKey));
    if (!retirement)
      throw new AppError(
        "conflict",
        "no-log-to-end",
        "There is no log to end: the next start will create one.",
      );
    console.log(describeRetirement(retirement));
  } finally {
    await closeDatabase(db);
    unlock();
  }
}

function describeRetirement({ ends, next }: Retirement): string {
  if (ends.length > 0) return ends.map(describeLogEnd).join("\n");
  return `The key of the log that was signed here is missing, so the log ends without a statement. A new one starts: ${next}`;
}

/** The message for the operator. */
export function describeLogEnd({ name, here, signed, next }: LogEnd): string {
  const lost = signed.size - here.size;
  const [nextName = ""] = next.split("+", 1);
  return [
    `The log ${name} has ended with ${here.size} entries${lost > 0 ? `; ${lost} more that it signed are lost` : ""}.`,
    `The log ${nextName} continues with them.`,
    `Everyone who witnesses this log, or uses this server as a witness, needs its new keys: ${next} and, once the server ` +
      "has started, the one at /evidence/witness/vkey.",
  ].join("\n");
}
