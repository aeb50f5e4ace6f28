import { closeDatabase } from "../../../db/client.ts";
import { openIntactDatabase } from "../../../db/open.ts";
import type { LogEnd } from "../../evidence/tlog/log-end.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import { retireLog } from "../../issuing/log/retirement.service.ts";
import { replaceWitnessKey } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import { authorityIdentity } from "../../platform/keys/make-pki-key.ts";
import { startOverAsAuthority } from "../../platform/keys/rotate-pki-keys.ts";
import { createLogger } from "../../platform/logger.ts";
import { endAllSessions } from "../accounts/operator.service.ts";
import type { Config } from "../config.ts";
import { failOpenMails } from "../mail/restored-mails.service.ts";

/** The final statements of the public logs, and whether there are new keys for time-stamps and seals. */
export type RestoredState = { ends: LogEnd[]; hasNewKeys: boolean };

/**
 * Prepares a restored data folder for use, although the server may have kept running after the backup: nothing
 * signed since then may be signed differently, nothing sent may be sent again, users who signed out must stay signed
 * out, and keys that may have been rotated must not sign again. `published` are the known published revocation
 * lists. Throws AppError if they are not this server's.
 */
export async function prepareRestored(
  config: Config,
  now: () => number,
  published: Crl[] = [],
): Promise<RestoredState> {
  const db = await openIntactDatabase(config.dataDir);
  try {
    await endAllSessions({ db });
    await failOpenMails({ db, now });
    const identity = authorityIdentity(config);
    const hasNewKeys = startOverAsAuthority(config.dataDir, identity, new Date(now()), published);
    const isOlder = true;
    const retirement = await retireLog(
      { db, config, log: createLogger(config.logLevel), now },
      replaceWitnessKey,
      isOlder,
    );
    return { ends: retirement?.ends ?? [], hasNewKeys };
  } finally {
    await closeDatabase(db);
  }
}
