import { z } from "zod";
import {
  collectionViewSchema,
  fileRecordSchema,
} from "../../../features/collections/collections.output.schema.ts";
import { createCollectionSchema } from "../../../features/collections/collections.schema.ts";
import { acceptsWord, type Config } from "../../../features/config.ts";
import { documentViewSchema } from "../../../features/documents/documents.output.schema.ts";
import { pictureSchema } from "../../../features/documents/picture.service.ts";
import { zipSchema } from "../../../features/documents/zip.schema.ts";
import { officeLogEntrySchema } from "../../../features/offices/offices.output.schema.ts";
import { officeLogFilterSchema } from "../../../features/offices/offices.schema.ts";
import { sharedFileSchema, sharedZipSchema } from "../../../features/projects/shares.schema.ts";
import { verificationViewSchema } from "../../../features/verification/verification.output.schema.ts";
import { fileTypes, stampedTypes } from "../../../formats/file-types.ts";
import type { Access } from "../trpc.ts";
import { type CallDescription, noLimit } from "./call-description.ts";

/** A call that is not a procedure: files, evidence, and routes before authentication. */
export type FileCall = CallDescription & {
  /** `METHOD /path/:name`, as mounted. */
  route: string;
  access: Access;
  query?: z.ZodObject;
  body?: { type: string; schema: z.ZodType | undefined };
  /** The answers by media type; undefined for a file. */
  answers: Record<string, z.ZodType | undefined>;
  /** A status other than 200 that has such a response instead of an error. */
  alsoAnswers?: { status: number; when: string; type: string };
};

const stamped = Object.fromEntries(stampedTypes.map((type) => [type, undefined]));
const certificate = { [fileTypes.pdf]: undefined };
const pack = { "application/zip": undefined };
const text = { "text/plain": undefined };
const pem = { "application/x-pem-file": undefined };
const crl = { "application/pkix-crl": undefined };
const bytes = { "application/octet-stream": undefined };
const anything = z.record(z.string(), z.unknown());

/** The settings that decide which types of files a server accepts. */
export type TypeSettings = Pick<Config, "extraTypes" | "converter">;

function describeTypes({ extraTypes, converter }: TypeSettings): string {
  const texts = extraTypes
    ? ", Word (.docx, .doc), OpenDocument text, RTF, plain text"
    : ", Word (.docx, .doc)";
  const pictures = extraTypes ? ", PNG, JPEG, TIFF, HEIC, WebP, AVIF, GIF or BMP" : ", PNG, JPEG or TIFF";
  return `PDF${acceptsWord({ converter }) ? texts : ""}${pictures}`;
}

const form = (settings: TypeSettings) =>
  z.object({
    file: z.string().meta({ format: "binary", description: describeTypes(settings) }),
    ownershipConfirmed: z
      .enum(["true", "false"])
      .optional()
      .describe("Whether the owner confirmed that it is theirs; the attestation records this"),
  });
const link = z.object({ token: z.string().describe("From a link in an email") });
const storedFile = { none: "sends a stored file unchanged" } as const;
const existing = { none: "sends something that already exists" } as const;
const dailyList = { none: "creates one list a day" } as const;
const builtOnce = { none: "built once, then sent from memory" } as const;

const whole = {
  access: "documents:read",
  group: "Documents",
  about: "one document",
  limits: storedFile,
  refusals: ["conflict", "gone"],
} as const;
const collection = {
  access: "collections:read",
  group: "Collections",
  about: "one document",
  limits: storedFile,
  refusals: ["conflict"],
} as const;
const recipients = {
  access: "anyone",
  group: "Documents",
  about: "a secret link",
  limits: noLimit.secretLink,
  refusals: ["not_found"],
} as const;
const shared = { ...recipients, body: { type: "application/x-www-form-urlencoded", schema: link } };
const sharedByQuery = { ...recipients, query: link };
const ofShare = {
  access: "anyone",
  group: "Projects",
  about: "a secret link",
  limits: ["shareCallsPerAddress"],
  body: { type: "application/x-www-form-urlencoded", schema: sharedFileSchema },
  refusals: ["forbidden", "not_found"],
} as const;
const ofOffice = {
  access: "signed in",
  group: "Offices",
  query: officeLogFilterSchema,
  about: "the caller",
  limits: ["exportsPerAccount"],
  refusals: ["forbidden", "conflict"],
} as const;
const forAdmins = {
  access: "admin",
  group: "Administration",
  about: "clients, for admins",
  limits: noLimit.forAdmins,
} as const;
const forAll = { access: "anyone", group: "Evidence", about: "the public" } as const;

