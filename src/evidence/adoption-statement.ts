import { hexToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { z } from "zod";
import { sha256Hex, statementFields } from "./attestation.ts";
import { parseJson, parseJws } from "./jws.ts";

/**
 * What the operator who answers for an ended service signs once: which log it was, at which size and root. It is an
 * entry of the operator's own log, whose anchors so cover the other log as well. It vouches for no record.
 */
export const adoptionStatementSchema = z.strictObject({
  v: statementFields.v,
  kind: z.literal("adoption"),
  time: statementFields.time,
  /** The address of the service that issued the records. */
  origin: z.url({ protocol: /^https?$/ }).max(300),
  /** The verifier key line of its log, the number of entries, and their root (lower-case hex). */
  log: z.string().max(600),
  size: z.int().min(0),
  root: sha256Hex,
  /** How many records were adopted. */
  records: z.int().min(0),
});
export type AdoptionStatement = z.infer<typeof adoptionStatementSchema>;

/** The bytes that are signed: canonical JSON (RFC 8785). */
export function adoptionPayload(statement: AdoptionStatement): Uint8Array {
  return new TextEncoder().encode(canonicalize(adoptionStatementSchema.parse(statement)));
}

/**
 * Reads the signed bytes and, from them, the root of the adopted log (32 bytes); undefined if the text is no such
 * statement. Does not check the signature.
 */
export function adoptionStatementIn(text: string): { payload: Uint8Array; root: Uint8Array } | undefined {
  const payload = parseJws(text)?.payload ?? new Uint8Array();
  const statement = adoptionStatementSchema.safeParse(parseJson(payload));
  return statement.success ? { payload, root: hexToBytes(statement.data.root) } : undefined;
}
