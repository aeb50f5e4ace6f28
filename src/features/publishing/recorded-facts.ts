import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type Attestation, statementFile } from "../../evidence/attestation.ts";
import type { CollectionStatement } from "../../evidence/collection-statement.ts";
import { readEvidenceRecord } from "../../evidence/ers/evidence-record.ts";
import { computeHash } from "../../evidence/hash.ts";
import { claimedBlocks } from "../../evidence/opentimestamps/state.ts";
import { decodeBase64 } from "../../evidence/tlog/base64.ts";
import type { NoteVerifier } from "../../evidence/tlog/signed-note.ts";
import { claimedInfo } from "../../evidence/tsp/is-over.ts";
import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import { type Evidence, noEvidence } from "../../evidence/verifier/evidence.ts";
import { findWitnesses } from "../../evidence/verifier/find-witnesses.ts";
import { knownBlocks } from "../../evidence/verifier/known-blocks.ts";
import type { Trust } from "../../evidence/verifier/trust.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { wellFormed } from "../../formats/der/malformed.ts";
import { removedFileName } from "../../formats/file-names.ts";
import { isRemovedFileName } from "../../formats/removed-name.ts";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import type { VerificationView } from "../verification/verification.output.schema.ts";

/** What a published record says beside its statement, receipt and tokens, which must follow from them. */

export type Wrong = (reason: string) => Error;

const bytesOf = (base64: string) => decodeBase64(base64) ?? new Uint8Array();

/** Throws for a fact that the signed statement tells otherwise, and for one that a record with a statement lacks. */
export function requireStated(
  view: VerificationView,
  statement: Attestation | CollectionStatement,
  wrong: Wrong,
): void {
  if (view.clientName === undefined) throw wrong("has a signed statement, but names no client.");
  if (view.withdrawnAt !== undefined) throw wrong("has been withdrawn, but shows its signed statement.");
  if ("kind" in view) {
    const isSame = "bytes" in statement && statement.bytes === view.totalBytes;
    if (!isSame) throw wrong("has another size of its files than its statement.");
    return;
  }
  const { timeline, acknowledgement } = "kind" in statement ? {} : statement;
  if (!Bun.deepEquals(view.timeline, timeline))
    throw wrong("says something else about a timeline than its statement.");
  if (!Bun.deepEquals(view.acknowledgement, acknowledgement))
    throw wrong("says something else about an acknowledgment than its statement.");
}

/** A record without what only its missing statement could prove. Earlier versions kept any ending of a removed name. */
export function withoutStatedFacts(view: VerificationView): VerificationView {
  const { stage: _, witnessed: _w, documentName: name, ...facts } = view;
  const rest = { ...facts, documentName: isRemovedFileName(name) ? removedFileName(name) : name };
  if ("kind" in rest) return rest;
  const { timeline: _t, acknowledgement: _a, ...proved } = rest;
  return proved;
}

/**
 * Throws for a token that is about something else or not by an authority of the site, for one that is said to be from
 * outside although it leads to a root of the service's own, or the other way around, and if tokens are missing.
 */
export function requireTokens(
  view: VerificationView,
  { roots, stampRoots }: Pick<Trust, "roots" | "stampRoots">,
  wrong: Wrong,
): void {
  for (const { about, isOutside, token } of view.timeStamps) {
    const stamped = "kind" in view ? view.root : view.stampedSha256;
    const original = "kind" in view ? view.root : view.originalSha256;
    const digest = hexToBytes(about === "original" ? original : stamped);
    const check = (roots: Certificate[]) =>
      verifyTimeStampToken(bytesOf(token), { imprint: { hash: "SHA-256", digest }, roots });
    const own = check(roots);
    const isOwn = "timeStamp" in own;
    const found = isOwn ? own : check(stampRoots);
    if ("error" in found) throw wrong(`has a timestamp that does not hold (${found.error}).`);
    if (isOutside && isOwn)
      throw wrong("says that a timestamp is from outside, but the service's own authority issued it.");
    if (!isOutside && !isOwn)
      throw wrong("says that a timestamp is of the service's own authority, but another one issued it.");
  }
  if (view.timeStamps.length === 0 && view.attestation === undefined)
    throw wrong("has neither a signed statement nor a timestamp, so nothing proves it.");
  // A server timestamps both files of a document at once, so that a genuine record has a token over each, or none.
  const stamped = new Set(view.timeStamps.map(({ about }) => about));
  if (!("kind" in view) && stamped.size === 1)
    throw wrong("has a timestamp over one of its fingerprints, but not over the other.");
}

