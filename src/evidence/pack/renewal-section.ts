import { wellFormed } from "../../formats/der/malformed.ts";
import { readEvidenceRecord } from "../ers/evidence-record.ts";
import { partNames } from "../part-names.ts";
import { claimedInfo } from "../tsp/is-over.ts";
import { plainTime } from "../verifier/text.ts";
import type { PackParts } from "./pack-parts.ts";
import type { Section } from "./readme-section.ts";

/** The section about the record that preserves the proofs; nothing before they were renewed for the first time. */
export function renewalSection({ renewal, timeZone }: Pick<PackParts, "renewal" | "timeZone">): Section[] {
  const record = renewal && wellFormed(() => readEvidenceRecord(renewal));
  if (!record || record === "unsupported") return [];
  const tokens = [record.token, ...record.renewals.map(({ token }) => token)];
  const times = tokens.flatMap((token) => claimedInfo(token)?.time ?? []);
  return [
    {
      title: "Were the proofs renewed in time?",
      text: [
        `The certificates behind timestamps end, and methods get old. Before that, the service put the signed statement and its timestamps under a new timestamp: on ${times.map((time) => plainTime(time, "en", timeZone)).join("; ")}. Each one was made while the certificate behind the one before it was still valid, so a key that becomes known later can't have made any of them.`,
        `${partNames.renewal} has them all (an evidence record, RFC 4998). It covers ${partNames.signedAttestation} and the timestamps over the files, and until its hash was changed also the fingerprints of the original, the stamped copy and the certificate. ${partNames.checker} checks it, as do programs that support evidence records, such as ERSEvidenceRecord of Bouncy Castle.`,
      ],
    },
  ];
}
