import { createHash, randomBytes } from "node:crypto";
import type { Recipient } from "../../../db/columns/documents.ts";
import { AppError } from "../../errors.ts";
import { fileNameFromTitle } from "../../formats/file-names.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import { tell } from "../accounts/owner-notices.service.ts";
import { storedTimeZone, timeZoneOf } from "../accounts/time-zones.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { processDocumentSchema } from "../documents/documents.schema.ts";
import { viewTimeZone } from "../documents/documents.ts";
import { startProcessing } from "../documents/processing.service.ts";
import { storeProjectDocument } from "../documents/upload.service.ts";
import { findMailedTime } from "../mail/magic-links.service.ts";
import { announce } from "../webhooks/announce.service.ts";
import { describeEntries, listStamped } from "./listed-entries.ts";
import { isOwner, isOwnersMailbox } from "./owning-people.service.ts";
import { listEntries } from "./projects.repo.ts";
import { openLink, type ShareReader, shareOver } from "./shared-project.service.ts";
import type { Acknowledged } from "./shares.output.schema.ts";
import { findShare, noteAcknowledgement } from "./shares.repo.ts";
import type { AcknowledgeInput } from "./shares.schema.ts";
import { hashAddress } from "./shares.service.ts";

const renderingMs = 60_000;

type AcknowledgementDeps = RateLimitDeps & Pick<Deps, "log" | "payments" | "files" | "workers" | "jobEvents">;

/**
 * Records that a person with a mailed link pressed "I have seen this": adds a document to the project that lists the
 * entries shown on the page. It is stamped, sealed, time-stamped and logged like every document but uses no stamp of
 * the plan. The link, the document and its job change in one transaction, so an acknowledgment is never given twice.
 * Throws `conflict` if it was given before, was not requested, or if the entries have changed since the page was
 * opened, `forbidden` in the owner's browser, and `not_found` if the link is ended in the meantime.
 */
export async function acknowledgeProject(
  deps: AcknowledgementDeps,
  { token, pass, name, message = null, list }: AcknowledgeInput,
  reader: ShareReader,
): Promise<Acknowledged> {
  const link = await openLink(deps, { token, pass }, reader);
  const { share, project, owner } = link;
  if (share.recipient === null) throw notAsked();
  if (share.acknowledgedAt !== null) throw givenBefore();
  if (await isOwner(deps, link, reader)) throw givenByOwner();
  const recipient = { address: share.recipient, salt: randomBytes(32).toString("hex") };
  const listed = listStamped(await listEntries(deps.db, project.id));
  const described = describeEntries(listed);
  if (listed.length === 0 || described.commitment.chain !== list) throw entriesChanged();
  const time = Math.floor(deps.now() / 1000) * 1000;
  const timeZone = timeZoneOf(deps, owner);
  const facts = {
    productName: deps.config.productName,
    origin: deps.config.origin,
    projectName: project.name,
    clientName: buildClientName(owner),
    time,
    timeZone,
    entries: described.entries,
    list: described.list,
    name,
    message,
    recipient: maskAddress(recipient.address),
    recipientHash: hashRecipient(recipient),
    mailedAt: (await findMailedTime(deps, token))?.getTime() ?? null,
    isOwnersMailbox: await isOwnersMailbox(deps, link, recipient.address),
    isFromRequestersAddress: share.requestedFrom === hashAddress(deps, reader.address),
  };
  let documentId = "";
  const output = deps.files.temporaryPath();
  try {
    const written = await deps.workers.run("acknowledgement", { facts, output }, { timeoutMs: renderingMs });
    const document = {
      file: { path: output, ...written },
      originalName: fileNameFromTitle(`Acknowledgment by ${name}.pdf`),
      projectId: project.id,
      kind: "acknowledgement" as const,
      acknowledgement: described.commitment,
      recipient,
    };
    await storeProjectDocument(deps, owner, document, {
      // The owner may have ended the link, or deleted the project with it, while the document was being created.
      async check({ db }) {
        const current = await findShare(db, share.id);
        if (!current || current.revokedAt !== null) throw shareOver();
      },
      async andThen({ db }, { id }) {
        documentId = id;
        const given = { at: new Date(time), name, message, documentId: id };
        if (!(await noteAcknowledgement(db, share.id, given))) throw givenBefore();
        const news = { kind: "project-acknowledged", shareId: share.id, projectId: project.id } as const;
        const names = { project: project.name, by: name };
        await tell({ ...deps, db }, { accountId: owner.id, memberId: share.memberId }, { ...news, ...names });
        await startProcessing({ ...deps, db }, owner, processDocumentSchema.parse({ id }));
        const data = { projectId: project.id, shareId: share.id, documentId: id };
        await announce({ ...deps, db }, owner.id, { type: "project.acknowledged", data });
      },
    });
  } finally {
    await deps.files.discard(output);
  }
  deps.jobEvents.queued({ userId: owner.id, address: reader.address });
  deps.log.info({ project: project.id, document: documentId }, "a shared project was acknowledged");
  const stored = { timeZone: storedTimeZone(timeZone) };
  return { givenAt: new Date(time).toISOString(), ...viewTimeZone(stored), name };
}

/** Lower-case hex SHA-256 of salt, space and address: anyone with these can recompute it in a shell. */
function hashRecipient({ address, salt }: Recipient): string {
  return createHash("sha256").update(`${salt} ${address}`).digest("hex");
}

/** "s…@example.org": other readers of the project see the document, and only its owner may see the full address. */
function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}

function notAsked(): AppError {
  return new AppError(
    "conflict",
    "acknowledgement-not-asked",
    "This link does not ask for an acknowledgment.",
  );
}

function givenByOwner(): AppError {
  return new AppError(
    "forbidden",
    "acknowledgement-by-owner",
    "The account that shared this project has signed in with this browser, so it can't confirm here that someone else has seen the documents. Please open the link on the recipient's device.",
  );
}

function givenBefore(): AppError {
  return new AppError(
    "conflict",
    "acknowledgement-given",
    "This project has already been acknowledged through this link. That can be done only once.",
  );
}

function entriesChanged(): AppError {
  return new AppError(
    "conflict",
    "shared-entries-changed",
    "The documents in this project have changed. Please reload the page and look at them again.",
  );
}
