import type { IssuingDeps } from "../issuing/deps.ts";
import type { BestEffort } from "../platform/best-effort.ts";
import type { DatabaseClock } from "../platform/cluster/database-clock.ts";
import type { UploadSlots } from "../platform/files/upload-slots.ts";
import type { JobEvents } from "../platform/jobs/job-events.ts";
import type { Measures } from "../platform/metrics/measures.ts";
import type { Converter } from "../platform/office/converter.ts";
import type { Passwords } from "./accounts/passwords.ts";
import type { OpenIdProviders } from "./accounts/providers/open-id.ts";
import type { Sessions } from "./accounts/sessions.ts";
import type { BackupReport } from "./backup/backups.ts";
import type { Payments } from "./billing/payments.ts";
import type { ListReading } from "./collections/list-reading.ts";
import type { Config } from "./config.ts";
import type { PagePictures } from "./documents/page-pictures.ts";

/** Everything a feature may use. Built once, explicitly; tests override single parts. */
export type Deps = IssuingDeps & {
  config: Config;
  /** The clock that `now` reads on PostgreSQL; remeasured regularly in the background. */
  databaseClock: DatabaseClock | undefined;
  passwords: Passwords;
  sessions: Sessions;
  /** For optional writes that must not fail the main one. */
  bestEffort: BestEffort;
  uploadSlots: UploadSlots;
  listReading: ListReading;
  jobEvents: JobEvents;
  /** The server's own counters, for /metrics. */
  measures: Measures;
  /** The state of the scheduled backups. */
  backups: BackupReport;
  /** Undefined on a server without keys for payments. */
  payments: Payments | undefined;
  pagePictures: PagePictures;
  /** The identity providers with which people can sign in. */
  openId: OpenIdProviders;
  /** Off unless given: only `serve` looks for LibreOffice. */
  converter: Converter;
};

/** What rate limits take, including those that count by a hash of an address or a name. */
export type RateLimitDeps = Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey">;

/** What calls to the payment provider take: one server at a time reads a purchase, and people are told of news. */
export type PaymentDeps = RateLimitDeps & Pick<Deps, "node" | "log" | "payments" | "jobEvents">;
