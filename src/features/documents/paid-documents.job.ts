import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob } from "../../platform/jobs/jobs.repo.ts";
import { findAccountFor } from "../accounts/memberships.service.ts";
import { findPaidDocuments } from "../billing/reconciliation.service.ts";
import type { Deps, PaymentDeps } from "../deps.ts";
import { findDocument } from "./documents.repo.ts";
import { processDocumentSchema } from "./documents.schema.ts";
import { confirmStamp, startProcessing } from "./processing.service.ts";

type PaidDocumentsDeps = PaymentDeps & Pick<Deps, "config" | "counterKey" | "memoryRateLimiter">;

/**
 * Starts stamping documents that were paid for together, with the settings made before the payment. Each start is a
 * separate transaction that has no effect the second time, so the job can be repeated after a crash.
 */
export function paidDocumentsJobHandler(deps: PaidDocumentsDeps): JobHandler {
  return {
    concurrency: 4,
    async run(job) {
      const paid = await findPaidDocuments(deps, job.subject);
      for (const id of paid?.documentIds ?? []) await startPaidDocument(deps, paid?.userId ?? "", id);
      await finishJob(deps.db, job);
    },
    fallbackMessage: {
      code: "paid-documents-not-started",
      text: "Couldn't start the documents that were paid for.",
    },
    onFailed: (job) =>
      deps.log.error({ job: job.id, purchase: job.subject }, "documents that were paid for were not started"),
  };
}

/**
 * A document that cannot be stamped now stays paid, and its owner can start it again. An office's document is started
 * for the member who paid; if they have left, it names the office alone.
 */
async function startPaidDocument(deps: PaidDocumentsDeps, userId: string, id: string): Promise<void> {
  const document = await findDocument(deps.db, id);
  if (document?.paymentCompleted !== "true" || document.userId !== userId) return;
  const owner = await findAccountFor(deps, userId, document.timestampConfig?.chosenBy);
  if (!owner) return;
  const chosen = processDocumentSchema.parse({ id, ...document.timestampConfig });
  const isNamed = !owner.isOffice || owner.member !== undefined;
  const input = isNamed ? chosen : { ...chosen, showName: undefined, showEmail: undefined };
  try {
    await confirmStamp(deps, owner, id);
    const isStarted = await transaction(deps, (deps) => startProcessing(deps, owner, input));
    if (isStarted) deps.jobEvents.queued();
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    deps.log.warn({ document: id, err: error }, "a document that was paid for could not be started");
  }
}
