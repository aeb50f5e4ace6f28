import { wellFormed } from "../../formats/der/malformed.ts";
import { childrenOf, elementsIn, maxXmlBytes, onlyChild, readXml } from "../../formats/xml/read-xml.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type SignatureProblem, verifyEnvelopedSignature } from "./list-signature.ts";
import { type ListSigner, maySignFor } from "./list-signers.ts";
import { isOutdated, type TimeStampService, type TrustedList } from "./listed-services.ts";

/**
 * `too-large`: more than 32 MB; `not-xml`: not well-formed, or with a document type definition; `not-a-list`: another
 * kind of document, or one without what every list has; `signer-outside-validity`: its signer's certificate was not
 * valid when the list was issued; `other-territory`: its signer may sign the lists of other states only; the rest as in
 * `SignatureProblem`.
 */
export type TrustedListProblem =
  | SignatureProblem
  | "too-large"
  | "not-xml"
  | "not-a-list"
  | "signer-outside-validity"
  | "other-territory"
  | "overdue";

const tsl = "http://uri.etsi.org/02231/v2#";
const qualifiedTimeStamps = "http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST";
const granted = "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted";

/**
 * Reads the qualified time-stamp services in a trusted list (ETSI TS 119 612), if one of `signers` signed it who may
 * sign for its territory. What the signature does not cover is not read. Never throws. Server only: browsers must not
 * import it.
 */
export function readTrustedList(
  bytes: Uint8Array,
  signers: readonly ListSigner[],
): { list: TrustedList; signer: ListSigner } | { error: TrustedListProblem } {
  const signed = readSigned(bytes, signers);
  if ("error" in signed) return signed;
  const { content, signer } = signed;
  const list = readList(content);
  if (!list) return { error: "not-a-list" };
  const error = findRefusal(list, signer);
  if (error) return { error };
  return maySignFor(signer, list.territory) ? { list, signer } : { error: "other-territory" };
}

/**
 * The signers of the lists of states that a list of lists names, such as that of the European Commission
 * (ETSI TS 119 612, 5.3.13), if one of `signers` signed it who may sign for its territory, and it is in force at `now`:
 * an old one may name signers that no longer count. Never throws. Server only.
 */
export function readNamedSigners(
  bytes: Uint8Array,
  signers: readonly ListSigner[],
  now: Date,
): { signers: { territory: string; certificate: Certificate }[] } | { error: TrustedListProblem } {
  const signed = readSigned(bytes, signers);
  if ("error" in signed) return signed;
  const list = readList(signed.content);
  if (!list) return { error: "not-a-list" };
  const error = findRefusal(list, signed.signer);
  if (error) return { error };
  if (!maySignFor(signed.signer, list.territory)) return { error: "other-territory" };
  if (isOutdated(list, now)) return { error: "overdue" };
  const scheme = onlyChild(signed.content, tsl, "SchemeInformation");
  const pointers = childrenOf(onlyChild(scheme, tsl, "PointersToOtherTSL"), tsl, "OtherTSLPointer");
  const named = pointers.flatMap((pointer) => {
    const territory = [...elementsIn(pointer)].find(
      ({ localName, namespaceURI }) => localName === "SchemeTerritory" && namespaceURI === tsl,
    );
    const identities = childrenOf(
      onlyChild(pointer, tsl, "ServiceDigitalIdentities"),
      tsl,
      "ServiceDigitalIdentity",
    );
    const certificates = identities.flatMap((identity) => certificatesOf(identity));
    const code = territory?.textContent?.trim() ?? "";
    return certificates.map((certificate) => ({ territory: code, certificate }));
  });
  const own = list.territory;
  const seen = new Set<string>();
  return {
    signers: named.filter(({ territory, certificate }) => {
      const key = `${territory} ${Buffer.from(certificate.bytes).toString("base64")}`;
      const isNew = /^[A-Z]{2}$/.test(territory) && territory !== own && !seen.has(key);
      seen.add(key);
      return isNew;
    }),
  };
}

/** The signed content of a list, and its signer. */
function readSigned(
  bytes: Uint8Array,
  signers: readonly ListSigner[],
): { content: Element; signer: ListSigner } | { error: TrustedListProblem } {
  if (bytes.length > maxXmlBytes) return { error: "too-large" };
  const root = readXml(bytes);
  if (!root) return { error: "not-xml" };
  if (!isList(root)) return { error: "not-a-list" };
  const signed = verifyEnvelopedSignature(root, signers);
  if ("error" in signed) return signed;
  return isList(signed.content) ? signed : { error: "not-a-list" };
}

