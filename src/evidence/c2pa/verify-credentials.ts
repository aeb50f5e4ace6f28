import { sha256 } from "@noble/hashes/sha2.js";
import { wellFormed } from "../../formats/der/malformed.ts";
import { hasOnlySignedParts } from "../cms/unsigned-parts.ts";
import { computeHash, sameBytes } from "../hash.ts";
import { oids } from "../oids.ts";
import { type TimeStamp, type TimeStampIssue, verifyTimeStampToken } from "../tsp/token.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type ChainIssue, verifyChain } from "../x509/chain.ts";
import type { Crl } from "../x509/crl.ts";
import { isSignedWithFixed } from "../x509/signature.ts";
import { type Cbor, MalformedCredentials } from "./cbor.ts";
import { certificateIn, counterSigned, readCoseSign1, signedBytes, writeCoseSign1 } from "./cose-sign1.ts";
import { readSuperBox, type SuperBox } from "./jumbf.ts";
import {
  assertionUrl,
  hashOfAssertion,
  labels,
  type Placeholder,
  signatureUrl,
  writeManifestStore,
} from "./manifest.ts";
import { embedStore, findEmbeddedStore } from "./placeholder.ts";
import { readCbor } from "./read-cbor.ts";

/** The trusted certificates and the time of the check. */
export type CredentialTrust = {
  roots: Certificate[];
  stampRoots: Certificate[];
  crls: Crl[];
  at: Date;
  /** A time by which the picture is known to have existed, from proof other than its credentials. */
  existedBy?: Date | undefined;
};

/**
 * `malformed`: not in the form of our credentials; `forged`: the signature does not match; `wrong-content`: signed for
 * another picture; `time-stamp`: only the embedded time-stamp fails; the rest as in `ChainIssue`.
 */
export type CredentialIssue =
  | ChainIssue
  | "malformed"
  | "forged"
  | "wrong-content"
  | { timeStamp: TimeStampIssue };

/**
 * The result of a check. `signer` is undefined if no certificate could be read. `isExact`: no byte of the time-stamp
 * can have changed either.
 */
export type CredentialCheck = { signer: Certificate | undefined } & (
  | { timeStamp: TimeStamp; isExact: boolean }
  | { error: CredentialIssue }
);

/** The largest JPEG segment. Ours are shorter; reading more would only cost time. */
const longestStore = 65_536;

/** The credentials in a picture, and all that their check needs of the picture itself. */
export type EmbeddedCredentials = Placeholder & {
  fileType: "image/jpeg" | "image/png";
  /** With the head and checksum around the store; undefined if the store is too long to be ours. */
  embedded: { store: Uint8Array; around: Uint8Array } | undefined;
  /** SHA-256 of the bytes before and behind them. */
  rest: Uint8Array;
  /** Of the picture. */
  length: number;
};

/** Undefined if the picture, a JPEG or PNG, has none. Nothing in the result refers to its bytes. */
export function readCredentials(bytes: Uint8Array): EmbeddedCredentials | undefined {
  const found = findEmbeddedStore(bytes);
  if (!found) return undefined;
  const { start, end, fileType, store } = found;
  const around = store.length > longestStore ? undefined : bytes.slice(start, end);
  const head = store.byteOffset - bytes.byteOffset - start;
  const embedded = around && { store: around.subarray(head, head + store.length), around };
  const rest = sha256.create().update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest();
  return { start, end, fileType, embedded, rest, length: bytes.length };
}

/**
 * Checks the credentials that `signCredentials` embeds in a JPEG or PNG. They cover every byte of the picture,
 * including their own. Credentials of other services can have other forms and get `malformed` or `untrusted`. Never
 * throws. Runs in browsers, also over plain http.
 */
export function verifyCredentials(found: EmbeddedCredentials, trust: CredentialTrust): CredentialCheck {
  const { embedded, fileType } = found;
  const store = embedded && orUndefined(() => readStore(embedded.store));
  const signer = store && wellFormed(() => readCertificate(store.certificate));
  if (!store || !signer) return { signer, error: "malformed" };
  if (!sameBytes(embedStore(fileType, store.again), embedded.around)) return { signer, error: "malformed" };
  const { header, signature, token } = store.cose;
  if (!isSignedWithFixed(signer.publicKey, signedBytes(header, store.claim), signature))
    return { signer, error: "forged" };
  const isWhole = orUndefined(() => isAbout(store, found));
  if (!isWhole) return { signer, error: "wrong-content" };
  return {
    signer,
    ...checkPeople(signer, computeHash("SHA-256", counterSigned(header, signature)), token, trust),
  };
}

