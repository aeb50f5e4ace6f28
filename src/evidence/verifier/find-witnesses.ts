import { sha256 } from "@noble/hashes/sha2.js";
import { type NoteVerifier, parseNote, printNote, signaturesBy } from "../tlog/signed-note.ts";
import { bitcoinWitness } from "./bitcoin-witness.ts";
import { cosignerWitnesses } from "./cosigner-witnesses.ts";
import type { Evidence } from "./evidence.ts";
import { timeStampWitnesses } from "./time-stamp-witness.ts";
import type { Trust } from "./trust.ts";
import type { Witness } from "./witness.ts";

/** The external witnesses of a checkpoint (signed note) that its log has signed. */
export function findWitnesses(
  checkpoint: string,
  log: NoteVerifier,
  evidence: Evidence,
  trust: Trust,
): Witness[] {
  const digest = sha256(new TextEncoder().encode(asLogSigned(checkpoint, log)));
  return [
    ...timeStampWitnesses(digest, evidence, trust),
    bitcoinWitness(digest, evidence, trust),
    ...cosignerWitnesses(checkpoint, log, trust),
  ];
}

/** What tokens and proofs are over: the note with only the log's own signature. */
function asLogSigned(checkpoint: string, log: NoteVerifier): string {
  const note = parseNote(checkpoint);
  return note ? printNote({ text: note.text, signatures: signaturesBy(note, log) }) : checkpoint;
}
