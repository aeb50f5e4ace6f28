import { AppError, type ErrorKind } from "../../errors.ts";
import { createSerialNumber } from "../../evidence/serial-number.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { cleanPersonalName, cleanText } from "../accounts/names.schema.ts";
import { noticePayments } from "../billing/reconciliation.service.ts";
import { chargeStamp } from "../billing/stamps.service.ts";
import type { Deps } from "../deps.ts";
import { requireClockNotBehind, wrongClock } from "../tsa/clock.service.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { updateDocument } from "./documents.repo.ts";
import type { ProcessDocumentInput } from "./documents.schema.ts";
import { getDocument, requireOwned } from "./documents.service.ts";
import { originalDeleted, stampingJob, wholeSeconds } from "./documents.ts";
import { requireTimeLeft } from "./timeout-limit.service.ts";

/** A small document is done within this; then the answer is the finished document. */
const longPollMs = 1_000;

/**
 * Starts the stamping of a document, once: a second call finds it under way or completed and changes nothing. Answers
 * when the job is queued, or with the finished document when that takes no longer than a moment. `address` is the
 * caller's, so that the people of one address take turns like one. Throws `payment_required` when the plan is used
 * up, `forbidden` while the free stamps wait, `gone` when the original was already deleted, `rate_limited` when too
 * many of the account's documents took as long as they may.
 */
export async function processDocument(
  deps: Pick<
    Deps,
    "config" | "db" | "writeLock" | "log" | "now" | "memoryRateLimiter" | "jobEvents" | "payments"
  >,
  owner: Actor,
  input: ProcessDocumentInput,
  address: string,
): Promise<DocumentView> {
  if (await startWithPayment(deps, owner, input)) deps.jobEvents.queued({ userId: owner.id, address });
  if (getDocument(deps, owner, input.id).status === "processing") {
    await deps.jobEvents.untilEnded(input.id, longPollMs);
  }
  return getDocument(deps, owner, input.id);
}

/** No stamps left, or free ones that wait. */
const kindsThatPaymentMends: ErrorKind[] = ["payment_required", "forbidden"];

/** Before anybody is asked for money or time, it is made sure that what was paid has been noticed. */
async function startWithPayment(
  deps: Pick<Deps, "config" | "db" | "writeLock" | "log" | "now" | "memoryRateLimiter" | "payments">,
  owner: Actor,
  input: ProcessDocumentInput,
): Promise<boolean> {
  const start = () =>
    deps.db.transaction(() => startProcessing(deps, owner, input), { behavior: "immediate" });
  try {
    return start();
  } catch (error) {
    if (!(error instanceof AppError) || !kindsThatPaymentMends.includes(error.kind)) throw error;
    await noticePayments(deps, owner.id);
    return start();
  }
}

/** One transaction: who may, from which plan, serial number and time, the job. False when begun before. */
function startProcessing(
  deps: Pick<Deps, "config" | "db" | "log" | "now">,
  owner: Actor,
  input: ProcessDocumentInput,
): boolean {
  const { db } = deps;
  const { id, ...timestampConfig } = input;
  requireAccount(deps, owner);
  const row = requireOwned(deps, owner, id);
  if (row.status === "processing" || row.status === "completed") return false;
  if (row.originalPath === null) throw originalDeleted(row);
  requireTimeLeft(deps, owner.id);
  requireClockNotBehind(deps);
  if (deps.now() < row.createdAt.getTime()) throw wrongClock();
  chargeStamp(deps, { userId: owner.id, documentId: id, isPaid: row.paymentCompleted === "true" });
  updateDocument(db, id, {
    status: "processing",
    serialNumber: createSerialNumber((bytes) => crypto.getRandomValues(new Uint8Array(bytes))),
    processedAt: wholeSeconds(deps.now()),
    clientName: clientNameOf(owner),
    timestampConfig,
    errorMessage: null,
    errorCode: null,
    errorParams: null,
  });
  queueJob(db, { kind: stampingJob, subject: id, userId: owner.id, at: deps.now() });
  return true;
}

/** The name on the stamp. Accounts of the operator may have none; older ones may have one no longer accepted. */
function clientNameOf({ firstName, lastName, username }: Actor): string {
  const names = [firstName, lastName].map((name) => cleanPersonalName(name ?? ""));
  return names.filter(Boolean).join(" ") || cleanText(username);
}
