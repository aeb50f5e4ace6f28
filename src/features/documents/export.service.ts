import { AppError } from "../../errors.ts";
import { withKeys } from "../../evidence/pack/checker.ts";
import { checkpointTokenNames, partNames } from "../../evidence/part-names.ts";
import { plainExtension, stampedFileName } from "../../formats/file-names.ts";
import { computeCrc, type LargePiece } from "../../formats/zip/pieces.ts";
import { readPublishedTrust, receiptIfAny } from "../../issuing/attestations/collect-evidence.service.ts";
import { type DocumentRow, isStarted } from "../../issuing/attestations/document-row.ts";
import { readAttestation } from "../../issuing/attestations/record-attestation.service.ts";
import { isBrokenLog } from "../../issuing/log/log.ts";
import { findEvidenceRecord } from "../../issuing/renewal/evidence-record.service.ts";
import { storedTokens } from "../../issuing/tsa/document-time-stamps.service.ts";
import { crlDer } from "../../issuing/tsa/public-tsa.service.ts";
import { readBlockHeaders } from "../../issuing/witnesses/stored-headers.service.ts";
import { largePiece } from "../../platform/files/large-piece.ts";
import { publishedKeys } from "../../platform/keys/keys.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { findOwnedDocument, listOwnedDocuments } from "./documents.repo.ts";
import { toDocumentView } from "./documents.ts";
import { holdsList } from "./kinds/kinds.ts";

type ExportDeps = Pick<Deps, "config" | "db" | "files" | "log" | "signingKeys" | "logKey" | "authority">;

/** A file of an export by its name; `open` returns undefined for one that was deleted or cannot be read. */
type ExportedFile = {
  name: string;
  kind: "original" | "stamped" | "certificate" | "evidence";
  open: () => Promise<LargePiece | undefined>;
};
export type ExportedDocument = { document: DocumentView; files: ExportedFile[] };

/** Rows in memory at a time. */
const batchSize = 100;

/**
 * All documents of the owner, newest first, with the files that exist: original, stamped copy, certificate, and the
 * evidence under the names of an evidence pack. Documents added or deleted in the meantime are left out.
 */
export async function* exportDocuments(
  deps: ExportDeps,
  owner: Pick<Actor, "id">,
): AsyncGenerator<ExportedDocument> {
  let last: DocumentRow | undefined;
  do {
    const rows = await listOwnedDocuments(deps.db, owner.id, batchSize, last);
    for (const { id } of rows) {
      const row = await findOwnedDocument(deps.db, owner.id, id);
      if (row)
        yield {
          document: toDocumentView(row),
          files: [...keptFiles(deps, row), ...(await evidence(deps, row))],
        };
    }
    last = rows.at(-1);
  } while (last);
}

function keptFiles(deps: ExportDeps, row: DocumentRow): ExportedFile[] {
  const file = (
    kind: ExportedFile["kind"],
    extension: string,
    key: string | null,
    bytes?: number,
  ): ExportedFile[] =>
    key === null
      ? []
      : [{ name: `${kind}${extension}`, kind, open: () => openKept(deps, row.id, key, bytes) }];
  const extension = plainExtension(row.originalName);
  if (holdsList(row)) {
    return [
      ...file("stamped", ".txt", row.processedPath, row.stampedSize ?? undefined),
      ...file("certificate", ".pdf", row.certificatePath),
    ];
  }
  const stampedExtension =
    row.stampedType === null
      ? extension
      : plainExtension(stampedFileName(row.originalName, row.fileType, row.stampedType));
  return [
    ...file("original", extension, row.originalPath, Number(row.fileSize)),
    ...file("stamped", stampedExtension, row.processedPath, row.stampedSize ?? undefined),
    ...file("certificate", ".pdf", row.certificatePath),
  ];
}

async function openKept(
  deps: ExportDeps,
  documentId: string,
  key: string,
  bytes: number | undefined,
): Promise<LargePiece | undefined> {
  try {
    return await largePiece(deps.files, await deps.files.find(key, bytes));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ document: documentId, err: error }, "a file is left out of an export");
    return undefined;
  }
}

/** The signed statement, the tokens and the receipt; nothing before the document is completed. */
async function evidence(deps: ExportDeps, row: DocumentRow): Promise<ExportedFile[]> {
  const statement = isStarted(row) ? await readAttestation(deps, row.id) : undefined;
  if (statement === undefined || row.serialNumber === null) return [];
  const tokens = await storedTokens(deps, row.serialNumber);
  const renewed = await findEvidenceRecord(deps, row.serialNumber);
  const witnessed = await receiptUnlessDamaged(deps, row.id);
  const parts: [string, Uint8Array | string | null | undefined][] = [
    [partNames.signedAttestation, statement],
    [holdsList(row) ? partNames.rootToken : partNames.originalToken, tokens.original],
    // With the secret and SHA256SUMS, the evidence record of each file can be built.
    [
      partNames.attestation,
      holdsList(row) ? JSON.stringify({ secret: row.collection.secret }, null, 2) : null,
    ],
    [partNames.stampedToken, tokens.stamped],
    [partNames.renewal, renewed?.record],
    [partNames.receipt, witnessed?.receipt],
    [partNames.checkpointProof, witnessed?.proof],
    ...checkpointTokenNames.map((name, at): [string, Uint8Array | undefined] => [
      name,
      witnessed?.tokens[at],
    ]),
  ];
  const kind = "evidence";
  const readable = parts.flatMap(([name, content]): ExportedFile[] =>
    content === undefined || content === null ? [] : [{ name, kind, open: async () => smallPiece(content) }],
  );
  const block = witnessed?.confirmed?.block;
  if (block !== undefined)
    readable.push({
      name: partNames.checkpointHeaders,
      kind,
      open: async () => smallPiece(await readBlockHeaders(deps.db, block)),
    });
  return witnessed ? readable : [...readable, { name: partNames.receipt, kind, open: async () => undefined }];
}

/** While the log is damaged, people still get everything else that belongs to them. */
async function receiptUnlessDamaged(deps: Pick<Deps, "db" | "log">, id: string) {
  try {
    return await receiptIfAny(deps, { id });
  } catch (error) {
    if (!isBrokenLog(error)) throw error;
    deps.log.warn({ document: id, err: error }, "a receipt is left out of an export");
    return undefined;
  }
}

/**
 * The trusted keys for the evidence of all documents: roots, revocation list, keys, and `page`, verify.html as built,
 * which contains them.
 */
export async function exportTrust(
  deps: ExportDeps,
  page: string | undefined,
): Promise<{ name: string; content: LargePiece }[]> {
  const trust = await readPublishedTrust(deps);
  const files: [string, Uint8Array | string][] = [
    [partNames.root, trust.ca + trust.stampCa],
    [partNames.crl, crlDer(deps)],
    ["jwks.json", JSON.stringify(publishedKeys(deps.signingKeys), null, 2)],
    ["log.vkeys", trust.vkeys],
  ];
  if (page !== undefined) files.push([partNames.checker, withKeys(page, trust)]);
  return files.map(([name, content]) => ({ name, content: smallPiece(content) }));
}

function smallPiece(content: Uint8Array | string): LargePiece {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    size: bytes.length,
    crc: computeCrc([bytes]),
    async *read() {
      yield bytes;
    },
  };
}
