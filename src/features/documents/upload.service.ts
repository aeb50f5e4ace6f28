import type { CollectionFacts } from "../../../db/columns/collection-facts.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError, say } from "../../errors.ts";
import { cleanFileName } from "../../formats/file-names.ts";
import {
  claimedType,
  collectionFileType,
  fileTypes,
  isOfficeType,
  isWordType,
  type OfficeType,
} from "../../formats/file-types.ts";
import { withReadAt } from "../../formats/read-at.ts";
import { sniffFileType } from "../../formats/sniff/sniff.ts";
import { mentionsEncryption } from "../../formats/sniff/sniff-pdf.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import type { FinishedFile } from "../../platform/files/object-store.ts";
import { receiveFile } from "../../platform/files/receive.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { hasPaid } from "../billing/stamps.service.ts";
import type { Deps } from "../deps.ts";
import { announce } from "../webhooks/announce.service.ts";
import type { AcceptedUploads, DocumentView } from "./documents.output.schema.ts";
import { countOriginals, insertDocument, updateDocument } from "./documents.repo.ts";
import { refuseType, uploadMessages } from "./documents.schema.ts";
import { buildWebhookPayload, toDocumentView } from "./documents.ts";
import { requireFreeStorage, takeFreeStorage } from "./free-storage.service.ts";
import { kindOf } from "./kinds/kinds.ts";
import { removeUnnamed } from "./retention.service.ts";
import { buildSearchText } from "./search-text.ts";

/** Limit of stored originals per account, multiplied by RATE_LIMIT_FACTOR: one account cannot fill the disk. */
export const maxOriginals = 200;
const maxOriginalBytes = 2 * 1024 ** 3;

export type Upload = {
  file: FinishedFile;
  /** The name as sent. */
  name: string;
  /** What the sender stated about owning the document; undefined if nothing. */
  ownershipConfirmed: boolean | undefined;
  /** The network address that it came from. */
  address: string;
};

/** An upload before its first byte. `bytes` is its announced size; undefined if the sender does not say. */
type ComingUpload = { owner: Actor; address: string; bytes: number | undefined };

/**
 * Runs one upload of a user from its first byte. Throws `rate_limited` when the user has too many uploads in
 * progress, within five minutes, or stored, or accounts that never paid too many from this network address; and
 * `out_of_space` before the disk is full.
 */
export async function withUploadSlot<T>(
  deps: Pick<
    Deps,
    "config" | "counterKey" | "db" | "now" | "files" | "uploadSlots" | "memoryRateLimiter" | "workers"
  >,
  { owner, address, bytes = deps.config.maxUploadBytes }: ComingUpload,
  upload: () => Promise<T>,
): Promise<T> {
  const leave = deps.uploadSlots.take(owner.id, Math.min(bytes, deps.config.maxUploadBytes));
  try {
    await takeFromLimit(deps, "uploadsPerAccount", owner.id);
    await requireQuota(deps, owner);
    const isFree = !(await hasPaid(deps, owner.id));
    if (isFree) await requireFreeStorage(deps, { owner, address });
    await deps.files.ensureSpaceFor({ bytes: deps.uploadSlots.bytes, isFree });
    deps.workers.expectTask();
    return await upload();
  } finally {
    leave();
  }
}

async function requireQuota(deps: Pick<Deps, "config" | "db">, owner: Actor): Promise<void> {
  const { rateLimitFactor, retentionHours } = deps.config;
  const { originals, bytes } = await countOriginals(deps.db, owner.id);
  if (originals < maxOriginals * rateLimitFactor && bytes < maxOriginalBytes * rateLimitFactor) return;
  throw new AppError(
    "rate_limited",
    "original-limit-reached",
    "Your account has reached its limit of stored originals. Please delete documents, or wait: each original is deleted {hours} hours after its upload.",
    { params: { hours: retentionHours }, retryAfterSeconds: 3_600 },
  );
}

