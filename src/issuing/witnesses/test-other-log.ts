/** Test support: another operator's log, kept in memory. */

import type { SigningKey } from "../../evidence/signing-key.ts";
import { printAddCheckpoint } from "../../evidence/tlog/add-checkpoint.ts";
import { leafHash } from "../../evidence/tlog/merkle.ts";
import { consistencyProof, type ReadNodes, treeHead } from "../../evidence/tlog/proofs.ts";
import { RightEdge } from "../../evidence/tlog/right-edge.ts";
import { buildVerifier, signCheckpoint } from "../../evidence/tlog/sign-note.ts";
import { keyOf } from "./test-witness.ts";

const most = 40;

/** Two logs with the same name and key but different entries: a log with two histories. */
export function otherLog(
  history: "one" | "another",
  origin = "other.example/log",
  key: SigningKey = keyOf(3),
) {
  const edge = new RightEdge();
  const nodes = new Map<string, Uint8Array>();
  for (let at = 0; at < most; at += 1) {
    const entry = new TextEncoder().encode(`${history} ${at}`);
    for (const { level, index, hash } of edge.append(leafHash(entry))) nodes.set(`${level}/${index}`, hash);
  }
  const read: ReadNodes = (wanted) =>
    wanted.map(({ level, index }) => nodes.get(`${level}/${index}`) ?? new Uint8Array());
  const checkpoint = async (size: number) =>
    signCheckpoint({ origin, size, hash: await treeHead(size, read) }, key);
  return {
    verifier: buildVerifier(origin, key),
    checkpoint,
    /** The request to a witness. */
    request: async (oldSize: number, size: number) =>
      printAddCheckpoint({
        oldSize,
        hashes: oldSize > size ? [] : await consistencyProof(oldSize, size, read),
        checkpoint: await checkpoint(size),
      }),
  };
}
