import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { z } from "zod";
import { type AttestationIssue, checkStatement, sha256Hex, statementFields } from "./attestation.ts";
import { maxFiles } from "./ers/hash-tree.ts";
import type { Jwks, PublicJwk } from "./jwk.ts";
import { isSignedBy, parseJson, parseJws } from "./jws.ts";

/**
 * The signed statement of a collection, in the QR code of its certificate: compact JWS like that of a document
 * (attestation.ts), distinguished by its `kind`. It reveals no name and no fingerprint of a file.
 */
const collectionStatementSchema = z.strictObject({
  ...statementFields,
  kind: z.literal("collection"),
  /** The number of files, and their total size. */
  files: z.int().min(1).max(maxFiles),
  bytes: z.int().min(0),
  /** Lower-case hex: the root of the hash tree (ers/hash-tree.ts), and the commitment to the list of its files. */
  root: sha256Hex,
  list: sha256Hex,
});
export type CollectionStatement = z.infer<typeof collectionStatementSchema>;

export type CollectionStatementCheck =
  | { statement: CollectionStatement; key: PublicJwk }
  | { error: AttestationIssue };

/** The bytes that are signed: canonical JSON (RFC 8785). */
export function collectionPayload(statement: CollectionStatement): Uint8Array {
  return new TextEncoder().encode(canonicalize(collectionStatementSchema.parse(statement)));
}

/**
 * Reads the signed bytes and, from them, the root (32 bytes); undefined if the text is not the statement of a
 * collection. Does not check the signature.
 */
export function collectionStatementIn(text: string): { payload: Uint8Array; root: Uint8Array } | undefined {
  const payload = parseJws(text)?.payload ?? new Uint8Array();
  const statement = collectionStatementSchema.safeParse(parseJson(payload));
  return statement.success ? { payload, root: hexToBytes(statement.data.root) } : undefined;
}

/** Checks a signed statement of a collection against the published keys. Runs in browsers. */
export function checkCollectionStatement(
  text: string,
  jwks: Jwks,
  isSigned = isSignedBy,
): CollectionStatementCheck {
  return checkStatement(text, jwks, collectionStatementSchema, isSigned);
}

/**
 * The commitment to SHA256SUMS, and so to the files, their names and their order: the lower-case hex SHA-256 of the
 * salt and the text. Without the salt, no one can test a guess about the files against it.
 */
export function commitToList(salt: Uint8Array, sums: string): string {
  return bytesToHex(sha256.create().update(salt).update(utf8ToBytes(sums)).digest());
}
