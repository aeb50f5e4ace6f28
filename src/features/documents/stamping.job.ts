import { availableParallelism } from "node:os";
import type { Message } from "../../errors.ts";
import { placeholderBytes } from "../../evidence/c2pa/placeholder.ts";
import { isStale } from "../../evidence/stated-time.ts";
import {
  fileTypes,
  formatNames,
  isOfficeType,
  isWordType,
  type OfficeType,
} from "../../formats/file-types.ts";
import type { UsedText } from "../../formats/word/used-text.ts";
import type { Made, StampedCopy } from "../../issuing/attestations/attest.ts";
import { attestCollection } from "../../issuing/attestations/attest-collection.service.ts";
import { attestFile, sealStampedCopy } from "../../issuing/attestations/attest-file.service.ts";
import {
  type DocumentRow,
  isStarted,
  type StartedDocument,
  stampTimeZone,
} from "../../issuing/attestations/document-row.ts";
import { recordAttestation } from "../../issuing/attestations/record-attestation.service.ts";
import { appendToLog } from "../../issuing/log/log.service.ts";
import { noteGrownLog } from "../../issuing/log/stored-checkpoint.service.ts";
import { sealOptions } from "../../issuing/tsa/seal.service.ts";
import { type TimeStamper, timeStamper } from "../../issuing/tsa/time-stamping.service.ts";
import { hashFile } from "../../platform/files/hash-file.ts";
import type { FileArea, FileKey, FinishedFile } from "../../platform/files/object-store.ts";
import { RunFiles } from "../../platform/files/run-files.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob, type Job } from "../../platform/jobs/jobs.repo.ts";
import { hasRoomForTwoLong } from "../../platform/room-for-long-documents.ts";
import { tell } from "../accounts/owner-notices.service.ts";
import { findStarter } from "../audit/office-log.repo.ts";
import { settleReferral } from "../billing/referral-credits.service.ts";
import { refundStamp } from "../billing/stamps.service.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { announce } from "../webhooks/announce.service.ts";
import { findDocument, keysInUse, lockDocument, markCompleted, updateDocument } from "./documents.repo.ts";
import { buildWebhookPayload, isStampable, wholeSeconds } from "./documents.ts";
import { holdsList, kindOf } from "./kinds/kinds.ts";
import { buildStamp } from "./printed-stamp.ts";
import { removeUnnamed } from "./retention.service.ts";
import { countingTimeOuts, requireTimeLeft } from "./timeout-limit.service.ts";

/**
 * Several times the usual duration of a large document: documents that need minutes run one at a time, in parallel with
 * the others.
 */
const longAfterMs = 10_000;
/**
 * One that needs several minutes does not keep those waiting that need one. A machine with little memory has no room
 * for the second converter that this takes.
 */
const veryLongAfterMs = 40_000;
const stampingMs = 150_000;
const inspectionMs = 20_000;
const convertedNote: Message = {
  code: "note-word-converted",
  text: "The original is a Word document; it was converted to PDF to be stamped.",
};

const convertedTextNote = (fileType: OfficeType): Message => ({
  code: "note-text-converted",
  text: "The original is a text document ({format}); it was converted to PDF to be stamped.",
  params: { format: formatNames[fileType] },
});

/** The job that makes a document's stamped copy and certificate; its subject is the document's id. */
export function stampingJobHandler(deps: Deps): JobHandler {
  return {
    // One more than there are cores, because one of them often waits for the disk.
    concurrency: availableParallelism() + 1,
    longAfterMs,
    ...(hasRoomForTwoLong ? { veryLongAfterMs } : {}),
    usesFiles: true,
    async run(job, signal) {
      await requireTimeLeft(deps, job.userId);
      await countingTimeOuts(deps, job.userId, () => stampDocument(deps, job, signal));
    },
    async onFailed(job, { message, code, params }, db) {
      await updateDocument(db, job.subject, {
        status: "error",
        errorMessage: message,
        errorCode: code,
        errorParams: params ?? null,
      });
      await refundStamp({ ...deps, db }, job.subject);
      const row = await findDocument(db, job.subject);
      if (!row) return;
      await notifyOwner({ ...deps, db }, row, "document.failed");
      await tellOwner({ ...deps, db }, row);
    },
    cleanUp: (job) => removeLeftovers(deps, job),
    fallbackMessage: {
      code: "processing-failed",
      text: "Something went wrong while this document was processed. Please try again.",
    },
  };
}

/**
 * Stamps, seals, time-stamps, signs, certifies and stores, then writes all rows in one transaction. Every byte is on
 * disk before a row names it. After a crash the job starts again with the same serial number; unpublished tokens and
 * seals are discarded. If the account is deleted in the meantime, everything is made again without its names.
 */
