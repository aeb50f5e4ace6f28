import { wellFormed } from "../../formats/der/malformed.ts";
import { childrenOf, maxXmlBytes, onlyChild, readXml } from "../../formats/xml/read-xml.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type SignatureProblem, verifyEnvelopedSignature } from "./list-signature.ts";
import type { TimeStampService, TrustedList } from "./listed-services.ts";

/**
 * `too-large`: more than 32 MB; `not-xml`: not well-formed, or with a document type definition; `not-a-list`: another
 * kind of document, or one without what every list has; `signer-outside-validity`: its signer's certificate was not
 * valid when the list was issued; the rest as in `SignatureProblem`.
 */
export type TrustedListProblem =
  | SignatureProblem
  | "too-large"
  | "not-xml"
  | "not-a-list"
  | "signer-outside-validity";

const tsl = "http://uri.etsi.org/02231/v2#";
const qualifiedTimeStamps = "http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST";
const granted = "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted";

/**
 * Reads the qualified time-stamp services in a trusted list (ETSI TS 119 612), if one of `signers` signed it. What the
 * signature does not cover is not read. Never throws. Server only: browsers must not import it.
 */
export function readTrustedList(
  bytes: Uint8Array,
  signers: readonly Certificate[],
): { list: TrustedList; signer: Certificate } | { error: TrustedListProblem } {
  if (bytes.length > maxXmlBytes) return { error: "too-large" };
  const root = readXml(bytes);
  if (!root) return { error: "not-xml" };
  if (!isList(root)) return { error: "not-a-list" };
  const signed = verifyEnvelopedSignature(root, signers);
  if ("error" in signed) return signed;
  const { content, signer } = signed;
  const list = isList(content) ? readList(content) : undefined;
  if (!list) return { error: "not-a-list" };
  const isValid = signer.notBefore <= list.issued && list.issued <= signer.notAfter;
  return isValid ? { list, signer } : { error: "signer-outside-validity" };
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
  childrenOf(onlyChild(instance, tsl, "ServiceDigitalIdentity"), tsl, "DigitalId")
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
