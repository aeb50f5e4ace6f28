import type { Cbor } from "../c2pa/cbor.ts";
import { Tagged } from "../c2pa/cbor.ts";
import { signedBytes } from "../c2pa/cose-sign1.ts";
import { writeCbor } from "../c2pa/write-cbor.ts";
import { type SigningKey, signEd25519 } from "../signing-key.ts";
import { parseCheckpoint } from "../tlog/checkpoint.ts";
import { buildVerifier } from "../tlog/sign-note.ts";
import { openNote, parseNote, printVerifierKey } from "../tlog/signed-note.ts";
import { parseTlogProof } from "../tlog/tlog-proof.ts";

/** COSE_Sign1 (RFC 9052, 4.2), and the header parameters that a receipt has (RFC 9052, 3.1; RFC 9942, 2). */
const coseSign1 = 18;
const labels = { alg: 1, kid: 4, vds: 395, vdp: 396, inclusion: -1 } as const;
const eddsa = -8;
/** The tree of RFC 9162 with SHA-256 (RFC 9942, 5). */
const rfc9162Sha256 = 1;

/**
 * The name of a log's key in COSE: the line of the log's verifier keys without the key itself, `HOST/evidence/log+ID`.
 */
export const coseKeyId = (verifierKey: string): string => verifierKey.split("+", 2).join("+");

/**
 * A receipt of inclusion (RFC 9942, 5.2.1) with the entry, the tree head and the path of one of our receipts
 * (.tlog-proof), signed by the log's key. The head is detached: a verifier computes it from the entry. The unprotected
 * header also has the entry's `salt`, without which no one can compute the entry from the attestation. Undefined for a
 * head that this key did not sign as a checkpoint before, so that no head exists in this form alone. Server only.
 */
export function makeCoseReceipt(receipt: string, key: SigningKey): Uint8Array | undefined {
  const proof = parseTlogProof(receipt);
  const origin = parseCheckpoint(parseNote(proof?.checkpoint ?? "")?.text ?? "")?.origin;
  if (!proof?.extra || origin === undefined) return undefined;
  const log = buildVerifier(origin, key);
  const head = parseCheckpoint(openNote(proof.checkpoint, log) ?? "");
  if (!head) return undefined;
  const kid = new TextEncoder().encode(coseKeyId(printVerifierKey(log)));
  const header = writeCbor(
    new Map<number, Cbor>([
      [labels.alg, eddsa],
      [labels.kid, kid],
      [labels.vds, rfc9162Sha256],
    ]),
  );
  const inclusion = writeCbor([head.size, proof.index, proof.hashes]);
  const unprotected = new Map<string | number, Cbor>([
    [labels.vdp, new Map([[labels.inclusion, [inclusion]]])],
    ["salt", proof.extra],
  ]);
  const signature = signEd25519(signedBytes(header, head.hash), key);
  return writeCbor(new Tagged(coseSign1, [header, unprotected, null, signature]));
}
