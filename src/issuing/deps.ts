import type { Database } from "../../db/client.ts";
import type { KnownBitcoin } from "../evidence/bitcoin/header-chain.ts";
import type { SigningKey } from "../evidence/signing-key.ts";
import type { ClusterNode } from "../platform/cluster/leases.ts";
import type { FileStore } from "../platform/files/store.ts";
import type { Workers } from "../platform/jobs/worker-pool.ts";
import type { CounterKey } from "../platform/keys/keyed-hash.ts";
import type { SigningKeys } from "../platform/keys/keys.ts";
import type { Logger } from "../platform/logger.ts";
import type { MemoryRateLimiter } from "../platform/memory-rate-limiter.ts";
import type { IssuingConfig } from "./config.ts";
import type { ExternalTsas } from "./tsa/external-tsas.ts";
import type { Authority } from "./tsa/tsa.ts";

/** Everything that issuing evidence may use: no accounts, no money, no webhooks. */
export type IssuingDeps = {
  config: IssuingConfig;
  db: Database;
  /** Identifies this process among those that share the database. */
  node: ClusterNode;
  log: Logger;
  /** The one clock, milliseconds since 1970 UTC. */
  now: () => number;
  files: FileStore;
  /** Counters of the per-minute limits. */
  memoryRateLimiter: MemoryRateLimiter;
  /** Keys the hashes of counted values, e.g. network addresses. */
  counterKey: CounterKey;
  /** Sign statements, and the lists of files in packs. */
  signingKeys: SigningKeys;
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
  /** Child processes; each starts on demand, unless it is kept warm. */
  workers: Workers;
};
