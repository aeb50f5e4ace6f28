import { bytesToHex } from "@noble/hashes/utils.js";
import { readProof } from "../opentimestamps/read.ts";
import { fileHeader } from "../opentimestamps/tags.ts";
import { failed, indeterminate, type Report } from "./report.ts";
import { labels, sentences } from "./sentences.ts";

/** True for bytes that begin like an OpenTimestamps proof, even damaged ones. */
export const seemsProof = (bytes: Uint8Array): boolean =>
  bytes.length > fileHeader.length && fileHeader.every((byte, at) => byte === bytes[at]);

/** An OpenTimestamps proof without its file: the result is reported with the receipt it came with. */
export function verifyProof(name: string, bytes: Uint8Array): Report {
  const { unchanged, when, who, log } = sentences;
  const proof = readProof(bytes);
  return {
    name,
    kind: "proof",
    findings: {
      unchanged: proof
        ? indeterminate(unchanged.proofAlone, [
            { label: labels.fingerprint, value: bytesToHex(proof.message) },
          ])
        : failed(unchanged.brokenProof),
      when: indeterminate(when.nothing),
      who: indeterminate(who.nothing),
      log: indeterminate(log.nothing),
    },
  };
}
