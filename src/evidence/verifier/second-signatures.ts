import { parseJws } from "../jws.ts";
import { partNames } from "../part-names.ts";
import { checkSecondSignature, type SecondSignatureIssue } from "../post-quantum.ts";
import { checkpointIn } from "../tlog/tlog-proof.ts";
import { type PackPart, packPart } from "./pack-part.ts";
import type { Pack } from "./read-pack.ts";
import { type Finding, failed, type Verdict } from "./report.ts";
import { sentences, values } from "./sentences.ts";
import type { Text } from "./text.ts";
import type { Trust } from "./trust.ts";

/** What each issue means for the pack. */
const issues: Record<SecondSignatureIssue, readonly [Verdict, Text]> = {
  "unknown-key": ["passed", values.secondUnknown],
  "stolen-key": ["passed", values.secondStolen],
  malformed: ["failed", values.unreadable],
  "other-payload": ["failed", values.contradictory],
  forged: ["failed", values.notSigned],
};

/**
 * The second, post-quantum signatures of a pack. They only add to the first ones: a missing one, or one by an unknown
 * or stolen key, changes nothing; one that does not fit is a contradiction. Early packs have none.
 */
export function checkSecondSignatures(
  { entries, evidence }: Pack,
  { jwks }: Pick<Trust, "jwks">,
): PackPart[] {
  const [signed = ""] = evidence.attestations;
  const [receipt = ""] = evidence.receipts;
  const expected = [
    { name: partNames.secondStatement, payload: parseJws(signed)?.payload },
    { name: partNames.secondCheckpoint, payload: checkpointIn(receipt) },
  ];
  return expected.flatMap(({ name, payload }) => {
    const bytes = entries.find((entry) => entry.name === name)?.data;
    if (!bytes) return [];
    const text = new TextDecoder().decode(bytes).trim();
    const checked = checkSecondSignature(text, payload ?? new Uint8Array(), jwks);
    if ("key" in checked) return packPart(name, "passed", values.secondSignature(checked.key.kid));
    return packPart(name, ...issues[checked.error]);
  });
}

/** Who issued it, in view of the second signatures: a wrong one contradicts a first one that is right. */
export function withSecondSignatures(who: Finding, parts: PackPart[]): Finding {
  const isContradicted = parts.some(({ verdict }) => verdict === "failed");
  if (isContradicted && who.verdict !== "failed") return failed(sentences.who.twoSignatures, who.details);
  return who;
}