function findRefusal({ issued }: TrustedList, signer: Certificate): TrustedListProblem | undefined {
  return signer.notBefore <= issued && issued <= signer.notAfter ? undefined : "signer-outside-validity";
}

const isList = ({ localName, namespaceURI }: Element): boolean =>
  localName === "TrustServiceStatusList" && namespaceURI === tsl;

function readList(root: Element): TrustedList | undefined {
  const scheme = onlyChild(root, tsl, "SchemeInformation");
  const sequence = Number(textOf(scheme, "TSLSequenceNumber"));
  const issued = readTime(textOf(scheme, "ListIssueDateTime"));
  const update = onlyChild(scheme, tsl, "NextUpdate");
  const nextUpdate = readTime(textOf(update, "dateTime"));
  // Only an empty element says that the scheme was closed (5.3.15).
  const isClosed = update !== undefined && childrenOf(update, tsl, "dateTime").length === 0;
  if (!scheme || !issued || !Number.isSafeInteger(sequence) || sequence < 1) return undefined;
  if (!nextUpdate && !isClosed) return undefined;
  return {
    territory: textOf(scheme, "SchemeTerritory"),
    operator: nameIn(onlyChild(scheme, tsl, "SchemeOperatorName")),
    sequence,
    issued,
    nextUpdate,
    services: childrenOf(onlyChild(root, tsl, "TrustServiceProviderList"), tsl, "TrustServiceProvider")
      .flatMap((provider) => childrenOf(onlyChild(provider, tsl, "TSPServices"), tsl, "TSPService"))
      .flatMap((service) => readService(service) ?? []),
  };
}

/** Undefined for a service that never was one for qualified time-stamps, or that an unknown critical part restricts. */
function readService(service: Element): TimeStampService | undefined {
  const now = onlyChild(service, tsl, "ServiceInformation");
  const history = childrenOf(onlyChild(service, tsl, "ServiceHistory"), tsl, "ServiceHistoryInstance");
  const instances = [...(now ? [now] : []), ...history];
  const statuses = instances.map((instance) => ({
    since: readTime(textOf(instance, "StatusStartingTime")),
    isGranted:
      textOf(instance, "ServiceTypeIdentifier") === qualifiedTimeStamps &&
      textOf(instance, "ServiceStatus") === granted &&
      !hasCriticalExtension(instance),
  }));
  const known = statuses.flatMap(({ since, isGranted }) => (since ? [{ since, isGranted }] : []));
  if (!known.some(({ isGranted }) => isGranted) || known.length < statuses.length) return undefined;
  return {
    name: nameIn(onlyChild(now, tsl, "ServiceName")),
    certificates: instances.flatMap(certificatesIn),
    statuses: known.toSorted((one, other) => other.since.getTime() - one.since.getTime()),
  };
}

const hasCriticalExtension = (instance: Element): boolean =>
  childrenOf(onlyChild(instance, tsl, "ServiceInformationExtensions"), tsl, "Extension").some((extension) =>
    ["true", "1"].includes(extension.getAttribute("Critical") ?? ""),
  );

const certificatesIn = (instance: Element): Certificate[] =>
  certificatesOf(onlyChild(instance, tsl, "ServiceDigitalIdentity"));

const certificatesOf = (identity: Element | undefined): Certificate[] =>
  childrenOf(identity, tsl, "DigitalId")
    .flatMap((id) => childrenOf(id, tsl, "X509Certificate"))
    .flatMap(({ textContent }) => {
      const der = Uint8Array.from(Buffer.from(textContent?.replace(/\s/g, "") ?? "", "base64"));
      return wellFormed(() => readCertificate(der)) ?? [];
    });

const textOf = (parent: Element | undefined, name: string): string =>
  onlyChild(parent, tsl, name)?.textContent?.trim() ?? "";

/** The English name, which every list has, or the first one. */
function nameIn(parent: Element | undefined): string {
  const names = childrenOf(parent, tsl, "Name");
  const name = names.find((one) => one.getAttribute("xml:lang") === "en") ?? names[0];
  return name?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** A time with its zone (xs:dateTime); undefined for anything else. */
function readTime(text: string): Date | undefined {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(isTime ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
