import { hashes, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";
import { rememberChecks } from "./remembered-checks.ts";

// Pages served over plain http have no crypto.subtle, so the check cannot use it.
hashes.sha512 = sha512;

/** Exactly these members. A header with anything else (crit, b64, jwk, another algorithm) is not ours. */
const headerSchema = z.strictObject({ alg: z.literal("EdDSA"), kid: z.string().optional() });

export type JwsHeader = z.infer<typeof headerSchema>;
export type ParsedJws = { header: JwsHeader; payload: Uint8Array; signature: Uint8Array; signed: string };

/** The signing input: the compact form without the signature (RFC 7515, 5.1, step 5). */
export function signingInput(header: { alg: string; kid?: string | undefined }, payload: Uint8Array): string {
  const protectedHeader = new TextEncoder().encode(JSON.stringify(header));
  return `${encodeBase64url(protectedHeader)}.${encodeBase64url(payload)}`;
}

/** The parts of a compact JWS signed with EdDSA; undefined when the text is anything else. */
export function parseJws(text: string): ParsedJws | undefined {
  const jws = splitJws(text);
  const header = headerSchema.safeParse(jws && parseJson(jws.header));
  if (jws?.signature.length !== 64 || !header.success) return undefined;
  return { ...jws, header: header.data };
}

/** The decoded parts of a compact JWS of any algorithm; undefined when the text is not one. */
export function splitJws(
  text: string,
): { header: Uint8Array; payload: Uint8Array; signature: Uint8Array; signed: string } | undefined {
  const [protectedHeader, payloadText, signatureText, ...rest] = text.split(".");
  if (protectedHeader === undefined || payloadText === undefined || signatureText === undefined)
    return undefined;
  const header = decodeBase64url(protectedHeader);
  const payload = decodeBase64url(payloadText);
  const signature = decodeBase64url(signatureText);
  if (rest.length > 0 || !header || !payload || !signature) return undefined;
  return { header, payload, signature, signed: `${protectedHeader}.${payloadText}` };
}

/**
 * Parses strict UTF-8 JSON in which no object has a name twice (RFC 7493): programs disagree on which of the two values
 * counts. Undefined for anything else.
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return countNames(value) === countWrittenNames(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The names in all objects of a value, which has each once. */
function countNames(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  const inside = Object.values(value).reduce((sum: number, one) => sum + countNames(one), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

/** The names in a text that is JSON: strings with a colon after them. */
const countWrittenNames = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;

const remembered = rememberChecks();

/** True if the Ed25519 public key `x` made the signature (RFC 8032, 5.1.7). Rejects small-order keys. */
export function isSignedBy(jws: ParsedJws, x: string): boolean {
  const key = decodeBase64url(x);
  if (key?.length !== 32) return false;
  const message = new TextEncoder().encode(jws.signed);
  const facts = [key, jws.signature, sha512(message)].map(bytesToHex).join(" ");
  return remembered(facts, () => verify(jws.signature, message, key, { zip215: false }));
}
