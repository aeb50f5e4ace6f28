/** Test support: the evidence of external witnesses about the checkpoint in an issued document's receipt. */

import { proofState } from "../opentimestamps/state.ts";
import { append, getFile, hashed, inBlock, pendingAt, sha256 } from "../opentimestamps/test-proofs.ts";
import { createSigningKey } from "../signing-key.ts";
import { buildVerifier, cosign } from "../tlog/sign-note.ts";
import { parseNote, printVerifierKey } from "../tlog/signed-note.ts";
import { parseTlogProof, printTlogProof } from "../tlog/tlog-proof.ts";
import { now, outside, tokenOver, trustTexts } from "./test-issued.ts";
import { readTrust, type Trust } from "./trust.ts";

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
    blocks: `${block} ${stands.state === "confirmed" ? stands.merkleRoot : ""}\n`,
    line,
    cosigned: printTlogProof({ ...proof, checkpoint: proof.checkpoint + line }),
  };
}

/** The same trust with lists on which these witnesses are public. */
export function publicWitnesses(trust: Trust): Trust {
  const known = [...trust.blocks].map(([height, merkleRoot]) => [height, { merkleRoot, time: now }] as const);
  return {
    ...trust,
    publicRoots: outside.roots,
    publicWitnesses: trust.witnesses,
    publicBlocks: new Map(known),
  };
}

/** Trust in all of the witnesses above, as the service publishes them. */
export const trustWith = (blocks: string) =>
  readTrust({
    ...trustTexts,
    blocks,
    witnesses: `${printVerifierKey(buildVerifier(witnessName, witnessKey, 4))}\n`,
  });