async function stampDocument(deps: Deps, job: Job, signal?: AbortSignal): Promise<void> {
  const found = await findDocument(deps.db, job.subject);
  if (!found || !isStarted(found)) throw new Error("The job's document is not being processed.");
  const document = await inTime(deps, found);
  const state = (stampedSha256: string) => kindOf(document).state(document, stampedSha256);
  const run = new RunFiles(deps.files);
  const issuing = { ...deps, ...timeStamper(deps) };
  try {
    const made = holdsList(document)
      ? await attestCollection(issuing, document, document.collection, state, { run, signal })
      : await attestFile(issuing, document, await stamp(issuing, document, run, signal), state, run);
    if (await complete(deps, job, document, made)) return;
  } finally {
    await run.discard();
  }
  await stampDocument(deps, job, signal);
}

/**
 * If a document starts long after it was requested, e.g. because the server was down, its time is the time of the
 * start, because no time-stamp would confirm the earlier time, and nothing was issued with that time.
 */
async function inTime(
  { db, now }: Pick<Deps, "db" | "now">,
  document: StartedDocument,
): Promise<StartedDocument> {
  const processedAt = wholeSeconds(now());
  if (!isStale(document.processedAt, processedAt)) return document;
  await updateDocument(db, document.id, { processedAt });
  return { ...document, processedAt };
}

async function stamp(
  deps: Deps & TimeStamper,
  document: StartedDocument,
  run: RunFiles,
  signal?: AbortSignal,
): Promise<StampedCopy & { path: string }> {
  const { notes, ...source } = await openSource(deps, document, run, signal);
  const path = run.getPath("stamped");
  const options = sealOptions(deps);
  const outcome = await deps.workers.run(
    "stamp",
    {
      ...source,
      output: path,
      seal: options,
      reservedBytes: placeholderBytes,
      stamp: buildStamp(deps, {
        serialNumber: document.serialNumber,
        clientName: document.clientName ?? "",
        time: document.processedAt.getTime(),
        timeZone: stampTimeZone(document),
        choices: document.timestampConfig,
      }),
    },
    { timeoutMs: stampingMs, signal },
  );
  const stamped = { ...outcome, path, ...(await sealStampedCopy(deps, document, path, outcome, options)) };
  if (!isOfficeType(document.fileType)) return stamped;
  const converted = isWordType(document.fileType) ? convertedNote : convertedTextNote(document.fileType);
  return { ...stamped, originalKept: false, notes: [converted, ...notes, ...outcome.notes] };
}

/** The file to stamp: the original, or the PDF converted from a text document. */
async function openSource(
  deps: Pick<Deps, "files" | "log" | "workers" | "converter">,
  document: StartedDocument,
  run: RunFiles,
  signal?: AbortSignal,
) {
  const original = await deps.files.getLocalPath(document.originalPath ?? "", run.getPath("original"));
  const { fileType, sha256 } = document;
  if (isStampable(fileType)) return { input: original, fileType, sha256, notes: [] };
  if (!isOfficeType(fileType)) throw new Error("The document's type can be neither stamped nor converted.");
  const word = await prepareText(deps, fileType, original, run, signal);
  const input = run.getPath("converted");
  const conversion = await deps.converter.convert(word.path, input, {
    name: document.originalName,
    account: document.userId ?? undefined,
    isPlain: word.isPlain,
    tracksChanges: word.tracksChanges,
    hasEquations: word.hasEquations,
    signal,
  });
  const { fonts: asked = conversion.fonts ?? [], characters = [] } = word.text ?? {};
  const text = { fonts: asked, characters };
  const fonts =
    asked.length + characters.length > 0 ? await noteFonts(deps, document.id, { text, input, signal }) : [];
  const notes = [...conversion.notes, ...word.notes, ...fonts];
  return { input, fileType: fileTypes.pdf, sha256: (await hashFile(input)).sha256, notes };
}

/** A document that is converted does not fail because no one can tell which fonts were replaced. */
async function noteFonts(
  { converter, log, workers }: Pick<Deps, "log" | "workers" | "converter">,
  id: string,
  { text, input, signal }: { text: UsedText; input: string; signal?: AbortSignal | undefined },
): Promise<Message[]> {
  try {
    const { fonts } = await workers.run("list-fonts", { input }, { timeoutMs: inspectionMs, signal });
    return await converter.noteFonts(text, fonts);
  } catch (error) {
    signal?.throwIfAborted();
    log.warn({ id, err: error }, "a document gets no note about its fonts");
    return [];
  }
}

