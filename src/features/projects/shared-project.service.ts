import { timingSafeEqual } from "node:crypto";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import type { EvidenceFiles } from "../../issuing/attestations/collect-evidence.service.ts";
import {
  type DocumentRow,
  isStarted,
  type StartedDocument,
} from "../../issuing/attestations/document-row.ts";
import { keyedHash } from "../../platform/keys/keyed-hash.ts";
import { type LimitName, returnToLimit, takeFromLimit } from "../../platform/rate-limits.ts";
import { rechecked } from "../../platform/rechecked.ts";
import { findActor } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { parseDevice } from "../accounts/device.ts";
import { buildClientName } from "../accounts/names.schema.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { viewTimeZone } from "../documents/documents.ts";
import {
  buildEvidence,
  openPackInZip,
  type PackDeps,
  type PackOptions,
} from "../documents/evidence-pack.service.ts";
import { holdsList, kindOf } from "../documents/kinds/kinds.ts";
import { type DocumentsZip, zipDocuments } from "../documents/zip.service.ts";
import { openMagicLink } from "../mail/magic-links.service.ts";
import { describeEntries, listStamped } from "./listed-entries.ts";
import { isOwner } from "./owning-people.service.ts";
import { findDocumentIn, findProject, listEntries, listTimelines, type ProjectRow } from "./projects.repo.ts";
import { arrangeEntries, type NumberedEntry } from "./projects.ts";
import type { OpenedShare, SharedDocument, SharedProject } from "./shares.output.schema.ts";
import {
  continueOpening,
  findAcknowledgementZones,
  findOpening,
  findShare,
  insertOpening,
  type ShareRow,
} from "./shares.repo.ts";
import type { OpenShareInput, SharedFileInput, SharedZipInput } from "./shares.schema.ts";

/**
 * The reader's network address as used for rate limits, their User-Agent header, their account, if any, and their
 * browser's token (accounts/known-devices.service.ts).
 */
export type ShareReader = {
  address: string;
  userAgent: string | null;
  accountId: string | null;
  deviceToken: string | null;
};

/** How long a reader has access after entering the password. */
const passMs = 12 * 3_600_000;
/** Views from the same device within this time count as one visit. */
const visitMs = 30 * 60_000;

export type OpenedLink = { share: ShareRow; project: ProjectRow; owner: Actor };

/**
 * The project that a link opens; without the project if a password is required. Throws `not_found`, with the same
 * answer, for links that never existed, have expired or were revoked; `forbidden` for a wrong password; and
 * `rate_limited`.
 */
export async function openShare(
  deps: RateLimitDeps & Pick<Deps, "passwords" | "bestEffort">,
  { token, password, pass }: OpenShareInput,
  reader: ShareReader,
): Promise<OpenedShare> {
  const link = await findLink(deps, token, reader);
  const { share } = link;
  const validPass = isValidPass(deps, share, pass) ? pass : undefined;
  if (share.passwordHash !== null && validPass === undefined) {
    if (password === undefined) return { project: null, pass: null };
    await checkPassword(deps, share, password, reader);
  }
  if (!(await isOwner(deps, link, reader))) await recordOpening(deps, share.id, reader);
  return {
    project: await describeProject(deps, link),
    // If a pass could be exchanged for a new one, the twelve hours would never end.
    pass: share.passwordHash === null ? null : (validPass ?? makePass(deps, share)),
  };
}

/**
 * A stamped document of the shared project: an entry or a timeline certificate. Throws `not_found` for any other
 * document, including those removed from the project, and `forbidden` if the link does not allow this download.
 */
export async function findSharedDocument(
  deps: RateLimitDeps,
  { serialNumber, ...link }: SharedFileInput,
  reader: ShareReader,
): Promise<DocumentRow> {
  const { share } = await requireDownload(deps, link, reader);
  return findInProject(deps, share, serialNumber);
}

async function findInProject(
  { db }: Pick<Deps, "db">,
  { projectId }: ShareRow,
  serialNumber: string,
): Promise<DocumentRow> {
  const wanted = readSerialNumber(serialNumber);
  const row = wanted === undefined ? undefined : await findDocumentIn(db, projectId, wanted);
  if (!row || !isStamped(row)) throw documentNotShared();
  return row;
}

/**
 * Such a document, to show page one of its stamped copy. Counts toward a limit of its own, since a page shows many.
 * Throws like `findSharedDocument`.
 */
export async function findPicturedDocument(
  deps: RateLimitDeps,
  { serialNumber, ...link }: SharedFileInput,
  reader: ShareReader,
): Promise<DocumentRow> {
  const { share } = await requireDownload(deps, link, reader, "sharePicturesPerAddress");
  return findInProject(deps, share, serialNumber);
}

