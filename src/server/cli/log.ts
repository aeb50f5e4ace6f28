import { lockDataFolder } from "../../../db/data-folder.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { AppError } from "../../errors.ts";
import type { LogEnd } from "../../evidence/tlog/log-end.ts";
import { findHead } from "../../features/log/log.service.ts";
import { openLogKey } from "../../features/log/log-keys.service.ts";
import { endLostLog } from "../../features/log/recovery.service.ts";
import { endLog } from "../../features/log/retirement.service.ts";
import { startOverAsWitness } from "../../features/witnesses/witness.service.ts";
import { createLog } from "../../platform/log.ts";
import { readConfig } from "../read-config.ts";
import { becomeOwnerOf } from "./drop-root.ts";

/** Ends the log of a data folder that no server uses. Throws AppError with the operator's sentence. */
export function endPublicLog(): void {
  const config = readConfig();
  becomeOwnerOf(config.dataDir);
  const unlock = lockDataFolder(config.dataDir);
  const db = openDatabaseIn(config.dataDir);
  try {
    const deps = { db, config, log: createLog(config.logLevel), now: Date.now };
    if (findHead({ db })) {
      const logKey = openLogKey(config.dataDir, db);
      console.log(toldOfEnd(endLog({ ...deps, logKey }, startOverAsWitness)));
    } else {
      const lost = endLostLog(deps, startOverAsWitness);
      if (!lost) throw new AppError("conflict", "There is no log to end: the next start begins one.");
      console.log(toldOfLost(lost));
    }
  } finally {
    db.$client.close();
    unlock();
  }
}

/** The same of logs whose database was lost; where not even a key is left, there is nothing to end one with. */
export function toldOfLost({ ends, next }: { ends: LogEnd[]; next: string }): string {
  if (ends.length > 0) return ends.map(toldOfEnd).join("\n");
  return `The key of the log that was signed here is gone, so that it ends without a statement. Another one begins: ${next}`;
}

/** What the operator is told. */
export function toldOfEnd({ name, here, signed, next }: LogEnd): string {
  const lost = signed.size - here.size;
  const [nextName = ""] = next.split("+", 1);
  return [
    `The log ${name} has ended with ${here.size} entries${lost > 0 ? `; ${lost} more that it signed are lost` : ""}.`,
    `The log ${nextName} goes on with them.`,
    `Whoever witnesses this log, or has this server as a witness, needs its new keys: ${next} and, once the server ` +
      "has started, the one at /evidence/witness/vkey.",
  ].join("\n");
}
