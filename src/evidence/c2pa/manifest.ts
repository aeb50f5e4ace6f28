import { sha256 } from "@noble/hashes/sha2.js";
import type { Cbor } from "./cbor.ts";
import { type SuperBox, writeSuperBox, writeSuperBoxContent } from "./jumbf.ts";
import { cborMap, writeCbor } from "./write-cbor.ts";

/** The facts in the credentials of a stamped picture. The same facts give the same manifest. */
export type CredentialFacts = {
  productName: string;
  serialNumber: string;
  fileType: "image/jpeg" | "image/png";
  /** SHA-256 of the original, lower-case hex. */
  originalSha256: string;
  /** The manifest's ID, a random UUID. */
  id: string;
};

/** The byte range that the picture's hash excludes: exactly the credentials. */
export type Placeholder = { start: number; end: number };

/** A manifest without its signature. */
export type UnsignedManifest = { label: string; assertions: SuperBox[]; claim: Uint8Array };

export const labels = {
  store: "c2pa",
  assertions: "c2pa.assertions",
  ingredient: "c2pa.ingredient.v3",
  actions: "c2pa.actions.v2",
  dataHash: "c2pa.hash.data",
  claim: "c2pa.claim.v2",
  signature: "c2pa.signature",
} as const;

/** The JUMBF URI of the signature in a claim. */
export const signatureUrl = (label: string) => `self#jumbf=/c2pa/${label}/${labels.signature}`;
/** The JUMBF URI of an assertion in a claim. */
export const assertionUrl = (label: string) => `self#jumbf=${labels.assertions}/${label}`;

/**
 * The manifest of a stamped picture (C2PA 2.2): the original was opened, a strip was added next to it, and photo
 * metadata was removed. It lists the original by its hash and does not claim that the picture is as the camera took it.
 * `digest` is the SHA-256 of the picture without `placeholder`.
 */
export function makeManifest(
  facts: CredentialFacts,
  digest: Uint8Array,
  placeholder: Placeholder,
): UnsignedManifest {
  const { productName, serialNumber, id } = facts;
  const ingredient = assertion(labels.ingredient, buildOriginal(facts));
  const assertions = [
    ingredient,
    assertion(labels.actions, actionsOn(ingredient)),
    assertion(labels.dataHash, dataHash(digest, placeholder)),
  ];
  const label = `urn:c2pa:${id}`;
  const claim = cborMap({
    instanceID: `xmp:iid:${id}`,
    claim_generator_info: cborMap({ name: productName }),
    "dc:title": `Stamped copy ${serialNumber}`,
    alg: "sha256",
    signature: signatureUrl(label),
    created_assertions: assertions.map(referenceTo),
  });
  return { label, assertions, claim: writeCbor(claim) };
}

/** A manifest store with one manifest. */
export function writeManifestStore({ label, assertions, claim }: UnsignedManifest, signature: Uint8Array) {
  return writeSuperBox({
    kind: "c2pa",
    label: labels.store,
    boxes: [
      {
        kind: "c2ma",
        label,
        boxes: [
          { kind: "c2as", label: labels.assertions, boxes: assertions },
          { kind: "c2cl", label: labels.claim, boxes: [{ cbor: claim }] },
          { kind: "c2cs", label: labels.signature, boxes: [{ cbor: signature }] },
        ],
      },
    ],
  });
}

/** The hash of an assertion in a claim (C2PA 2.2, 8.3.1.2). */
export const hashOfAssertion = (box: SuperBox): Uint8Array => sha256(writeSuperBoxContent(box));

function assertion(label: string, value: Cbor): SuperBox {
  return { kind: "cbor", label, boxes: [{ cbor: writeCbor(value) }] };
}

const referenceTo = (box: SuperBox): Cbor =>
  cborMap({ url: assertionUrl(box.label), hash: hashOfAssertion(box) });

/** C2PA 2.2, 18.16. A parent without credentials can state its hash only in its identifier and its description. */
function buildOriginal({ serialNumber, fileType, originalSha256 }: CredentialFacts): Cbor {
  return cborMap({
    relationship: "parentOf",
    "dc:title": `Original of ${serialNumber}`,
    "dc:format": fileType,
    instanceID: `urn:sha256:${originalSha256}`,
    description: `The original file, SHA-256 ${originalSha256}`,
  });
}

/** The actions assertion (C2PA 2.2, 18.15). */
function actionsOn(ingredient: SuperBox): Cbor {
  const opened = cborMap({
    action: "c2pa.opened",
    parameters: cborMap({ ingredients: [referenceTo(ingredient)] }),
  });
  const edited = cborMap({
    action: "c2pa.edited",
    description: "A strip with a stamp was added beside the picture.",
  });
  const details = cborMap({
    action: "c2pa.edited.metadata",
    description: "Details that may tell the place, comments and previews were left out.",
  });
  return cborMap({ actions: [opened, edited, details] });
}

/** The data hash assertion (C2PA 2.2, 18.5). */
function dataHash(digest: Uint8Array, { start, end }: Placeholder): Cbor {
  return cborMap({
    alg: "sha256",
    exclusions: [cborMap({ start, length: end - start })],
    hash: digest,
    name: "jumbf manifest",
    pad: new Uint8Array(),
  });
}
