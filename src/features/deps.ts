import type { Database } from "../../db/client.ts";
import type { WriteLock } from "../../db/write-lock.ts";
import type { SigningKey } from "../evidence/signing-key.ts";
import type { BestEffort } from "../platform/best-effort.ts";
import type { FileStore } from "../platform/files/store.ts";
import type { UploadSlots } from "../platform/files/upload-slots.ts";
import type { JobEvents } from "../platform/jobs/job-events.ts";
import type { Workers } from "../platform/jobs/worker-pool.ts";
import type { CounterKey } from "../platform/keys/keyed-hash.ts";
import type { SigningKeys } from "../platform/keys/keys.ts";
import type { Log } from "../platform/log.ts";
import type { MemoryRateLimiter } from "../platform/memory-rate-limiter.ts";
import type { Measures } from "../platform/metrics/measures.ts";
import type { Converter } from "../platform/office/converter.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { Sessions } from "./accounts/sessions.ts";
import type { BackupReport } from "./backup/backups.ts";
import type { Payments } from "./billing/payments.ts";
import type { Config } from "./config.ts";
import type { ExternalTsas } from "./tsa/external-tsas.ts";
import type { Authority } from "./tsa/tsa.ts";

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
  files: FileStore;
  uploadSlots: UploadSlots;
  /** Counters of the limits by the minute. */
  memoryRateLimiter: MemoryRateLimiter;
  signingKeys: SigningKeys;
  /** For hashes of what is counted, e.g. network addresses. */
  counterKey: CounterKey;
  /** Signs the checkpoints of the registry. */
  logKey: SigningKey;
  /** Signs our lines under other logs' checkpoints. */
  witnessKey: SigningKey;
  /** Signs time-stamps and seals. */
  authority: Authority;
  /** Who else is asked for the time. */
  externalTsas: ExternalTsas;
  jobEvents: JobEvents;
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
