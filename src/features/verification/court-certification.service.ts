import { parseCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { parseNote } from "../../evidence/tlog/signed-note.ts";
import { parseTlogProof } from "../../evidence/tlog/tlog-proof.ts";
import { getReceipt } from "../../issuing/log/log.service.ts";
import { listDocumentTimeStamps } from "../../issuing/tsa/stored-tokens.service.ts";
import type { Deps } from "../deps.ts";
import { holdsList } from "../documents/kinds/kinds.ts";
import { type CertifiedRecord, writeCourtCertification } from "./court-certification.ts";
import { requireConfirmed } from "./verification.service.ts";

/**
 * The draft of a certification for courts about this serial number. Throws `not_found` as `verifySerialNumber` does:
 * what contradicts its signed statement is not certified.
 */
export async function draftCourtCertification(
  deps: Pick<Deps, "db" | "config" | "log" | "signingKeys">,
  typed: string,
): Promise<string> {
  const { document } = await requireConfirmed(deps, typed);
  const isCollection = holdsList(document);
  const original = isCollection ? "the root of the hash tree over its files" : "the original";
  const names = { original, stamped: "the stamped copy" };
  const hash = holdsList(document) ? document.collection.root : document.sha256;
  const stamps = await listDocumentTimeStamps(deps, document.serialNumber);
  return writeCourtCertification({
    productName: deps.config.productName,
    origin: deps.config.origin,
    serialNumber: document.serialNumber,
    time: document.processedAt,
    isCollection,
    files: [
      [original, hash],
      [isCollection ? "the list of its files" : names.stamped, document.stampedSha256],
      ["the certificate", document.certificateSha256],
    ],
    timeStamps: stamps.map(({ about, authority, time }) => ({ about: names[about], authority, time })),
    entry: await findEntry(deps, document.id),
  });
}

async function findEntry(deps: Pick<Deps, "db">, id: string): Promise<CertifiedRecord["entry"]> {
  const proof = parseTlogProof(await getReceipt(deps, id));
  const head = parseCheckpoint(parseNote(proof?.checkpoint ?? "")?.text ?? "");
  return proof && head && { log: head.origin, index: proof.index };
}
