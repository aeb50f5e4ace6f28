import { closeDatabase } from "../../../db/client.ts";
import { openSoundDatabase } from "../../../db/open.ts";
import type { LogEnd } from "../../evidence/tlog/log-end.ts";
import type { Crl } from "../../evidence/x509/crl.ts";
import { authorityIdentity } from "../../platform/keys/make-pki-key.ts";
import { startOverAsAuthority } from "../../platform/keys/rotate-pki-keys.ts";
import { createLog } from "../../platform/log.ts";
import { endAllSessions } from "../accounts/operator.service.ts";
import type { Config } from "../config.ts";
import { retireLog } from "../log/retirement.service.ts";
import { failOpenMails } from "../mail/restored-mails.service.ts";
import { replaceWitnessKey } from "../witnesses/cosign-other-logs.service.ts";

/** How the public logs ended, and whether there are new keys for time-stamps and seals. */
export type Settled = { ends: LogEnd[]; hasNewKeys: boolean };

/**
 * Makes a data folder that was just restored one that can be gone on with although the server it is of may have gone
 * on behind the backup: what was signed since must not be signed again in other words, what was sent not be sent
 * again, who was signed out not be signed in, and no key sign again that may have been given up. `published` are the
 * revocation lists that are known to have been published, if any are. AppError when they are not this server's.
 */
export async function settleRestored(
  config: Config,
  now: () => number,
  published: Crl[] = [],
): Promise<Settled> {
  const db = await openSoundDatabase(config.dataDir);
  try {
    await endAllSessions({ db });
    await failOpenMails({ db, now });
    const identity = authorityIdentity(config);
    const hasNewKeys = startOverAsAuthority(config.dataDir, identity, new Date(now()), published);
    const isOlder = true;
    const retirement = await retireLog(
      { db, config, log: createLog(config.logLevel), now },
      replaceWitnessKey,
      isOlder,
    );
    return { ends: retirement?.ends ?? [], hasNewKeys };
  } finally {
    await closeDatabase(db);
  }
}
