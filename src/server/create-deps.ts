import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Database } from "../../db/client.ts";
import { openConfiguredDatabase } from "../../db/open.ts";
import { stateFiles } from "../../db/state-files.ts";
import { shippedLists } from "../evidence/trust-lists/trust-lists.ts";
import { Passwords } from "../features/accounts/passwords.ts";
import { OpenIdProviders } from "../features/accounts/providers/open-id.ts";
import { createSessions } from "../features/accounts/sessions.ts";
import { BackupReport } from "../features/backup/backups.ts";
import { openPayments } from "../features/billing/payments.ts";
import { ListReading } from "../features/collections/list-reading.ts";
import type { Config } from "../features/config.ts";
import type { Deps } from "../features/deps.ts";
import { stampingJob } from "../features/documents/documents.ts";
import { PagePictures } from "../features/documents/page-pictures.ts";
import { mailJob } from "../features/mail/mail.ts";
import { openAttestationKeys } from "../issuing/attestations/attestation-keys.service.ts";
import { openLogKey } from "../issuing/log/log-keys.service.ts";
import { readClock } from "../issuing/tsa/clock.repo.ts";
import { externalRoots } from "../issuing/tsa/external-roots.ts";
import { ExternalTsas } from "../issuing/tsa/external-tsas.ts";
import { openTsa } from "../issuing/tsa/open-tsa.ts";
import { hasCosigned } from "../issuing/witnesses/witnesses.repo.ts";
import { BestEffort } from "../platform/best-effort.ts";
import { openDatabaseClock } from "../platform/cluster/database-clock.ts";
import { openFileStore } from "../platform/files/open-file-store.ts";
import { UploadSlots } from "../platform/files/upload-slots.ts";
import {
  type ChildSandbox,
  findChildSandbox,
  noSandbox,
  sandboxWarning,
} from "../platform/jobs/child-sandbox.ts";
import { JobEvents } from "../platform/jobs/job-events.ts";
import { listOpenSubjects } from "../platform/jobs/jobs.repo.ts";
import { WorkerPool } from "../platform/jobs/worker-pool.ts";
import { loadCounterKey } from "../platform/keys/keyed-hash.ts";
import { loadWitnessKey } from "../platform/keys/keys.ts";
import { withSharedKeys } from "../platform/keys/shared-keys.ts";
import { createLogger, type Logger } from "../platform/logger.ts";
import { MemoryRateLimiter } from "../platform/memory-rate-limiter.ts";
import { newMeasures } from "../platform/metrics/measures.ts";
import { ensureConverter } from "../platform/office/ensure-converter.ts";
import { selfExec } from "../platform/self-exec.ts";

const uploadsAtATime = 3;
const workCommand = [...selfExec, "work"];

/** Wires the application for the server, the commands and the tests. Throws AppError if the data cannot be used. */
export async function createDeps(config: Config, overrides: Partial<Deps> = {}): Promise<Deps> {
  const db = overrides.db ?? (await openConfiguredDatabase(config));
  const databaseClock = overrides.now ? undefined : await openDatabaseClock(db);
  const now = overrides.now ?? databaseClock?.now ?? Date.now;
  const log = overrides.log ?? createLogger(config.logLevel);
  const bestEffort = overrides.bestEffort ?? new BestEffort(log, now);
  const files = overrides.files ?? (await openFileStore(config));
  const node = overrides.node ?? { id: crypto.randomUUID(), isAlone: db.engine === "sqlite" };
  const keys = await withSharedKeys({ config, db, now, node, log }, () =>
    loadKeys(config, db, now, overrides),
  );
  return {
    config,
    db,
    log,
    now,
    files,
    bestEffort,
    node,
    databaseClock,
    passwords: overrides.passwords ?? new Passwords(),
    sessions: createSessions({ db, now, https: config.origin.startsWith("https:"), bestEffort }),
    uploadSlots: new UploadSlots(uploadsAtATime * config.rateLimitFactor),
    listReading: new ListReading(),
    memoryRateLimiter: new MemoryRateLimiter(),
    ...keys,
    bitcoin: shippedLists.bitcoin,
    externalTsas: new ExternalTsas({
      urls: config.tsaUrls,
      access: config.tsaAccess,
      roots: externalRoots(config.tsaRoots),
      now,
      log,
    }),
    openId: new OpenIdProviders({ config, now, log }),
    pagePictures: new PagePictures(),
    jobEvents: new JobEvents(
      db.engine === "sqlite"
        ? undefined
        : (subjects) => listOpenSubjects(db, [stampingJob, mailJob], subjects),
    ),
    measures: newMeasures(),
    backups: new BackupReport(),
    payments: config.payments && openPayments(config.payments),
    workers: new WorkerPool({
      // At least two, so that one slow document leaves a worker for the others.
      size: Math.max(2, availableParallelism()),
      command: workCommand,
      temporaryFolder: files.temporaryFolder,
      childrenFolder: childrenFolder(config.dataDir),
      cacheFolder: join(config.dataDir, stateFiles.cache),
      log,
      sandbox: () => childSandbox(log),
    }),
    converter: ensureConverter({
      setting: "off",
      say: (line) => log.info(line),
      warn: (line) => log.warn(line),
    }),
    ...overrides,
  };
}

type Keys = Pick<Deps, "signingKeys" | "counterKey" | "logKey" | "witnessKey" | "authority">;

/** Reads the keys, and creates those that are missing and have signed nothing. */
async function loadKeys(
  config: Config,
  db: Database,
  now: () => number,
  overrides: Partial<Keys>,
): Promise<Keys> {
  const { dataDir } = config;
  const signingKeys = overrides.signingKeys ?? (await openAttestationKeys({ config, db, now }));
  return {
    signingKeys,
    counterKey: overrides.counterKey ?? loadCounterKey(dataDir, signingKeys.current),
    logKey: overrides.logKey ?? (await openLogKey(dataDir, db)),
    witnessKey: overrides.witnessKey ?? loadWitnessKey(dataDir, await hasCosigned(db)),
    authority: overrides.authority ?? openTsa(config, now, (await readClock(db)).newestIssued !== null),
  };
}

/** The sandbox of this machine, or none, with a warning for the operator. */
function childSandbox(log: Logger): ChildSandbox {
  const found = findChildSandbox();
  if (!found) log.warn(sandboxWarning);
  return found ?? noSandbox;
}

/** On the file system of the stored files, so that a document is hard-linked for a child and not copied. */
function childrenFolder(dataDir: string): string {
  return join(dataDir, stateFiles.children);
}

/** Removes what the children of a killed server left behind; no other server may be using the data folder. */
export function removeLeftoversOfChildren({ dataDir }: Pick<Config, "dataDir">): void {
  rmSync(childrenFolder(dataDir), { recursive: true, force: true });
}