/** Receives the bytes of an upload, up to the limit. Throws `too_large` with the specification's text. */
export function receiveUpload(
  deps: Pick<Deps, "config" | "files">,
  stream: AsyncIterable<Uint8Array>,
): Promise<FinishedFile> {
  const { maxUploadBytes, maxUploadMb } = deps.config;
  return receiveFile(deps.files, stream, {
    bytes: maxUploadBytes,
    message: uploadMessages.tooLarge(maxUploadMb),
  });
}

/** Turns a received file, which the caller discards, into a document. A rejected one leaves no row. */
export async function addDocument(
  deps: Pick<
    Deps,
    "config" | "counterKey" | "db" | "log" | "now" | "files" | "converter" | "workers" | "jobEvents"
  >,
  owner: Actor,
  upload: Upload,
): Promise<DocumentView> {
  const { file } = upload;
  if (upload.ownershipConfirmed === false) throw AppError.from("invalid", uploadMessages.ownership);
  const originalName = cleanFileName(upload.name);
  const fileType = await sniffFileType(file.path, originalName, deps.config.extraTypes);
  if (fileType === undefined) {
    const named = claimedType(originalName, deps.config.extraTypes);
    throw AppError.from("unsupported", refuseType(file.bytes, named));
  }
  if (isOfficeType(fileType)) requireConverter(deps, fileType);
  if (fileType === fileTypes.pdf) await requireReadable(deps, file.path);
  const check = ({ db }: Pick<Deps, "db">) =>
    takeFreeStorage({ ...deps, db }, { owner, address: upload.address }, file.bytes);
  let isAnnounced = false;
  const andThen = async ({ db }: Pick<Deps, "db">, row: DocumentRow) => {
    const news = { type: "document.uploaded", data: buildWebhookPayload(row) } as const;
    isAnnounced = await announce({ ...deps, db }, owner.id, news);
  };
  const view = await store(deps, owner, upload, originalName, fileType, undefined, { check, andThen });
  if (isAnnounced) deps.jobEvents.queued();
  return view;
}

/** An upload waits no longer than this, even if all children are busy. */
const encryptionCheckMs = 10_000;

/**
 * Throws `unsupported` for a PDF that needs a password or forbids changes, so that its owner learns that before they
 * choose anything. Only a file that may be encrypted is opened, in a child. If it can't be checked, stamping decides.
 */
async function requireReadable({ workers, log }: Pick<Deps, "workers" | "log">, path: string): Promise<void> {
  if (!(await withReadAt(path, mentionsEncryption))) return;
  const { refusal } = await workers
    .run(
      "check-encryption",
      { input: path },
      { timeoutMs: encryptionCheckMs, signal: AbortSignal.timeout(encryptionCheckMs) },
    )
    .catch((error: unknown) => {
      log.debug({ err: error }, "the encryption of an upload was not checked");
      return { refusal: undefined };
    });
  if (refusal) throw AppError.from("unsupported", refusal);
}

/**
 * Stores a timeline certificate or the acknowledgment of a shared project, to be stamped like an upload. `check` runs
 * before, and `andThen` after it in the same transaction: if one throws, nothing is stored. An owner's limit of
 * originals does not stop an acknowledgment that they asked for.
 */
export async function storeProjectDocument(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "files">,
  owner: Actor,
  { file, originalName, ...list }: { file: FinishedFile; originalName: string } & ProjectDocumentFields,
  steps: StoringSteps,
): Promise<void> {
  const upload = { file, ownershipConfirmed: undefined };
  await store(deps, owner, upload, originalName, fileTypes.pdf, list, steps);
}

type StoringSteps = {
  check: (deps: Pick<Deps, "db">) => Promise<void>;
  andThen?: (deps: Pick<Deps, "db">, row: DocumentRow) => Promise<void>;
};

