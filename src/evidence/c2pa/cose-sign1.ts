import { type Cbor, MalformedCredentials, Tagged } from "./cbor.ts";
import { readCbor } from "./read-cbor.ts";
import { cborMap, writeCbor } from "./write-cbor.ts";

/** A claim's signature: COSE_Sign1 with the claim detached (RFC 9052, 4.2; C2PA 2.2, 13.2). */
export type CoseSign1 = {
  /** The protected header, encoded: algorithm and certificate. */
  header: Uint8Array;
  /** r and s concatenated, 64 octets. */
  signature: Uint8Array;
  /** A bare time-stamp token over `counterSigned(header, signature)`. */
  token: Uint8Array;
  /** Number of zero bytes that fill the space reserved for the signature. */
  padding: number;
};

const coseSign1Tag = 18;
const algorithmLabel = 1;
const certificateLabel = 33;
const es256 = -7;

/** The protected header: ES256, and the signer's certificate in DER (RFC 9360, x5chain). */
export function writeHeader(certificate: Uint8Array): Uint8Array {
  return writeCbor(
    new Map<number, Cbor>([
      [algorithmLabel, es256],
      [certificateLabel, certificate],
    ]),
  );
}

/** The certificate in a header that `writeHeader` made. Throws `MalformedCredentials`. */
export function certificateIn(header: Uint8Array): Uint8Array {
  const map = readCbor(header);
  const certificate = map instanceof Map && map.size === 2 ? map.get(certificateLabel) : undefined;
  if (!(map instanceof Map) || map.get(algorithmLabel) !== es256 || !(certificate instanceof Uint8Array))
    throw new MalformedCredentials("The protected header is not one that we write.");
  return certificate;
}

/** The Sig_structure that the signature covers (RFC 9052, 4.4). */
export function signedBytes(header: Uint8Array, claim: Uint8Array): Uint8Array {
  return writeCbor(["Signature1", header, new Uint8Array(), claim]);
}

/** The bytes that the time-stamp covers: the signature as encoded in the COSE_Sign1 (C2PA 2.2, 10.3.2.5.3). */
export function counterSigned(header: Uint8Array, signature: Uint8Array): Uint8Array {
  return writeCbor(["CounterSignature", header, new Uint8Array(), writeCbor(signature)]);
}

export function writeCoseSign1({ header, signature, token, padding }: CoseSign1): Uint8Array {
  const unprotected = cborMap({
    pad: new Uint8Array(padding),
    sigTst2: cborMap({ tstTokens: [cborMap({ val: token })] }),
  });
  return writeCbor(new Tagged(coseSign1Tag, [header, unprotected, null, signature]));
}

/** Reads the output of `writeCoseSign1`. Not strict: the caller writes the result again and compares the bytes. */
export function readCoseSign1(bytes: Uint8Array): CoseSign1 {
  const tagged = readCbor(bytes);
  const parts = tagged instanceof Tagged && tagged.tag === coseSign1Tag ? tagged.value : undefined;
  const [header, unprotected, , signature] = Array.isArray(parts) ? parts : [];
  const [pad, stamps] =
    unprotected instanceof Map ? [unprotected.get("pad"), unprotected.get("sigTst2")] : [];
  const tokens = stamps instanceof Map ? stamps.get("tstTokens") : undefined;
  const first = Array.isArray(tokens) ? tokens[0] : undefined;
  const token = first instanceof Map ? first.get("val") : undefined;
  const isWhole =
    header instanceof Uint8Array &&
    signature instanceof Uint8Array &&
    pad instanceof Uint8Array &&
    token instanceof Uint8Array;
  if (!isWhole) throw new MalformedCredentials("The COSE_Sign1 is not one that we write.");
  return { header, signature, token, padding: pad.length };
}
