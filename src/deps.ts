import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Database } from "../db/client.ts";
import { openDatabaseIn } from "../db/open.ts";
import { WriteLock } from "../db/write-lock.ts";
import { Passwords } from "./accounts/passwords.ts";
import { createSessions, type Sessions } from "./accounts/sessions.ts";
import type { Authority } from "./authority/authority.ts";
import { newestVouchedTime } from "./authority/clock.repo.ts";
import { openAuthority } from "./authority/open-authority.ts";
import { OutsideAuthorities } from "./authority/outside-authorities.ts";
import { outsideRoots } from "./authority/outside-roots.ts";
import { BackupReport } from "./backup/backups.ts";
import { BestEffort } from "./best-effort.ts";
import { openPayments, type Payments } from "./billing/payments.ts";
import type { Config } from "./config.ts";
import type { Converter } from "./conversion/converter.ts";
import { ensureConverter } from "./conversion/ensure-converter.ts";
import { hasCertificates } from "./documents/documents.repo.ts";
import type { SigningKey } from "./evidence/signing-key.ts";
import { loadSigningKeys, loadWitnessKey, type SigningKeys } from "./files/keys.ts";
import { FileStore } from "./files/store.ts";
import { UploadSlots } from "./files/upload-slots.ts";
import { type ChildSandbox, findChildSandbox, noSandbox, sandboxWarning } from "./jobs/child-sandbox.ts";
import { JobNews } from "./jobs/job-news.ts";
import { WorkerPool, type Workers } from "./jobs/worker-pool.ts";
import { createLog, type Log } from "./log.ts";
import { type Measures, newMeasures } from "./metrics/measures.ts";
import { ownCommand } from "./own-command.ts";
import { openLogKey } from "./registry/log-key.service.ts";
import { ShortWindows } from "./short-windows.ts";
import { KeptConfirmations } from "./verification/kept-confirmations.ts";
import { hasCosigned } from "./witnesses/witnesses.repo.ts";

/** Everything a feature may use. Built once, by hand; tests override single parts. */
export type Deps = {
  config: Config;
  db: Database;
  /** To wait for before something is written, wherever one may wait. */
  writeLock: WriteLock;
  log: Log;
  /** The one clock, milliseconds since 1970 UTC. */
  now: () => number;
  passwords: Passwords;
  sessions: Sessions;
  /** For what is written beside something that must not fail of it. */
  bestEffort: BestEffort;
  /** What lookups of serial numbers were answered. */
  confirmations: KeptConfirmations;
  files: FileStore;
  uploadSlots: UploadSlots;
  /** Counters of the limits by the minute. */
  shortWindows: ShortWindows;
  signingKeys: SigningKeys;
  /** Signs the checkpoints of the registry. */
  logKey: SigningKey;
  /** Signs our lines under other logs' checkpoints. */
  witnessKey: SigningKey;
  /** Signs time-stamps and seals. */
  authority: Authority;
  /** Who else is asked for the time. */
  outside: OutsideAuthorities;
  news: JobNews;
  /** What the running server counts of itself, for /metrics. */
  measures: Measures;
  /** How the scheduled backups go. */
  backups: BackupReport;
  /** Undefined on a server without keys for payments. */
  payments: Payments | undefined;
  /** Child processes; none is started before there is work, unless it is announced where they are kept warm. */
  workers: Workers;
  /** Off unless given: only `serve` looks for LibreOffice. */
  converter: Converter;
};

const uploadsAtATime = 3;
/** Of a document about 4,500; receipts have a dash beyond Latin-1, so each takes two bytes: 32 MB at most. */
const keptCharacters = 16_000_000;
const workCommand = [...ownCommand, "work"];

/** The one wiring used by serve, the commands and the tests. Throws AppError when the data cannot be used. */
export function createDeps(config: Config, overrides: Partial<Deps> = {}): Deps {
  const db = overrides.db ?? openDatabaseIn(config.dataDir);
  const now = overrides.now ?? Date.now;
  const log = overrides.log ?? createLog(config.logLevel);
  const bestEffort = overrides.bestEffort ?? new BestEffort(log, now);
  const files = overrides.files ?? new FileStore(config.dataDir);
  return {
    config,
    db,
    log,
    now,
    files,
    bestEffort,
    writeLock: new WriteLock(db),
    passwords: overrides.passwords ?? new Passwords(),
    sessions: createSessions({ db, now, https: config.origin.startsWith("https:"), bestEffort }),
    uploadSlots: new UploadSlots(uploadsAtATime * config.rateLimitFactor),
    shortWindows: new ShortWindows(),
    confirmations: new KeptConfirmations(db, keptCharacters),
    signingKeys: overrides.signingKeys ?? loadSigningKeys(config.dataDir, () => hasCertificates(db)),
    logKey: overrides.logKey ?? openLogKey(config.dataDir, db),
    witnessKey: overrides.witnessKey ?? loadWitnessKey(config.dataDir, () => hasCosigned(db)),
    authority: overrides.authority ?? openAuthority(config, now, () => newestVouchedTime(db) !== undefined),
    outside: new OutsideAuthorities({
      urls: config.tsaUrls,
      roots: outsideRoots(config.tsaRoots),
      now,
      log,
    }),
    news: new JobNews(),
    measures: newMeasures(),
    backups: new BackupReport(),
    payments: config.payments && openPayments(config.payments),
    workers: new WorkerPool({
      // Two at least, so that a document that takes long leaves one to the others.
      size: Math.max(2, availableParallelism()),
      command: workCommand,
      temporaryFolder: files.temporaryFolder,
      childrenFolder: childrenFolder(config.dataDir),
      cacheFolder: join(config.dataDir, "cache"),
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

/** The sandbox of this machine, or none with a warning for the operator. */
function childSandbox(log: Log): ChildSandbox {
  const found = findChildSandbox();
  if (!found) log.warn(sandboxWarning);
  return found ?? noSandbox;
}

/** Beside the kept files, so that a document is lent to a child by a second name instead of a copy. */
function childrenFolder(dataDir: string): string {
  return join(dataDir, "children");
}

/** Removes what children of a server that was killed left behind; no other server may be running on the data folder. */
export function removeLeftoversOfChildren({ dataDir }: Pick<Config, "dataDir">): void {
  rmSync(childrenFolder(dataDir), { recursive: true, force: true });
}