type Store = ReturnType<typeof readStore>;

function readStore(bytes: Uint8Array) {
  const [manifest] = superBoxesIn(readSuperBox(bytes));
  const [assertionStore, claimBox, signatureBox] = manifest ? superBoxesIn(manifest) : [];
  if (!manifest || !assertionStore || !claimBox || !signatureBox)
    throw new MalformedCredentials("The manifest is not in the form that we write.");
  const { label } = manifest;
  const assertions = superBoxesIn(assertionStore);
  const claim = findContent(claimBox);
  const cose = readCoseSign1(findContent(signatureBox));
  const again = writeManifestStore({ label, assertions, claim }, writeCoseSign1(cose));
  return { label, assertions, claim, cose, certificate: certificateIn(cose.header), again };
}

const superBoxesIn = ({ boxes }: SuperBox) => boxes.flatMap((box) => ("cbor" in box ? [] : [box]));

function findContent({ boxes }: SuperBox): Uint8Array {
  const [box] = boxes;
  if (!box || !("cbor" in box)) throw new MalformedCredentials("A box has no content.");
  return box.cbor;
}

/** True if the claim has the hashes of its assertions, and the data hash covers all but the placeholder. */
function isAbout({ label, assertions, claim }: Store, { start, end, rest }: EmbeddedCredentials): boolean {
  const said = asMap(readCbor(claim));
  const references = asList(said.get("created_assertions")).map(asMap);
  const isHeld = (box: SuperBox, at: number) =>
    references[at]?.get("url") === assertionUrl(box.label) &&
    sameBytes(readBytes(references[at]?.get("hash")), hashOfAssertion(box));
  if (said.get("signature") !== signatureUrl(label) || said.get("alg") !== "sha256") return false;
  if (references.length !== assertions.length || !assertions.every(isHeld)) return false;
  const bindings = assertions.filter((box) => box.label === labels.dataHash);
  const [binding] = bindings;
  if (!binding || bindings.length > 1) return false;
  const dataHash = asMap(readCbor(findContent(binding)));
  const exclusions = asList(dataHash.get("exclusions")).map(asMap);
  const [left] = exclusions;
  const excludesOnlyStore =
    exclusions.length === 1 && left?.get("start") === start && left.get("length") === end - start;
  return (
    excludesOnlyStore && dataHash.get("alg") === "sha256" && sameBytes(readBytes(dataHash.get("hash")), rest)
  );
}

function checkPeople(
  signer: Certificate,
  imprint: Uint8Array,
  token: Uint8Array,
  { roots, stampRoots, crls, at, existedBy }: CredentialTrust,
): { timeStamp: TimeStamp; isExact: boolean } | { error: CredentialIssue } {
  const stamp = verifyTimeStampToken(token, {
    imprint: { hash: "SHA-256", digest: imprint },
    roots: [...roots, ...stampRoots],
    crls,
    existedBy,
  });
  const known = "timeStamp" in stamp ? stamp.timeStamp.time : existedBy;
  const path = verifyChain({
    certificate: signer,
    purpose: "sealing",
    others: [],
    roots,
    at: known ?? at,
    existedBy: known,
    crls,
  });
  if ("error" in path) return path;
  if (!signer.extendedKeyUsage?.purposes.includes(oids.claimSigning)) return { error: "wrong-purpose" };
  if ("error" in stamp) return { error: { timeStamp: stamp.error } };
  return { ...stamp, isExact: hasOnlySignedParts(token, [...roots, ...stampRoots]) };
}

function asMap(value: Cbor | undefined): Map<string | number, Cbor> {
  if (value instanceof Map) return value;
  throw new MalformedCredentials("no map");
}

function asList(value: Cbor | undefined): Cbor[] {
  if (Array.isArray(value)) return value;
  throw new MalformedCredentials("no list");
}

function readBytes(value: Cbor | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new MalformedCredentials("no bytes");
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedCredentials) return undefined;
    throw error;
  }
}