/**
 * Throws if the first archive timestamp of its evidence record covers a timestamp that the record lacks: the group of
 * hashes under it has those of the statement, the tokens and the files, and one nonce.
 */
export function requireAllRenewed(view: VerificationView, wrong: Wrong): void {
  if (!view.renewed) return;
  const record = wellFormed(() => readEvidenceRecord(bytesOf(view.renewed?.record ?? "")));
  if (!record || record === "unsupported") throw wrong("has an evidence record that can't be read.");
  const { hash, reduced, token, renewals } = record;
  const files = "kind" in view ? [view.root] : [view.originalSha256, view.stampedSha256];
  const known = new Set([
    ...[...files, view.certificateSha256].filter(() => hash === "SHA-256"),
    ...view.timeStamps.map((one) => bytesToHex(computeHash(hash, bytesOf(one.token)))),
    ...(view.attestation === undefined
      ? []
      : [bytesToHex(computeHash(hash, statementFile(view.attestation)))]),
  ]);
  const strange = (reduced?.[0] ?? []).filter((one) => !known.has(bytesToHex(one))).length;
  const hidden = view.attestation === undefined ? 1 : 0;
  const unknownFiles = hash === "SHA-256" && !("kind" in view) ? 0 : 3;
  if (strange > 1 + hidden + unknownFiles) throw wrong("lacks a timestamp that its evidence record covers.");
  const times = [token, ...renewals.map((one) => one.token)].map((one) => claimedInfo(one)?.time.getTime());
  if (!Bun.deepEquals(times, view.renewed.times.map(Date.parse)))
    throw wrong("says other times of its renewals than its evidence record.");
}

type StageOf = { checkpoint: string; log: NoteVerifier; headers: Uint8Array[]; trust: Trust };

/**
 * The record with a stage that follows from what witnesses signed about the checkpoint in its receipt; what its site
 * says is ignored. Throws if an anchor is false, or is about another checkpoint or block.
 */
export function withProvedStage(
  view: VerificationView,
  { checkpoint, log, headers, trust }: StageOf,
  wrong: Wrong,
): VerificationView {
  const { tokens = [], proof, blocks = "" } = view.witnessed ?? {};
  const about = "checkpoint";
  const evidence: Evidence = {
    ...noEvidence,
    headers,
    tokens: tokens.map((token) => ({ bytes: bytesOf(token), about })),
    proofs: proof === undefined ? [] : [{ bytes: bytesOf(proof), about }],
  };
  const isClaimed = evidence.proofs
    .flatMap(({ bytes }) => claimedBlocks(bytes))
    .some(({ block, merkleRoot }) => blocks === `${block} ${merkleRoot}\n`);
  if (blocks !== "" && !isClaimed) throw wrong("names a Bitcoin block that its proof does not lead to.");
  const publicBlocks = knownBlocks(evidence, trust);
  const witnesses = findWitnesses(checkpoint, log, evidence, { ...trust, publicBlocks });
  const falseOne = witnesses.find(({ isWrong }) => isWrong);
  if (falseOne) throw wrong(`has a false anchor: ${falseOne.sentence.message}`);
  const confirmed = witnesses.filter(({ state }) => state === "confirmed");
  const block = confirmed.find((one) => one.block !== undefined)?.block;
  const signed = confirmed.filter((one) => one.block === undefined).length;
  const grown = { witnesses: signed, ...(block !== undefined && { block }) };
  return { ...view, stage: { ...grown, sentence: stageWords.en.stage(grown) } };
}
