import { constants, createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import {
  C14nCanonicalization,
  type CanonicalizationOrTransformationAlgorithm,
  ExclusiveCanonicalization,
  type NamespacePrefix,
} from "xml-crypto";
import { childrenOf, elementsIn, onlyChild, readXml } from "../../formats/xml/read-xml.ts";
import { sameBytes } from "../hash.ts";
import type { Certificate } from "../x509/certificate.ts";

/**
 * `unsigned`: there is not exactly one signature, directly inside the root; `unsupported`: it uses an algorithm or
 * reference that we do not accept; `other-signer`: none of the given certificates signed it, or what it signs was
 * changed; `changed`: the list is not the signed one.
 */
export type SignatureProblem = "unsigned" | "unsupported" | "other-signer" | "changed";

const dsig = "http://www.w3.org/2000/09/xmldsig#";
const enveloped = `${dsig}enveloped-signature`;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";

/** Versions 1.0 and 1.1 differ only in attributes such as xml:base, which a list does not have. */
const canonicalizations = new Map<string, new () => CanonicalizationOrTransformationAlgorithm>([
  [exclusive, ExclusiveCanonicalization],
  [inclusive, C14nCanonicalization],
  ["http://www.w3.org/2006/12/xml-c14n11", C14nCanonicalization],
]);

const digests = new Map([
  ["http://www.w3.org/2001/04/xmlenc#sha256", "sha256"],
  ["http://www.w3.org/2001/04/xmldsig-more#sha384", "sha384"],
  ["http://www.w3.org/2001/04/xmlenc#sha512", "sha512"],
]);

type Method = { hash: string; key: "rsa" | "ec"; padding?: number };
const pss = constants.RSA_PKCS1_PSS_PADDING;
const methods = new Map<string, Method>(
  ["sha256", "sha384", "sha512"].flatMap((hash): [string, Method][] => [
    [`http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`, { hash, key: "rsa" }],
    [`http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`, { hash, key: "ec" }],
    [`http://www.w3.org/2007/05/xmldsig-more#${hash}-rsa-MGF1`, { hash, key: "rsa", padding: pss }],
  ]),
);
const leastRsaBits = 2048;

class Unsupported extends Error {}

/**
 * Verifies the signature inside a document over the whole document (ETSI TS 119 612, annex B: XAdES, enveloped). The
 * signed bytes are parsed again, and only they are in `content`: what a signature does not cover, wherever it stands in
 * the document, cannot be read by mistake. Changes `root`. Server only: browsers must not import it.
 */
export function verifyEnvelopedSignature<Signer extends Certificate>(
  root: Element,
  signers: readonly Signer[],
): { content: Element; signer: Signer } | { error: SignatureProblem } {
  try {
    return checkSignature(root, signers);
  } catch {
    // Also too many levels of elements, and nodes without a canonical form, such as processing instructions.
    return { error: "unsupported" };
  }
}

function checkSignature<Signer extends Certificate>(
  root: Element,
  signers: readonly Signer[],
): { content: Element; signer: Signer } | { error: SignatureProblem } {
  const signature = onlyChild(root, dsig, "Signature");
  const unread = onlyChild(signature, dsig, "SignedInfo");
  if (!signature || !unread) return { error: "unsigned" };
  const bytes = canonicalize(unread, onlyChild(unread, dsig, "CanonicalizationMethod"));
  const signedInfo = readXml(bytes);
  const method = methods.get(algorithmOf(onlyChild(signedInfo, dsig, "SignatureMethod")));
  if (!signedInfo || !method) throw new Unsupported();
  const value = base64In(onlyChild(signature, dsig, "SignatureValue"));
  const signer = signers.find((one) => isSignedBy(bytes, method, value, one));
  if (!signer) return { error: "other-signer" };
  const references = childrenOf(signedInfo, dsig, "Reference");
  const [whole, ...more] = references.filter((reference) => isWhole(reference, root));
  if (!whole || more.length > 0) throw new Unsupported();
  const areRight = references
    .filter((reference) => reference !== whole)
    .every((reference) => isDigestOf(reference, transform(findReferred(reference, signature), reference)));
  root.removeChild(signature);
  const content = transform(root, whole);
  if (!areRight || !isDigestOf(whole, content)) return { error: "changed" };
  const read = readXml(content);
  return read ? { content: read, signer } : { error: "unsupported" };
}

const algorithmOf = (element: Element | undefined): string => element?.getAttribute("Algorithm") ?? "";

function isWhole(reference: Element, root: Element): boolean {
  const uri = reference.getAttribute("URI");
  return uri === "" || (uri?.startsWith("#") === true && uri.slice(1) === root.getAttribute("Id"));
}

/** The only element inside the signature that a reference names, such as the signed properties of XAdES. */
function findReferred(reference: Element, signature: Element): Element {
  const id = reference.getAttribute("URI")?.match(/^#(.+)$/)?.[1];
  const [found, ...more] = [...elementsIn(signature)].filter(
    (element) => id !== undefined && element.getAttribute("Id") === id,
  );
  if (!found || more.length > 0) throw new Unsupported();
  return found;
}

/** The canonical form that a reference is about, by default the inclusive one (XML Signature, 4.4.3.2). */
function transform(element: Element, reference: Element): Uint8Array {
  const transforms = childrenOf(onlyChild(reference, dsig, "Transforms"), dsig, "Transform");
  const [canonicalization, ...more] = transforms.filter((one) => algorithmOf(one) !== enveloped);
  if (more.length > 0) throw new Unsupported();
  return canonicalize(element, canonicalization, inclusive);
}

/** Canonical XML without comments, in UTF-8. */
function canonicalize(element: Element, method: Element | undefined, otherwise = ""): Uint8Array {
  const Canonicalization = canonicalizations.get(method ? algorithmOf(method) : otherwise);
  if (!Canonicalization) throw new Unsupported();
  const prefixes = onlyChild(method, exclusive, "InclusiveNamespaces")?.getAttribute("PrefixList");
  const text = new Canonicalization().process(element, {
    inclusiveNamespacesPrefixList: prefixes?.split(/\s+/).filter((prefix) => prefix !== "") ?? [],
    ancestorNamespaces: namespacesAbove(element),
  });
  return new TextEncoder().encode(String(text));
}

/** The namespaces that an element has from its ancestors, except for those that it declares or uses itself. */
function namespacesAbove(element: Element): NamespacePrefix[] {
  const found = new Map<string, string>([[element.prefix ?? "", ""]]);
  for (const { prefix } of declarations(element)) found.set(prefix, "");
  const above: NamespacePrefix[] = [];
  for (let node = element.parentNode; node?.nodeType === 1; node = node.parentNode) {
    for (const declaration of declarations(node as Element)) {
      if (found.has(declaration.prefix)) continue;
      found.set(declaration.prefix, "");
      if (declaration.namespaceURI !== "") above.push(declaration);
    }
  }
  return above;
}

const declarations = ({ attributes }: Element): NamespacePrefix[] =>
  Array.from(attributes)
    .filter(({ name }) => name === "xmlns" || name.startsWith("xmlns:"))
    .map(({ name, value }) => ({ prefix: name.slice("xmlns:".length), namespaceURI: value }));

function isDigestOf(reference: Element, bytes: Uint8Array): boolean {
  const hash = digests.get(algorithmOf(onlyChild(reference, dsig, "DigestMethod")));
  if (hash === undefined) throw new Unsupported();
  const digest = createHash(hash).update(bytes).digest();
  return sameBytes(digest, base64In(onlyChild(reference, dsig, "DigestValue")));
}

function isSignedBy(
  bytes: Uint8Array,
  { hash, key: kind, padding }: Method,
  value: Uint8Array,
  { publicKeyInfo }: Certificate,
): boolean {
  const key = readKey(publicKeyInfo);
  if (key?.asymmetricKeyType !== kind) return false;
  if (kind === "rsa" && (key.asymmetricKeyDetails?.modulusLength ?? 0) < leastRsaBits) return false;
  const options =
    kind === "ec" ? { key, dsaEncoding: "ieee-p1363" as const } : { key, ...(padding && { padding }) };
  return verify(hash, bytes, options, value);
}

function readKey(publicKeyInfo: Uint8Array): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(publicKeyInfo), format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

const base64In = (element: Element | undefined): Uint8Array =>
  Buffer.from(element?.textContent?.replace(/\s/g, "") ?? "", "base64");