type ProjectDocumentFields = { projectId: string } & (
  | { kind: "timeline"; timeline: NonNullable<DocumentRow["timeline"]> }
  | {
      kind: "acknowledgement";
      acknowledgement: NonNullable<DocumentRow["acknowledgement"]>;
      recipient: NonNullable<DocumentRow["recipient"]>;
    }
);

/** Stores the list of a collection, which the caller discards, to be attested later; returns the document's id. */
export async function storeCollection(
  deps: Pick<Deps, "config" | "counterKey" | "db" | "log" | "now" | "files">,
  owner: Actor,
  { file, title, ownershipConfirmed, address, collection }: NewCollection,
): Promise<string> {
  const check = ({ db }: Pick<Deps, "db">) =>
    takeFreeStorage({ ...deps, db }, { owner, address }, file.bytes);
  const upload = { file, ownershipConfirmed };
  const fields = { kind: "collection", collection } as const;
  return (await store(deps, owner, upload, title, collectionFileType, fields, { check })).id;
}

type CollectionFields = { kind: "collection"; collection: CollectionFacts };
type NewCollection = Omit<Upload, "name"> & { title: string } & Omit<CollectionFields, "kind">;

async function store(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "files">,
  owner: Actor,
  { file, ownershipConfirmed }: Pick<Upload, "file" | "ownershipConfirmed">,
  originalName: string,
  fileType: string,
  list: ProjectDocumentFields | CollectionFields | undefined,
  steps: StoringSteps,
): Promise<DocumentView> {
  const id = crypto.randomUUID();
  const originalPath = await deps.files.keep(file, "originals", id);
  const createdAt = new Date(deps.now());
  try {
    const newRow = {
      id,
      userId: owner.id,
      originalName,
      originalPath,
      fileType,
      fileSize: String(file.bytes),
      sha256: file.sha256,
      searchText: buildSearchText({ originalName, displayName: null, note: null, timestampConfig: null }),
      ownershipConfirmedAt: ownershipConfirmed ? createdAt : null,
      createdAt,
    };
    const row = await transaction(deps, async (deps) => {
      const isCounted = kindOf(list ?? { kind: "document" }).countsOriginal;
      // The originals are counted before this one is one of them. If anything refuses it, all of this is undone.
      const [, , , inserted] = await Promise.all([
        requireAccount(deps, owner),
        steps.check(deps),
        isCounted && requireQuota(deps, owner),
        insertDocument(deps.db, newRow),
      ]);
      const row = { ...inserted, ...list };
      if (list) await updateDocument(deps.db, id, list);
      await steps.andThen?.(deps, row);
      return row;
    });
    return toDocumentView(row);
  } catch (error) {
    await removeUnnamed(deps, [originalPath], error);
    throw error;
  }
}

/**
 * What this server takes, and reasons to refuse an upload before it is sent. They change while the server runs. Those
 * who ask are about to upload, so that a child warms up meanwhile.
 */
export function acceptedUploads({
  config,
  converter,
  workers,
}: Pick<Deps, "config" | "converter" | "workers">): AcceptedUploads {
  workers.expectTask();
  const { extraTypes } = config;
  const availability = converter.availability();
  if (availability.available)
    return { extraTypes, wordRefusal: null, wordRefusalCode: null, wordRefusalParams: null };
  const { message, code, params } = say(availability.refusal);
  return { extraTypes, wordRefusal: message, wordRefusalCode: code, wordRefusalParams: params ?? null };
}

const needsLibreOffice = {
  code: "document-needs-libreoffice",
  text: "This server cannot convert this type of document now, because that needs LibreOffice. Please save the document as PDF and upload that.",
} as const;

function requireConverter({ converter }: Pick<Deps, "converter">, fileType: OfficeType): void {
  const availability = converter.availability();
  if (availability.available) return;
  throw AppError.from("unavailable", isWordType(fileType) ? availability.refusal : needsLibreOffice);
}
