import { headerBytes, readBlockHeader } from "../../evidence/bitcoin/block-header.ts";
import { sameBytes } from "../../evidence/hash.ts";
import { claimedBlocks, proofState } from "../../evidence/opentimestamps/state.ts";
import { openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { cosignedAt } from "../../evidence/tlog/cosignature.ts";
import { type NoteVerifier, parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { verifyTimeStampToken } from "../../evidence/tsp/token.ts";
import type { Certificate } from "../../evidence/x509/certificate.ts";
import { headAt, type LogDeps, readHead } from "../log/log.service.ts";
import { readVerifierKeys } from "../log/published-log.service.ts";
import {
  listCosignatures,
  listHeaders,
  listTokens,
  listWitnessedAfter,
  type WitnessedCheckpoint,
} from "./witnesses.repo.ts";
import { checkpointDigest } from "./witnesses.ts";

const rowBatchSize = 100;

/** `roots`: the accepted roots of external authorities. */
type Parts = LogDeps & { roots: Certificate[] };

/**
 * Checks every checkpoint that witnesses were asked about: one of our logs signed it, the current tree had this root
 * hash at that size, and tokens, cosignatures and the proof are about it. The caller has recomputed the tree. Returns
 * how many checkpoints there are, and a sentence for each problem.
 */
export async function checkWitnesses(deps: Parts): Promise<{ checkpoints: number; issues: string[] }> {
  const logs = (await readVerifierKeys(deps))
    .trim()
    .split("\n")
    .flatMap((line) => parseVerifierKey(line) ?? []);
  const issues: string[] = [];
  let checkpoints = 0;
  for (let size = -1; ; ) {
    const rows = await listWitnessedAfter(deps.db, size, rowBatchSize);
    for (const row of rows) {
      size = row.size;
      checkpoints += 1;
      issues.push(
        ...(await findFaults(deps, row, logs)).map(
          (error) => `The checkpoint over ${size} entries: ${error}`,
        ),
      );
    }
    if (rows.length < rowBatchSize) return { checkpoints, issues };
  }
}

async function findFaults(deps: Parts, row: WitnessedCheckpoint, logs: NoteVerifier[]): Promise<string[]> {
  const { db, roots } = deps;
  const head = logs.map((log) => openCheckpoint(row.checkpoint, log)).find((opened) => opened !== undefined);
  if (!head || head.size !== row.size) return ["it is not signed by a log of this server."];
  if (head.size > (await readHead(deps)).size) return ["the log is shorter: entries are gone."];
  const digest = checkpointDigest(row.checkpoint);
  const issues = sameBytes(await headAt(deps, head.size), head.hash)
    ? []
    : ["the log's tree had a different head."];
  for (const { address, token } of await listTokens(db, row.size)) {
    const checked = verifyTimeStampToken(token, { imprint: { hash: "SHA-256", digest }, roots });
    if ("error" in checked) issues.push(`the timestamp of ${address} is not valid (${checked.error}).`);
  }
  for (const { witness, line } of await listCosignatures(db, row.size)) {
    const key = parseVerifierKey(witness);
    const isCosigned = key && cosignedAt(row.checkpoint + line, key) !== undefined;
    if (!isCosigned) issues.push(`the cosignature of ${witness} is not valid.`);
  }
  const isProof = !row.proof || proofState(row.proof, digest).state !== "unverified";
  if (!isProof) issues.push("its OpenTimestamps proof is for something else, or cannot be read.");
  if (!(await hasItsBlock(db, row)))
    issues.push("the stored header of its Bitcoin block is not that block's.");
  return issues;
}

/** Whether the block that confirms the proof has a header with the proof's Merkle root. */
async function hasItsBlock(db: Parts["db"], { block, proof }: WitnessedCheckpoint): Promise<boolean> {
  if (block === null) return true;
  const [row] = await listHeaders(db, block, block);
  const claimed = claimedBlocks(proof ?? new Uint8Array()).filter((one) => one.block === block);
  if (row?.header.length !== headerBytes) return false;
  const { merkleRoot } = readBlockHeader(row.header);
  return claimed.some((one) => one.merkleRoot === merkleRoot);
}