export const fileCalls = (settings: TypeSettings): FileCall[] => [
  {
    route: "POST /api/documents/upload",
    idempotency: "kept",
    access: "documents:write",
    group: "Documents",
    summary: "Upload a document: one file, as multipart form data",
    about: "the caller",
    limits: ["uploadsPerAccount", "freeMegabytesPerAddress"],
    body: { type: "multipart/form-data", schema: form(settings) },
    answers: { "application/json": documentViewSchema },
    refusals: ["too_large", "unsupported", "inconsistent", "unavailable", "out_of_space"],
  },
  {
    ...whole,
    route: "GET /api/documents/:id/download",
    summary: "The stamped copy",
    query: z.object({ from: z.literal("history").optional().describe("Names the file as in the list") }),
    answers: stamped,
  },
  { ...whole, route: "GET /api/documents/:id/certificate", summary: "The certificate", answers: certificate },
  {
    ...whole,
    route: "GET /api/documents/:id/timestamp",
    summary: "The timestamp over the stamped copy (RFC 3161), as a .tsr file",
    limits: { none: "reads rows of one document" },
    answers: { "application/timestamp-reply": undefined },
    refusals: ["not_found"],
  },
  {
    ...whole,
    route: "GET /api/documents/:id/preview",
    summary: "The stamped copy, to be displayed",
    answers: stamped,
  },
  {
    ...whole,
    route: "GET /api/documents/:id/picture",
    summary:
      "Page one as a picture: of the stamped copy, of the original, or with the stamp that it would get",
    limits: ["picturesPerAccount"],
    query: pictureSchema,
    answers: { "image/webp": undefined },
    refusals: ["not_found", "unavailable"],
  },
  {
    ...whole,
    route: "GET /api/documents/:id/evidence",
    summary: "The evidence pack: everything needed to check the document without this server",
    limits: ["packsPerDocument"],
    answers: pack,
    refusals: ["conflict", "gone"],
  },
  {
    route: "GET /api/documents.zip",
    access: "documents:read",
    group: "Documents",
    summary:
      "Stamped copies, certificates and, if wanted, evidence packs of several documents, as one ZIP file",
    about: "the caller",
    limits: ["zipsPerAccount", "evidenceZipsPerAccount"],
    query: zipSchema,
    answers: pack,
    refusals: ["not_found", "too_large"],
  },
  {
    route: "GET /api/account/export",
    access: "signed in",
    group: "Account",
    summary:
      "Everything in your account as one ZIP file: documents with their evidence, all data, an offline page",
    about: "the caller",
    limits: ["exportsPerAccount"],
    answers: pack,
  },
  {
    route: "GET /api/office/export",
    access: "signed in",
    group: "Offices",
    summary: "Everything in the office as one ZIP file: as of an account, with members and log; for owners",
    about: "the caller",
    limits: ["exportsPerAccount"],
    answers: pack,
    refusals: ["forbidden", "conflict"],
  },
  {
    ...ofOffice,
    route: "GET /api/office/log.csv",
    summary: "The log of the office, or what matches, as a CSV file for spreadsheets; for owners",
    answers: { "text/csv": undefined },
  },
  {
    ...ofOffice,
    route: "GET /api/office/log.json",
    summary: "The log of the office, or what matches, as a JSON file; for owners",
    answers: { "application/json": z.array(officeLogEntrySchema) },
  },
  {
    route: "POST /api/collections",
    idempotency: "kept",
    access: "collections:write",
    group: "Collections",
    summary:
      "Attest files by their fingerprints; uses one stamp. If no stamp is available, the collection waits, and the error's parameter collection is its ID",
    about: "the caller",
    limits: ["uploadsPerAccount", "freeMegabytesPerAddress"],
    body: { type: "application/json", schema: createCollectionSchema },
    answers: { "application/json": collectionViewSchema },
    refusals: ["payment_required", "forbidden", "conflict", "too_large", "unavailable", "out_of_space"],
  },
  {
    ...collection,
    route: "GET /api/collections/:id/certificate",
    summary: "The certificate of a collection",
    answers: certificate,
  },
  {
    ...collection,
    route: "GET /api/collections/:id/evidence",
    summary: "The evidence pack of a collection: everything needed to check its files without this server",
    limits: ["packsPerDocument"],
    answers: pack,
    refusals: ["conflict"],
  },
  {
    ...collection,
    route: "GET /api/collections/:id/sha256sums",
    summary: "The list that sha256sum --check reads",
    answers: text,
  },
  {
    ...shared,
    route: "POST /api/shared/download",
    summary: "The stamped copy behind a link in an email",
    answers: stamped,
  },
  { ...shared, route: "POST /api/shared/certificate", summary: "Its certificate", answers: certificate },
  {
    ...shared,
    route: "POST /api/shared/evidence",
    summary: "Its evidence pack",
    limits: ["packsPerDocument", "packsPerAddress"],
    answers: pack,
    refusals: ["not_found"],
  },
  {
    ...shared,
    route: "POST /api/shared/picture",
    summary: "Page one of the stamped copy as a small picture",
    limits: ["sharePicturesPerAddress"],
    answers: { "image/webp": undefined },
    refusals: ["not_found", "unavailable"],
  },
  {
    ...sharedByQuery,
    route: "GET /api/shared/download",
    summary: "The stamped copy, for links in older emails",
    answers: stamped,
  },
  {
    ...sharedByQuery,
    route: "GET /api/shared/certificate",
    summary: "The certificate, for links in older emails",
    answers: certificate,
  },
  {
    ...sharedByQuery,
    route: "GET /api/shared/evidence",
    summary: "The evidence pack, for links in older emails",
    limits: ["packsPerDocument", "packsPerAddress"],
    answers: pack,
    refusals: ["not_found"],
  },
  {
    ...ofShare,
    route: "POST /api/share/download",
    summary: "The stamped copy of a document in a shared project",
    answers: stamped,
  },
  {
    ...ofShare,
    route: "POST /api/share/picture",
    summary: "Page one of its stamped copy as a small picture, if the link allows to download the copy",
    limits: ["sharePicturesPerAddress"],
    answers: { "image/webp": undefined },
    refusals: [...ofShare.refusals, "unavailable"],
  },
  { ...ofShare, route: "POST /api/share/certificate", summary: "Its certificate", answers: certificate },
  {
    ...ofShare,
    route: "POST /api/share/evidence",
    summary: "Its evidence pack",
    limits: ["shareCallsPerAddress", "packsPerDocument", "packsPerAddress"],
    answers: pack,
  },
  {
    ...ofShare,
    route: "POST /api/share/zip",
    summary:
      "Stamped copies, certificates and, if wanted, evidence packs of all documents in a shared project, as one ZIP file",
    limits: ["shareCallsPerAddress", "zipsPerShareAndAddress", "evidenceZipsPerAddress"],
    body: { type: "application/x-www-form-urlencoded", schema: sharedZipSchema },
    answers: pack,
  },
  {
    ...forAdmins,
    route: "GET /api/admin/download",
    summary: "A client's stamped copy or certificate",
    query: z.object({ path: z.string().describe("processedPath or certificatePath of a document") }),
    answers: stamped,
    refusals: ["not_found"],
  },
  {
    ...forAdmins,
    route: "GET /api/admin/documents/:id/original",
    summary: "A client's original, until it is deleted",
    answers: { "*/*": undefined },
    refusals: ["gone"],
  },
  {
    route: "GET /api/verify/:serialNumber",
    access: "anyone",
    group: "Verification",
    summary: "The record of a serial number",
    about: "the public",
    limits: ["verificationsPerAddress"],
    answers: { "application/json": verificationViewSchema },
  },
  {
    route: "GET /api/verify/:serialNumber/receipt",
    access: "anyone",
    group: "Verification",
    summary: "The receipt of the public log as a COSE receipt (RFC 9942)",
    about: "the public",
    limits: ["verificationsPerAddress"],
    answers: { "application/cose": undefined },
    refusals: ["not_found"],
  },
  {
    route: "GET /api/verify/:serialNumber/files/:sha256",
    access: "anyone",
    group: "Verification",
    summary: "The evidence record (RFC 4998) of one file of a collection, for anyone who has the file",
    about: "the public",
    limits: ["fileRecordsPerAddress"],
    answers: { "application/json": fileRecordSchema },
  },
  {
    ...forAll,
    route: "POST /evidence/tsa",
    summary: "A timestamp (RFC 3161) for any SHA-256",
    limits: ["timeStampsPerAddress"],
    body: { type: "application/timestamp-query", schema: undefined },
    answers: { "application/timestamp-reply": undefined },
    refusals: ["unsupported", "too_large"],
  },
  published("/.well-known/jwks.json", "The public keys of attestations", { "application/json": anything }),
  published("/evidence/ca.pem", "The root certificate, and those before it", pem),
  published("/evidence/ca.crl", "The revocation list of the root", crl, { limits: dailyList }),
  published("/evidence/ca-crls.pem", "The revocation lists of all roots", pem, { limits: dailyList }),
  published("/evidence/ca/:file", "The revocation list that a certificate names", crl, { limits: dailyList }),
  published("/evidence/tsa-roots.pem", "The roots of external time-stamp authorities", pem),
  published(
    "/evidence/policy.json",
    "The policy in the tokens of the time-stamp authority, and its facts",
    { "application/json": anything },
    { limits: noLimit.fromMemory },
  ),
  published("/evidence/policy.txt", "The practice statement of the time-stamp authority", text, {
    limits: noLimit.fromMemory,
  }),
  published("/evidence/log/checkpoint", "The newest signed state of the public log (C2SP tlog-tiles)", text),
  published("/evidence/log/vkey", "The key of the log", text),
  published("/evidence/log/vkeys", "The keys of every log this server had", text),
  published("/evidence/log/tile/*", "A tile of the log", bytes),
  published("/evidence/log/ended", "The retired logs", {
    "application/json": anything,
  }),
  published("/evidence/log/ended/:number/tile/*", "A tile of a retired log", bytes),
  published("/evidence/log/ended/:number/:file", "A file of a retired log", text),
  published("/evidence/log/witnesses", "The statements of witnesses about the log", {
    "application/json": anything,
  }),
  published("/evidence/log/witnesses/vkeys", "The keys of its cosigners", text),
  published("/evidence/log/witnesses/blocks", "The Bitcoin blocks that confirm it", text),
  published("/evidence/log/witnesses/:size/:file", "A checkpoint, a token or a proof", bytes),
  {
    ...forAll,
    route: "POST /evidence/witness/add-checkpoint",
    summary: "Cosign another log's checkpoint (C2SP tlog-witness)",
    limits: ["cosignaturesPerAddress"],
    body: { type: "text/plain", schema: undefined },
    answers: text,
    refusals: ["forbidden", "not_found", "inconsistent"],
    alsoAnswers: {
      status: 409,
      when: "The size of the newest checkpoint that we know",
      type: "text/x.tlog.size",
    },
  },
  published("/evidence/witness/vkey", "The key of our cosignatures", text),
  published("/.well-known/security.txt", "Whom to contact about a vulnerability (RFC 9116)", text, {
    group: "Server",
    limits: noLimit.fromMemory,
    refusals: ["not_found"],
  }),
  published(
    "/api/health",
    "Whether the server accepts requests",
    {
      "application/json": z.object({
        status: z.literal("ok"),
        version: z.string(),
        commit: z.string().optional().describe("The first twelve digits, where it is known"),
      }),
    },
    { group: "Server", limits: noLimit.fromMemory },
  ),
  published(
    "/api/ready",
    "Whether it can do its work",
    {
      "application/json": z.object({
        status: z.enum(["ready", "not ready"]),
        checks: z.record(z.string(), z.string()),
      }),
    },
    {
      group: "Server",
      limits: { none: "checks again only if the last check is a few seconds old" },
      alsoAnswers: { status: 503, when: "It cannot; `checks` says why", type: "application/json" },
    },
  ),
  published(
    "/api/openapi.json",
    "This description, as OpenAPI 3.1",
    { "application/json": anything },
    { group: "Server", limits: builtOnce },
  ),
  published(
    "/api/docs",
    "This description, for people to read",
    { "text/html": undefined },
    { group: "Server", limits: builtOnce },
  ),
];

/** A file that anyone can get; `others`: where the call differs. */
function published(
  path: string,
  summary: string,
  answers: FileCall["answers"],
  others: Partial<FileCall> = {},
): FileCall {
  const isOne = /[:*]/.test(path);
  return {
    ...forAll,
    route: `GET ${path}`,
    summary,
    limits: existing,
    answers,
    refusals: isOne ? ["not_found"] : [],
    ...others,
  };
}