/** Rejects a malicious text, such as a zip bomb, and fixes fields and changes; returns the document to convert. */
async function prepareText(
  deps: Pick<Deps, "workers">,
  fileType: OfficeType,
  original: string,
  run: RunFiles,
  signal?: AbortSignal,
) {
  const path = run.getPath("word");
  const word = await deps.workers.run(
    "prepare-text",
    { input: original, output: path, fileType },
    { timeoutMs: inspectionMs, signal },
  );
  return { ...word, path };
}

/**
 * Stores the bytes under keys of this attempt, then writes one transaction. Files that no row refers to afterward are
 * deleted: the document was deleted, another attempt has taken over the job, or something failed. False if nothing was
 * written because the names in the results were deleted.
 */
async function complete(deps: Deps, job: Job, document: StartedDocument, made: Made): Promise<boolean> {
  const { files } = deps;
  const { id } = document;
  const keys: FileKey[] = [];
  const keep = async (file: FinishedFile, area: FileArea) => {
    const key = await files.keep(file, area, id);
    keys.push(key);
    return key;
  };
  try {
    const processedPath = await keep(made.stamped, "stamped");
    const certificatePath = await keep(made.certificate, "certificates");
    let isForgotten = false;
    const isWritten = await appendToLog(deps, async (db) => {
      const found = await lockDocument(db, id);
      isForgotten = found?.clientName === null && document.clientName !== null;
      if (!found || isForgotten || !(await finishJob(db, job))) return;
      await writeResult({ ...deps, db }, document, found, made, { processedPath, certificatePath });
      return { serialNumber: document.serialNumber, attestation: made.attestation };
    });
    if (!isWritten) {
      await removeUnnamed(deps, keys);
      return !isForgotten;
    }
  } catch (error) {
    await removeUnnamed(deps, keys, error);
    throw error;
  }
  noteGrownLog(deps);
  await removeLeftovers(deps, job).catch((error) =>
    deps.log.warn({ id, err: error }, "files of a crashed attempt will be removed by the sweep"),
  );
  return true;
}

/** Removes the files of earlier attempts that died. The job is over: no attempt can name a file anymore. */
async function removeLeftovers(
  { db, files }: Pick<Deps, "db" | "files">,
  { subject, attempts }: Job,
): Promise<void> {
  if (attempts === 1) return;
  for (const area of ["stamped", "certificates"] as const) {
    for await (const batch of files.list(area, subject)) {
      const inUse = await keysInUse(
        db,
        batch.map(({ key }) => key),
      );
      for (const { key } of batch) if (!inUse.has(key)) await files.remove(key);
    }
  }
}

/** `locked`: the document's row as this transaction has locked it. */
async function writeResult(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "externalTsas">,
  document: StartedDocument,
  locked: DocumentRow,
  { stamped, timeStamps, attestation, certificate }: Made,
  paths: { processedPath: FileKey; certificatePath: FileKey },
): Promise<void> {
  const result = {
    ...paths,
    stampedType: stamped.contentType,
    stampedSha256: stamped.sha256,
    stampedSize: stamped.bytes,
    certificateSha256: certificate.sha256,
    pages: stamped.pages,
    originalKept: stamped.originalKept,
    notes: stamped.notes,
  };
  await Promise.all([
    recordAttestation(deps, document, { attestation, timeStamps }),
    markCompleted(deps.db, document.id, result),
    document.userId === null ? undefined : settleReferral(deps, document.userId),
    notifyOwner(deps, { ...locked, ...result, status: "completed" }, "document.completed"),
  ]);
}

/**
 * Queues the webhooks of the document's owner, in the transaction that ends the document's processing. The runner looks
 * for jobs when this one has ended.
 */
async function notifyOwner(
  deps: Pick<Deps, "db" | "now">,
  row: DocumentRow,
  type: "document.completed" | "document.failed",
): Promise<void> {
  if (!row.userId) return;
  const data = buildWebhookPayload(row);
  const { completion } = kindOf(row);
  const alsoTold = type === "document.completed" && completion ? [{ type: completion, data }] : [];
  await announce(deps, row.userId, { type, data }, ...alsoTold);
}

/** In the transaction of a document's failure: a notice to its owner, or to the member of an office who started it. */
async function tellOwner(deps: RateLimitDeps, row: DocumentRow): Promise<void> {
  const { id } = row;
  if (!row.userId) return;
  const memberId = await findStarter(deps.db, id);
  const name = row.displayName ?? row.originalName;
  const news = {
    kind: "document-failed",
    documentId: id,
    name,
    isCollection: row.kind === "collection",
  } as const;
  await tell(deps, { accountId: row.userId, memberId }, news);
}
