import { draftCourtCertification } from "../../features/verification/court-certification.service.ts";
import {
  planRenewals,
  type RenewalPlan,
  renewEvidence,
  renewedAheadMs,
} from "../../issuing/renewal/renew-evidence.service.ts";
import { printWithExistingData } from "./with-deps.ts";

/** Renews the proofs that are due, or says what is. May run while the server runs. */
export async function renewProofs(isDryRun: boolean): Promise<void> {
  await printWithExistingData(async (deps) => {
    const plan = await planRenewals(deps);
    if (!isDryRun) await renewEvidence(deps);
    return describeRenewals(plan, isDryRun);
  });
}

/** Prints the draft of a certification about a serial number, with the facts of its record. */
export async function certify(serial: string): Promise<void> {
  await printWithExistingData((deps) => draftCourtCertification(deps, serial));
}

const date = (time: Date) => time.toISOString().slice(0, 10);
const count = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`;

/** For the operator. */
export function describeRenewals(plan: RenewalPlan, isDryRun: boolean): string {
  const { documents, timeStamps, chains, hash, lateDocuments, lateBatches, unread, nextEnd } = plan;
  const did = isDryRun ? "Would renew" : "Renewed";
  const lines = [
    ...(documents > 0
      ? [
          `${did} the proofs of ${count(documents, "document", "documents")} for the first time, under ${hash}.`,
        ]
      : []),
    ...(timeStamps > 0
      ? [`${did} ${count(timeStamps, "batch", "batches")} of documents with a timestamp over the last one.`]
      : []),
    ...(chains > 0
      ? [`${did} ${count(chains, "batch", "batches")} of documents with a new tree under ${hash}.`]
      : []),
  ];
  return [
    ...(lines.length > 0 ? lines : ["Nothing is due."]),
    ...(nextEnd
      ? [
          `The next certificate behind timestamps ends on ${date(nextEnd)}: they are renewed from ${date(new Date(nextEnd.getTime() - renewedAheadMs))} on.`,
        ]
      : []),
    ...(isDryRun && unread > 0
      ? [`${count(unread, "timestamp", "timestamps")} of an earlier version will be looked at first.`]
      : []),
    ...(lateDocuments + lateBatches > 0
      ? [
          `Too late for ${count(lateDocuments, "document", "documents")} and ${count(lateBatches, "batch", "batches")} of renewed ones: the certificates behind their proofs have ended. They verify as before, but can't be renewed (docs/operating.md).`,
        ]
      : []),
  ].join("\n");
}
