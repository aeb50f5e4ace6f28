import { transaction } from "../../../db/transaction.ts";
import { AppError, type ErrorKind } from "../../errors.ts";
import { createSerialNumber } from "../../evidence/serial-number.ts";
import { clockSlackMs, requireClockNotBehind, wrongClock } from "../../issuing/tsa/clock.service.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import { tell } from "../accounts/owner-notices.service.ts";
import { findStatedDomain } from "../accounts/stated-domain.service.ts";
import { storedTimeZone, timeZoneOf } from "../accounts/time-zones.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import { confirmPayments } from "../billing/confirmation.service.ts";
import { noticePayments } from "../billing/reconciliation.service.ts";
import { chargeStamp, takeTimelineStamp } from "../billing/stamps.service.ts";
import type { Deps, PaymentDeps, RateLimitDeps } from "../deps.ts";
import { settleNotices } from "../notices/notices.service.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { markStarted } from "./documents.repo.ts";
import type { ProcessDocumentInput } from "./documents.schema.ts";
import { getDocument, requireOwned } from "./documents.service.ts";
import { originalDeleted, stampingJob, wholeSeconds } from "./documents.ts";
import { readIdentity } from "./identity.service.ts";
import { kindOf } from "./kinds/kinds.ts";
import { buildSearchText } from "./search-text.ts";
import { requireTimeLeft } from "./timeout-limit.service.ts";

/** A small document finishes within this time; the response is then the finished document. */
const longPollMs = 1_000;

type ProcessDeps = PaymentDeps &
  Pick<Deps, "config" | "node" | "memoryRateLimiter" | "counterKey" | "jobEvents">;

/**
 * Starts stamping a document, once: a second call finds it in progress or completed and changes nothing. Returns as
 * soon as the job is queued. `address` is the caller's: callers at one address share one turn in the queue. Throws
 * `payment_required` when the plan is used up, `forbidden` while the free stamps are on hold, `gone` if the original
 * was deleted, `rate_limited` if too many of the account's documents timed out.
 */
export async function startDocument(
  deps: ProcessDeps,
  owner: Actor,
  input: ProcessDocumentInput,
  address: string,
): Promise<DocumentView> {
  await start(deps, owner, input, address);
  return getDocument(deps, owner, input.id);
}

/** The same, but returns the finished document if that takes only a moment. */
export async function processDocument(
  deps: ProcessDeps,
  owner: Actor,
  input: ProcessDocumentInput,
  address: string,
): Promise<DocumentView> {
  await start(deps, owner, input, address);
  return waitForDocument(deps, owner, input.id);
}

/**
 * The finished document if its job takes only a moment; otherwise the document in its current state. Throws `forbidden`
 * if the person who acts for an office has left it in that moment.
 */
export async function waitForDocument(
  deps: Pick<Deps, "db"> & { jobEvents: Pick<Deps["jobEvents"], "untilEnded"> },
  owner: Actor,
  id: string,
): Promise<DocumentView> {
  if ((await getDocument(deps, owner, id)).status === "processing") {
    await deps.jobEvents.untilEnded(id, longPollMs);
    await requireAccount(deps, owner);
  }
  return getDocument(deps, owner, id);
}

async function start(
  deps: ProcessDeps,
  owner: Actor,
  input: ProcessDocumentInput,
  address: string,
): Promise<void> {
  if (await startWithPayment(deps, owner, input)) deps.jobEvents.queued({ userId: owner.id, address });
}

/** No stamps are left, or the free ones are still on hold. */
const kindsThatPaymentMends: ErrorKind[] = ["payment_required", "forbidden"];

/** Asks Stripe about old payments before a stamp is taken, and about missed ones before one is refused. */
async function startWithPayment(
  deps: PaymentDeps & Pick<Deps, "config" | "memoryRateLimiter" | "counterKey">,
  owner: Actor,
  input: ProcessDocumentInput,
): Promise<boolean> {
  const start = () => transaction(deps, async (deps) => startProcessing(deps, owner, input));
  await confirmStamp(deps, owner, input.id);
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof AppError) || !kindsThatPaymentMends.includes(error.kind)) throw error;
    await noticePayments(deps, owner.id);
    return start();
  }
}

/** Outside of transactions: asks Stripe about the payment that the document's stamp would come from, if any. */
export async function confirmStamp(
  deps: PaymentDeps & Pick<Deps, "config">,
  owner: Actor,
  id: string,
): Promise<void> {
  if (!deps.payments) return;
  const row = await requireOwned(deps, owner, id);
  const { status, paymentCompleted } = row;
  const isStarted = status === "processing" || status === "completed";
  if (isStarted || kindOf(row).charge !== "plan") return;
  await confirmPayments(deps, { userId: owner.id, documentId: id, isPaid: paymentCompleted === "true" });
}

/**
 * One transaction decides permission, plan, serial number and time, and queues the job. False if processing has already
 * begun.
 */
export async function startProcessing(
  deps: RateLimitDeps & Pick<Deps, "log" | "payments">,
  owner: Actor,
  input: ProcessDocumentInput,
): Promise<boolean> {
  const { db } = deps;
  const { id, ...timestampConfig } = input;
  const [, row, domain] = await Promise.all([
    requireAccount(deps, owner),
    requireOwned(deps, owner, id),
    findStatedDomain(deps, owner.id),
    requireTimeLeft(deps, owner.id),
    requireClockNotBehind(deps),
  ]);
  if (row.status === "processing" || row.status === "completed") return false;
  if (row.originalPath === null) throw originalDeleted(row);
  const uploadedAt = row.createdAt.getTime();
  if (deps.now() < uploadedAt - clockSlackMs) throw wrongClock();
  if (kindOf(row).charge === "allowance") await takeTimelineStamp(deps, owner.id, id);
  else await takePlanStamp(deps, owner, { documentId: id, isPaid: row.paymentCompleted === "true" });
  if (row.status === "error") await settleNotices(deps, id);
  const serialNumber = createSerialNumber((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const started = {
    serialNumber,
    // Another server, whose clock may be a little ahead, may have received the upload.
    processedAt: wholeSeconds(Math.max(deps.now(), uploadedAt)),
    timeZone: storedTimeZone(timeZoneOf(deps, owner)),
    ...(kindOf(row).charge === "plan"
      ? await readIdentity(deps, owner, { ...timestampConfig, domain })
      : { clientName: buildClientName(owner), identity: null }),
    timestampConfig,
    searchText: buildSearchText({ ...row, timestampConfig }),
  };
  const act = { action: "document.stamped", subject: id, detail: { serialNumber } } as const;
  await Promise.all([
    markStarted(db, id, started),
    noteInOffice(deps, owner, act),
    queueJob(db, { kind: stampingJob, subject: id, userId: owner.id, at: deps.now() }),
  ]);
  return true;
}

/** The last stamp of a plan is news for who uses it, and in an office for its owners, who pay. */
async function takePlanStamp(
  deps: RateLimitDeps & Pick<Deps, "payments">,
  { id: userId, member }: Actor,
  document: { documentId: string; isPaid: boolean },
): Promise<void> {
  if (!(await chargeStamp(deps, { userId, ...document }))) return;
  await tell(deps, { accountId: userId, memberId: member?.id, toOwners: true }, { kind: "plan-used-up" });
}
