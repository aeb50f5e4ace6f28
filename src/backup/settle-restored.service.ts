import { openSoundDatabase } from "../../db/open.ts";
import { endAllSessions } from "../accounts/operator.service.ts";
import type { Config } from "../config.ts";
import type { LogEnd } from "../evidence/log/log-end.ts";
import { createLog } from "../log.ts";
import { giveUpOpenMails } from "../mail/restored-mails.service.ts";
import { endLog } from "../registry/ending.service.ts";
import { openLogKey } from "../registry/log-key.service.ts";
import { findHead } from "../registry/registry.service.ts";
import { startOverAsWitness } from "../witnesses/starting-over.service.ts";

/**
 * Makes a data folder that was just restored one that can be gone on with although the server it is of may have gone
 * on behind the backup: what was signed since must not be signed again in other words, what was sent not be sent
 * again, and who was signed out not be signed in. Returns how the public log ended; undefined when there was none.
 */
export function settleRestored(config: Config, now: () => number): LogEnd | undefined {
  const db = openSoundDatabase(config.dataDir);
  try {
    endAllSessions({ db });
    giveUpOpenMails({ db, now });
    if (!findHead({ db })) return undefined;
    const logKey = openLogKey(config.dataDir, db);
    return endLog({ db, config, logKey, log: createLog(config.logLevel), now }, startOverAsWitness);
  } finally {
    db.$client.close();
  }
}