/** The evidence of such a document, and its original while it is stored, if the link allows all downloads. */
export async function findSharedEvidence(
  deps: RateLimitDeps & Pick<Deps, "files">,
  input: SharedFileInput,
  reader: ShareReader,
): Promise<EvidenceFiles> {
  const { share } = await requireDownload(deps, input, reader);
  if (share.downloads !== "everything") throw downloadNotShared();
  return buildEvidence(deps, await findInProject(deps, share, input.serialNumber));
}

/**
 * The stamped copies and certificates of all entries and of the timeline certificates in one ZIP file; with `evidence`,
 * also their evidence packs. It is broken off once the link has ended, and before a document that has left the project.
 * Throws `not_found` if there are none, and `forbidden` for packs if the link does not allow them.
 */
export async function findSharedZip(
  deps: PackDeps & RateLimitDeps,
  input: SharedZipInput,
  reader: ShareReader,
  options: PackOptions,
): Promise<DocumentsZip> {
  const { share, project } = await requireDownload(deps, input, reader);
  const hasPacks = input.evidence === "true";
  if (hasPacks && share.downloads !== "everything") throw downloadNotShared();
  await takeFromLimit(deps, "zipsPerShareAndAddress", limitKey(deps, share, reader));
  if (hasPacks) await takeFromLimit(deps, "evidenceZipsPerAddress", reader.address);
  const entries = arrangeEntries((await listEntries(deps.db, share.projectId)).filter(isStamped));
  const timelines = (await listTimelines(deps.db, share.projectId)).filter(isStamped).toReversed();
  const rows = [...entries.map(({ row }) => row), ...timelines].map((row) => ({ ...row, displayName: null }));
  if (rows.length === 0)
    throw new AppError("not_found", "no-documents-in-project", "There are no documents in this project now.");
  const findAgain = ({ serialNumber }: Pick<DocumentRow, "serialNumber">) =>
    findInProject(deps, share, serialNumber ?? "");
  const openPack = async (document: Pick<DocumentRow, "serialNumber">) =>
    openPackInZip(deps, await buildEvidence(deps, await findAgain(document)), options);
  const zip = await zipDocuments(deps, rows, project.name, hasPacks ? openPack : undefined, findAgain);
  return { ...zip, read: () => rechecked(deps, zip.read(), () => requireSameAccess(deps, share)) };
}

/** Throws `not_found` if the link has ended since, and `forbidden` if it allows other downloads now. */
async function requireSameAccess(deps: Pick<Deps, "db" | "now">, { id, downloads }: ShareRow): Promise<void> {
  const { share } = await followLink(deps, id);
  if (share.downloads !== downloads) throw downloadNotShared();
}

async function requireDownload(
  deps: RateLimitDeps,
  input: Pick<SharedFileInput, "token" | "pass">,
  reader: ShareReader,
  limit?: LimitName,
): Promise<OpenedLink> {
  const link = await openLink(deps, input, reader, limit);
  if (link.share.downloads === "none") throw downloadNotShared();
  return link;
}

/**
 * The project that a link opens, for a reader who has entered its password. Throws `not_found` if the link does not
 * work, and `forbidden` without a valid pass.
 */
export async function openLink(
  deps: RateLimitDeps,
  { token, pass }: Pick<SharedFileInput, "token" | "pass">,
  reader: ShareReader,
  limit?: LimitName,
): Promise<OpenedLink> {
  const link = await findLink(deps, token, reader, limit);
  if (link.share.passwordHash !== null && !isValidPass(deps, link.share, pass)) throw passwordNeeded();
  return link;
}

async function findLink(
  deps: RateLimitDeps,
  token: string,
  { address }: Pick<ShareReader, "address">,
  limit: LimitName = "shareCallsPerAddress",
): Promise<OpenedLink> {
  await takeFromLimit(deps, limit, address);
  return followLink(deps, await openMagicLink(deps, "shared-project", token));
}

async function followLink(deps: Pick<Deps, "db" | "now">, id: string | undefined): Promise<OpenedLink> {
  const share = id === undefined ? undefined : await findShare(deps.db, id);
  if (!share || share.revokedAt !== null || share.expiresAt.getTime() <= deps.now()) throw shareOver();
  const project = await findProject(deps.db, share.projectId);
  const owner = project && (await findActor(deps, project.userId));
  if (!project || !owner) throw shareOver();
  return { share, project, owner };
}

async function checkPassword(
  deps: RateLimitDeps & Pick<Deps, "passwords">,
  share: ShareRow,
  password: string,
  reader: Pick<ShareReader, "address">,
): Promise<void> {
  const limits: LimitName[] = ["sharePasswordsPerShareAndAddress", "sharePasswordsPerShareAndAddressDaily"];
  const key = limitKey(deps, share, reader);
  for (const name of limits) await takeFromLimit(deps, name, key);
  if (!(await deps.passwords.verify(password, share.passwordHash ?? undefined))) {
    throw new AppError("forbidden", "share-password-wrong", "This password is not correct.");
  }
  for (const name of limits) await returnToLimit(deps, name, key);
}

