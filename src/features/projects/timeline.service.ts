import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { TimelineFacts } from "../../formats/certificate/timeline.ts";
import { fileNameFromTitle } from "../../formats/file-names.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { findActor } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import { timeZoneOf } from "../accounts/time-zones.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";
import { processDocumentSchema } from "../documents/documents.schema.ts";
import { startProcessing, waitForDocument } from "../documents/processing.service.ts";
import { storeProjectDocument } from "../documents/upload.service.ts";
import { describeEntries, listStamped } from "./listed-entries.ts";
import { listEntries, listUnstamped } from "./projects.repo.ts";
import type { CreateTimelineInput } from "./projects.schema.ts";
import { requireOwnedProject } from "./projects.service.ts";

const renderingMs = 60_000;

type TimelineDeps = RateLimitDeps & Pick<Deps, "log" | "payments" | "files" | "workers" | "jobEvents">;

/**
 * Creates a timeline certificate: a document that lists the stamped documents of the project in order. It is stored
 * like an upload and stamped, sealed, time-stamped and logged like every document, but uses no stamp of the plan. The
 * document and its job are written in one transaction. Throws `conflict` if no document is stamped, or if one is being
 * stamped.
 */
export async function createTimeline(
  deps: TimelineDeps,
  owner: Actor,
  { id, exhibits, hasDeclaration }: CreateTimelineInput,
  address: string,
): Promise<DocumentView> {
  await takeFromLimit(deps, "timelinesPerAccount", owner.id);
  const project = await requireOwnedProject(deps, owner, id);
  const all = await listEntries(deps.db, id);
  if (all.some(({ status }) => status === "processing")) throw stillStamping();
  const listed = listStamped(all);
  if (listed.length === 0) throw nothingStamped();
  const { list, entries, commitment } = describeEntries(listed, exhibits);
  const facts: TimelineFacts = {
    productName: deps.config.productName,
    origin: deps.config.origin,
    projectName: project.name,
    clientName: buildClientName(owner),
    time: Math.floor(deps.now() / 1000) * 1000,
    timeZone: timeZoneOf(deps, owner),
    entries,
    unstamped: all.length - listed.length,
    list,
    hasDeclaration,
  };
  let documentId = "";
  const output = deps.files.temporaryPath();
  try {
    const written = await deps.workers.run("timeline", { facts, output }, { timeoutMs: renderingMs });
    const document = {
      file: { path: output, ...written },
      originalName: fileNameFromTitle(`Timeline of ${project.name}.pdf`),
      projectId: id,
      kind: "timeline" as const,
      timeline: commitment,
    };
    await storeProjectDocument(deps, owner, document, {
      async check({ db }) {
        await requireOwnedProject({ db }, owner, id);
      },
      async andThen({ db }, row) {
        documentId = row.id;
        await startProcessing({ ...deps, db }, owner, processDocumentSchema.parse({ id: documentId }));
      },
    });
  } finally {
    await deps.files.discard(output);
  }
  deps.jobEvents.queued({ userId: owner.id, address });
  return waitForDocument(deps, owner, documentId);
}

/**
 * Starts stamping documents that an earlier version stored without a job because it was stopped in between. Each start
 * has no effect the second time.
 */
export async function stampLeftTimelines(
  deps: RateLimitDeps & Pick<Deps, "log" | "payments" | "jobEvents">,
  signal: AbortSignal,
): Promise<void> {
  for (const { id, userId } of await listUnstamped(deps.db)) {
    if (signal.aborted) return;
    const owner = userId === null ? undefined : await findActor(deps, userId);
    if (!owner) continue;
    try {
      const input = processDocumentSchema.parse({ id });
      if (await transaction(deps, (deps) => startProcessing(deps, owner, input))) deps.jobEvents.queued();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      deps.log.warn({ document: id, err: error }, "a timeline that was left unstamped could not be started");
    }
  }
}

function nothingStamped(): AppError {
  return new AppError(
    "conflict",
    "project-without-stamps",
    "No document in this project is stamped yet, so there is nothing to list.",
  );
}

function stillStamping(): AppError {
  return new AppError(
    "conflict",
    "project-still-stamping",
    "A document in this project is being stamped. Please try again when it is completed.",
  );
}
