/** Test support: the evidence of external witnesses about the checkpoint in an issued document's receipt. */

import { followingBlocks } from "../bitcoin/header-chain.ts";
import { minedBitcoin, mineHeaders } from "../bitcoin/test-headers.ts";
import { proofState } from "../opentimestamps/state.ts";
import { append, getFile, hashed, inBlock, pendingAt, sha256 } from "../opentimestamps/test-proofs.ts";
import { createSigningKey } from "../signing-key.ts";
import { buildVerifier, cosign } from "../tlog/sign-note.ts";
import { parseNote, printVerifierKey } from "../tlog/signed-note.ts";
import { parseTlogProof, printTlogProof } from "../tlog/tlog-proof.ts";
import type { TrustLists } from "../trust-lists/trust-lists.ts";
import { encodePem } from "../x509/pem.ts";
import { now, outside, tokenOver, trustTexts } from "./test-issued.ts";
import { readTrust } from "./trust.ts";

export const witnessName = "witness.example/w1";
const witnessKey = createSigningKey((size) => new Uint8Array(size).fill(9));
const block = 923_456;

/** Tokens, proofs and cosignatures of the checkpoint in a receipt. */
export function witnessesAbout(receipt: string) {
  const proof = parseTlogProof(receipt);
  const text = parseNote(proof?.checkpoint ?? "")?.text;
  if (!proof || text === undefined) throw new Error("The receipt cannot be read.");
  const digest = sha256(proof.checkpoint);
  const anchored = getFile(digest, [append(1, 2, 3), hashed], inBlock(block));
  const stands = proofState(anchored, digest);
  const line = cosign(text, witnessName, witnessKey, Math.floor(now.getTime() / 1000));
  return {
    digest,
    token: tokenOver(digest, outside.tsa),
    anchored,
    promised: getFile(digest, [append(1, 2, 3), hashed], pendingAt("https://calendar.example")),
    headers: mineHeaders(stands.state === "confirmed" ? stands.merkleRoot : "", 1 + followingBlocks).headers,
    line,
    cosigned: printTlogProof({ ...proof, checkpoint: proof.checkpoint + line }),
  };
}

const cosigner = buildVerifier(witnessName, witnessKey, 4);
/** What the service publishes, with its witness. */
export const textsWithWitness = { ...trustTexts, witnesses: `${printVerifierKey(cosigner)}\n` };

/** Lists of a reader who trusts all of the witnesses above to be independent. */
export const readersLists: TrustLists = {
  roots: outside.roots,
  witnesses: [cosigner],
  bitcoin: minedBitcoin(),
};
export const trustOfReader = readTrust(textsWithWitness, readersLists);
/** Only the service calls them independent. */
export const trustOfService = readTrust(textsWithWitness);

/** A trust file with the same authority and witness. */
export const readersTrustFile = JSON.stringify({
  attestampTrust: 1,
  timeStampRoots: [encodePem("CERTIFICATE", outside.root.certificate)],
  witnesses: [printVerifierKey(cosigner)],
});
