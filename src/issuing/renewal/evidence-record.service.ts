import { statementFile } from "../../evidence/attestation.ts";
import {
  type ArchiveChain,
  decodeLists,
  readEvidenceRecord,
  writeArchiveChains,
} from "../../evidence/ers/evidence-record.ts";
import { verifyPreserved } from "../../evidence/ers/verify-renewals.ts";
import { computeHash } from "../../evidence/hash.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import type { IssuingDeps } from "../deps.ts";
import { listArchiveTimeStamps, listChains, type PreservedRow } from "./renewal.repo.ts";

/** An evidence record, and the tokens and times of its time-stamps in order. */
export type StoredRecord = { record: Uint8Array; tokens: Uint8Array[]; times: Date[] };

/** The record that preserves a document's proofs; undefined before they were renewed for the first time. */
export async function findEvidenceRecord(
  deps: Pick<IssuingDeps, "db">,
  serialNumber: string,
): Promise<StoredRecord | undefined> {
  const chains = await listChains(deps.db, serialNumber);
  if (chains.length === 0) return undefined;
  const rows = (await readRows(deps, chains)).flat();
  return {
    record: writeArchiveChains(await readChains(deps, chains)),
    tokens: rows.map(({ token }) => token),
    times: rows.map(({ time }) => time),
  };
}

/** A sentence if the stored record of a document does not preserve its attestation. */
export async function findRecordIssues(
  deps: Pick<IssuingDeps, "db">,
  serialNumber: string,
  attestation: string,
  roots: Certificate[],
): Promise<string[]> {
  const found = await findEvidenceRecord(deps, serialNumber);
  if (!found) return [];
  const record = wellFormed(() => readEvidenceRecord(found.record));
  if (!record || record === "unsupported") return ["its evidence record cannot be read."];
  const bytes = statementFile(attestation);
  const check = verifyPreserved(record, { sha256: computeHash("SHA-256", bytes), bytes }, { roots });
  const [issue] =
    "error" in check ? [check.error] : check.timeStamps.flatMap((one) => ("error" in one ? one.error : []));
  return issue === undefined ? [] : [`its evidence record is not valid (${issue}).`];
}

/** The chains of one document, in order, as they were when the last one began. */
export async function readChains(
  deps: Pick<IssuingDeps, "db">,
  chains: PreservedRow[],
): Promise<ArchiveChain[]> {
  const rows = await readRows(deps, chains);
  return chains.flatMap(({ lists: own }, at) => {
    const [first, ...later] = rows[at] ?? [];
    if (!first) throw new Error("A batch has no time-stamp.");
    const { hash } = first;
    const timeStamps = [
      { reduced: decodeLists(own, hash), token: first.token },
      ...later.map(({ lists, token }) => ({ reduced: lists ? decodeLists(lists, hash) : undefined, token })),
    ];
    return [{ hash, timeStamps }];
  });
}

/** The time-stamps of each chain. A batch may go on for others after a document's next chain began. */
async function readRows({ db }: Pick<IssuingDeps, "db">, chains: PreservedRow[]) {
  const all = [];
  for (const [at, { batch, before }] of chains.entries()) {
    const end = chains[at + 1]?.before;
    all.push((await listArchiveTimeStamps(db, batch)).slice(0, end === undefined ? undefined : end - before));
  }
  return all;
}
