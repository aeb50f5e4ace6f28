/** Test support: a collection, its records, and what Bouncy Castle says about them. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runJava } from "../../testing/java-program.ts";
import { certificatePem, now, testAuthority } from "../test-pki.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import { writeEvidenceRecord } from "./evidence-record.ts";
import { buildHashTree, findBlock, type HashTree, reduceHashTree } from "./hash-tree.ts";

export const authority = testAuthority();
export const secret = new Uint8Array(32).fill(7);

export const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest());

/** The content of a file of the collection. */
export const fileContent = (index: number) => new TextEncoder().encode(`the content of file ${index}`);

export type TestCollection = {
  tree: HashTree;
  token: Uint8Array;
  hashOf: (index: number) => Uint8Array;
  recordOf: (index: number) => Uint8Array;
};

/** A collection of `count` different files with one time-stamp over its root. */
export function collectionOf(count: number): TestCollection {
  const hashes = new Uint8Array(count * 32);
  for (let index = 0; index < count; index++) hashes.set(sha256(fileContent(index)), index * 32);
  const tree = buildHashTree(secret, hashes);
  const token = stamp(tree.root);
  return {
    tree,
    token,
    hashOf: (index) => hashes.slice(index * 32, (index + 1) * 32),
    recordOf: (index) => {
      const { start, end } = findBlock(index, count);
      const block = hashes.subarray(start * 32, end * 32);
      return writeEvidenceRecord(reduceHashTree(secret, tree, index, block), token);
    },
  };
}

/** A token of the test authority over these 32 bytes. */
export function stamp(digest: Uint8Array): Uint8Array {
  return makeTimeStampToken(
    { imprint: { hash: "SHA-256", digest }, nonce: undefined, wantsCertificate: true },
    { signer: authority.tsa, time: now, serial: digest.subarray(0, 16), accuracyMs: 1000 },
  );
}

const program = join(import.meta.dir, "test-bouncy-castle.java");

/**
 * Bouncy Castle's answer to each record for its file: "accepted", or why it is rejected. `root`: the PEM of the
 * authorities' root certificates; `at`: the time of the check, if it is not now. Throws if Java or Bouncy
 * Castle is missing.
 */
export function verifyWithBouncyCastle(
  pairs: { record: Uint8Array; file: Uint8Array }[],
  root: string | Uint8Array = certificatePem(authority.root.certificate),
  at?: Date,
): string[] {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-bouncy-castle-"));
  try {
    mkdirSync(join(folder, "pairs"));
    writeFileSync(join(folder, "root.pem"), root);
    const lines = pairs.map(({ record, file }, at) => {
      const names = [join(folder, "pairs", `${at}.ers`), join(folder, "pairs", `${at}`)] as const;
      writeFileSync(names[0], record);
      writeFileSync(names[1], file);
      return names.join(" ");
    });
    const stdin = new TextEncoder().encode(lines.join("\n"));
    const args = [join(folder, "root.pem"), ...(at ? [at.toISOString()] : [])];
    return runJava(program, "TestBouncyCastle", args, stdin).trimEnd().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