const limitKey = (
  deps: Pick<Deps, "counterKey">,
  { id }: ShareRow,
  { address }: Pick<ShareReader, "address">,
): string => `${id}:${keyedHash(deps, "address", address)}`;

/**
 * A pass that replaces the password of a share until it expires. It becomes invalid when the password or the share
 * does.
 */
function makePass(deps: Pick<Deps, "counterKey" | "now">, share: ShareRow): string {
  return writePass(deps, share, deps.now() + passMs);
}

function writePass(deps: Pick<Deps, "counterKey">, { id, passwordHash }: ShareRow, endsAt: number): string {
  return `${endsAt}.${keyedHash(deps, "share pass", `${id} ${passwordHash} ${endsAt}`)}`;
}

function isValidPass(
  deps: Pick<Deps, "counterKey" | "now">,
  share: ShareRow,
  pass: string | undefined,
): boolean {
  const endsAt = Number(/^(\d{1,15})\./.exec(pass ?? "")?.[1] ?? 0);
  if (endsAt <= deps.now() || endsAt > deps.now() + passMs) return false;
  const [given, right] = [Buffer.from(pass ?? ""), Buffer.from(writePass(deps, share, endsAt))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Stores the time and the names of browser and system, but not the address. */
async function recordOpening(
  deps: Pick<Deps, "db" | "now" | "bestEffort">,
  shareId: string,
  { userAgent }: Pick<ShareReader, "userAgent">,
): Promise<void> {
  const device = parseDevice(userAgent);
  const at = new Date(deps.now());
  await deps.bestEffort.attempt("openings of shared projects", () =>
    transaction(deps, async ({ db }) => {
      const known = await findOpening(db, shareId, device, new Date(at.getTime() - visitMs));
      if (known) return continueOpening(db, known.id, at);
      const times = { openedAt: at, lastOpenedAt: at };
      await insertOpening(db, { id: crypto.randomUUID(), shareId, ...device, ...times });
    }),
  );
}

const isStamped = (row: DocumentRow): row is StartedDocument => row.status === "completed" && isStarted(row);

async function describeProject(
  { db }: Pick<Deps, "db">,
  { share, project, owner }: OpenedLink,
): Promise<SharedProject> {
  const listed = listStamped(await listEntries(db, project.id));
  const timelines = (await listTimelines(db, project.id)).filter(isStamped);
  const timeZone = (await findAcknowledgementZones(db, [share])).get(share.id);
  return {
    name: project.name,
    owner: buildClientName({ ...owner, username: "" }) || null,
    downloads: share.downloads,
    expiresAt: share.expiresAt.toISOString(),
    entries: listed.map(describeDocument),
    timelines: timelines.map((row) => describeDocument({ row, version: null })),
    list: listed.length === 0 ? null : describeEntries(listed).commitment.chain,
    acknowledgement:
      share.recipient === null
        ? null
        : {
            givenAt: share.acknowledgedAt?.toISOString() ?? null,
            ...(timeZone && { timeZone }),
            name: share.acknowledgedBy ?? share.recipientName ?? "",
          },
  };
}

function describeDocument({
  row,
  version,
}: Pick<NumberedEntry, "version"> & { row: StartedDocument }): SharedDocument {
  const { originalName, serialNumber, processedAt, fileType, pages } = row;
  const { stampedSize, sha256, stampedSha256 } = row;
  // The fingerprint of a collection's list would confirm a guess about its files.
  const content = holdsList(row)
    ? {
        stampedSize: null,
        sha256: row.collection.root,
        stampedSha256: null,
        collection: { fileCount: row.collection.files, totalBytes: row.collection.bytes },
      }
    : { stampedSize, sha256, stampedSha256, collection: null };
  return {
    name: originalName,
    generated: kindOf(row).generated,
    serialNumber,
    time: processedAt.toISOString(),
    ...viewTimeZone(row),
    fileType,
    pages,
    version,
    ...content,
  };
}

/** The same for a withdrawn document, for one that has left the project, and for one that was never in it. */
function documentNotShared(): AppError {
  return new AppError(
    "not_found",
    "document-not-in-project",
    "This document was withdrawn or is no longer in the project.",
  );
}

export function shareOver(): AppError {
  return new AppError("not_found", "share-over", "This link does not work, or no longer works.");
}

function passwordNeeded(): AppError {
  return new AppError(
    "forbidden",
    "share-password-needed",
    "Please open the link again and enter its password.",
  );
}

function downloadNotShared(): AppError {
  return new AppError("forbidden", "download-not-shared", "This link does not allow this download.");
}
