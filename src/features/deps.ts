import type { Database } from "../../db/client.ts";
import type { KnownBitcoin } from "../evidence/bitcoin/header-chain.ts";
import type { SigningKey } from "../evidence/signing-key.ts";
import type { ExternalTsas } from "../issuing/tsa/external-tsas.ts";
import type { Authority } from "../issuing/tsa/tsa.ts";
import type { BestEffort } from "../platform/best-effort.ts";
import type { DatabaseClock } from "../platform/cluster/database-clock.ts";
import type { ClusterNode } from "../platform/cluster/leases.ts";
import type { FileStore } from "../platform/files/store.ts";
import type { UploadSlots } from "../platform/files/upload-slots.ts";
import type { JobEvents } from "../platform/jobs/job-events.ts";
import type { Workers } from "../platform/jobs/worker-pool.ts";
import type { CounterKey } from "../platform/keys/keyed-hash.ts";
import type { SigningKeys } from "../platform/keys/keys.ts";
import type { Logger } from "../platform/logger.ts";
import type { MemoryRateLimiter } from "../platform/memory-rate-limiter.ts";
import type { Measures } from "../platform/metrics/measures.ts";
import type { Converter } from "../platform/office/converter.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { Sessions } from "./accounts/sessions.ts";
import type { BackupReport } from "./backup/backups.ts";
import type { Payments } from "./billing/payments.ts";
import type { ListReading } from "./collections/list-reading.ts";
import type { Config } from "./config.ts";
import type { PagePictures } from "./documents/page-pictures.ts";

/** Everything a feature may use. Built once, explicitly; tests override single parts. */
export type Deps = {
  config: Config;
  db: Database;
  /** Identifies this process among those that share the database. */
  node: ClusterNode;
  log: Logger;
  /** The clock that `now` reads on PostgreSQL; remeasured regularly in the background. */
  databaseClock: DatabaseClock | undefined;
  /** The one clock, milliseconds since 1970 UTC. */
  now: () => number;
  passwords: Passwords;
  sessions: Sessions;
  /** For optional writes that must not fail the main one. */
  bestEffort: BestEffort;
  files: FileStore;
  uploadSlots: UploadSlots;
  listReading: ListReading;
  /** Counters of the per-minute limits. */
  memoryRateLimiter: MemoryRateLimiter;
  signingKeys: SigningKeys;
  /** Keys the hashes of counted values, e.g. network addresses. */
  counterKey: CounterKey;
  /** Signs the log's checkpoints. */
  logKey: SigningKey;
  /** Cosigns other logs' checkpoints. */
  witnessKey: SigningKey;
  /** Signs time-stamps and seals. */
  authority: Authority;
  /** What is known of Bitcoin's blockchain without asking anyone. */
  bitcoin: KnownBitcoin;
  /** External time-stamping authorities. */
  externalTsas: ExternalTsas;
  jobEvents: JobEvents;
  /** The server's own counters, for /metrics. */
  measures: Measures;
  /** The state of the scheduled backups. */
  backups: BackupReport;
  /** Undefined on a server without keys for payments. */
  payments: Payments | undefined;
  /** Child processes; each starts on demand, unless it is kept warm. */
  workers: Workers;
  pagePictures: PagePictures;
  /** Off unless given: only `serve` looks for LibreOffice. */
  converter: Converter;
};

/** What calls to the payment provider take: each purchase is read by one server at a time. */
export type PaymentDeps = Pick<Deps, "db" | "node" | "log" | "now" | "payments">;

/** What rate limits take, including those that count by a hash of an address or a name. */
export type RateLimitDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">;
