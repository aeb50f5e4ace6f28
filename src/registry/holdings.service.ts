import { existsSync } from "node:fs";
import type { Deps } from "../deps.ts";
import { sameBytes } from "../evidence/log/base64.ts";
import { commitmentTo } from "../evidence/log/commitment.ts";
import { hashFile } from "../files/hash-file.ts";
import { findFault, isCertified } from "../verification/verification.service.ts";
import { listCertified, readEntries } from "./registry.repo.ts";

type Holdings = Pick<Deps, "db" | "files" | "signingKeys">;
type Certified = ReturnType<typeof listCertified>[number];

const rowsAtOnce = 100;

/**
 * Checks every certificate: its files on the disk by their hashes, its attestation by its signature and its row, its
 * entry in the log by the commitment. Returns how many there are, and a sentence for each fault. What is deleted
 * meanwhile is no fault.
 */
export async function checkHoldings(deps: Holdings): Promise<{ certificates: number; faults: string[] }> {
  const faults: string[] = [];
  let certificates = 0;
  let after = "";
  for (let rows = listCertified(deps.db, after, rowsAtOnce); rows.length > 0; ) {
    for (const row of rows) {
      const found = [...faultsOfRow(deps, row), ...(await faultsOfFiles(deps, row))];
      after = row.serialNumber;
      const isStill =
        found.length === 0 || listCertified(deps.db, after, 1, "from")[0]?.serialNumber === after;
      if (isStill) certificates += 1;
      if (isStill) faults.push(...found.map((fault) => `${after}: ${fault}`));
    }
    rows = listCertified(deps.db, after, rowsAtOnce);
  }
  return { certificates, faults };
}

function faultsOfRow(deps: Holdings, { document, attestation, entryIndex, entrySalt }: Certified): string[] {
  if (!isCertified(document)) return ["it has a certificate, but is not completed."];
  const fault = findFault(deps, document, attestation);
  if (fault) return [`its attestation does not hold (${fault}).`];
  if (entryIndex === null || entrySalt === null) return ["it is not in the log."];
  const [entry] = readEntries(deps.db, entryIndex, 1);
  if (entry && sameBytes(entry, commitmentTo(attestation, entrySalt))) return [];
  return [`the log's entry ${entryIndex} is not the one of its attestation.`];
}

async function faultsOfFiles({ files }: Holdings, { document }: Certified): Promise<string[]> {
  const kept = [
    ["stamped copy", document.processedPath, document.stampedSha256],
    ["certificate", document.certificatePath, document.certificateSha256],
  ] as const;
  const faults: string[] = [];
  for (const [what, key, sha256] of kept) {
    const path = key && files.pathOf(key);
    if (!path || !existsSync(path)) faults.push(`its ${what} is missing.`);
    else if ((await hashFile(path)).sha256 !== sha256) faults.push(`its ${what} was changed on the disk.`);
  }
  return faults;
}
