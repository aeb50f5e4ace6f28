/** Test support: trusted lists in the form of ETSI TS 119 612, signed by xmlsec1, and qualified time-stamps. */
import type { KeyObject } from "node:crypto";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDer } from "../../formats/der/read.ts";
import { constructedTag } from "../../formats/der/tags.ts";
import { unsignedInteger } from "../../formats/der/values.ts";
import { bitOctets, encode, oid, sequence, tagged } from "../../formats/der/write.ts";
import { runTool } from "../../formats/pdf/test-tools.ts";
import { encodeSignedData, signContent } from "../cms/sign-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import { now, testAuthority } from "../test-pki.ts";
import type { Imprint } from "../tsp/imprint.ts";
import { encodeTstInfo } from "../tsp/tst-info.ts";
import { extension } from "../x509/extensions.ts";
import { p256Signature, type Signer, signP256 } from "../x509/key-pair.ts";

const service = "http://uri.etsi.org/TrstSvc";
export const serviceTypes = { qualified: `${service}/Svctype/TSA/QTST`, plain: `${service}/Svctype/TSA` };
export const serviceStatuses = {
  granted: `${service}/TrustedList/Svcstatus/granted`,
  withdrawn: `${service}/TrustedList/Svcstatus/withdrawn`,
};

type Instance = { type?: string; status?: string; since: string; extensions?: string };
export type ListFacts = {
  sequence?: number;
  territory?: string;
  /** The lists of other states that it names, with their signers. */
  pointers?: { territory: string; certificates: Uint8Array[] }[];
  issued?: string;
  /** Undefined: the scheme is closed. */
  nextUpdate?: string | undefined;
  services: { name?: string; certificate: Uint8Array; instances: [Instance, ...Instance[]] }[];
  canonicalization?: string;
  method?: string;
  /** What stands before the root element. */
  prolog?: string;
  reference?: string;
};

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const xades = "http://uri.etsi.org/01903/v1.3.2#";

/** The services of a list of one qualified service, since long before every test. */
export const grantedService = (certificate: Uint8Array): ListFacts["services"][number] => ({
  certificate,
  instances: [{ since: "2020-01-01T00:00:00Z" }],
});

/** A list before it is signed; two services of other kinds stand before those given. */
export function printList(facts: ListFacts): string {
  const {
    sequence: number = 7,
    territory = "ES",
    pointers = [],
    issued = "2026-11-01T00:00:00Z",
    services,
    prolog = "",
    reference = "",
  } = facts;
  const nextUpdate = "nextUpdate" in facts ? facts.nextUpdate : "2027-04-01T00:00:00Z";
  const others = [serviceTypes.plain, `${service}/Svctype/CA/QC`].map((type) =>
    printService({
      name: "Other",
      certificate: randomBytes(400),
      instances: [{ type, since: "2016-07-01T00:00:00Z" }],
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
${prolog}<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" xmlns:unused="urn:unused" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag">
  <SchemeInformation>
    <TSLVersionIdentifier>5</TSLVersionIdentifier>
    <TSLSequenceNumber>${number}</TSLSequenceNumber>
    <SchemeOperatorName><Name xml:lang="es">Organismo</Name><Name xml:lang="en">Supervisory Body &amp; Co</Name></SchemeOperatorName>
    <SchemeTerritory>${territory}</SchemeTerritory>
    <PointersToOtherTSL>${pointers.map(printPointer).join("")}</PointersToOtherTSL>
    <ListIssueDateTime>${issued}</ListIssueDateTime>
    <NextUpdate>${nextUpdate === undefined ? "" : `<dateTime>${nextUpdate}</dateTime>`}</NextUpdate>
  </SchemeInformation>
  <TrustServiceProviderList><TrustServiceProvider><TSPServices>${[...others, ...services.map(printService)].join("\n")}
  </TSPServices></TrustServiceProvider></TrustServiceProviderList>${printSignature(facts, reference)}
</TrustServiceStatusList>
`;
}

function printPointer({ territory, certificates }: NonNullable<ListFacts["pointers"]>[number]): string {
  const identities = certificates.map(
    (certificate) =>
      `<ServiceDigitalIdentity><DigitalId><X509Certificate>${Buffer.from(certificate).toString("base64")}</X509Certificate></DigitalId></ServiceDigitalIdentity>`,
  );
  return `<OtherTSLPointer><ServiceDigitalIdentities>${identities.join("")}</ServiceDigitalIdentities><AdditionalInformation><OtherInformation><SchemeTerritory>${territory}</SchemeTerritory></OtherInformation></AdditionalInformation></OtherTSLPointer>`;
}

function printService({
  name = "Qualified Time",
  certificate,
  instances,
}: ListFacts["services"][number]): string {
  const [current, ...earlier] = instances.map(
    ({ type = serviceTypes.qualified, status = serviceStatuses.granted, since, extensions = "" }) => `
    <ServiceTypeIdentifier>${type}</ServiceTypeIdentifier>
    <ServiceName><Name xml:lang="en">${name}</Name></ServiceName>
    <ServiceDigitalIdentity><DigitalId>
      <X509Certificate>${Buffer.from(certificate).toString("base64")}</X509Certificate>
    </DigitalId></ServiceDigitalIdentity>
    <ServiceStatus>${status}</ServiceStatus>
    <StatusStartingTime>${since}</StatusStartingTime>${extensions}`,
  );
  const history = earlier.map((one) => `<ServiceHistoryInstance>${one}</ServiceHistoryInstance>`).join("");
  return `<TSPService><ServiceInformation>${current}</ServiceInformation><ServiceHistory>${history}</ServiceHistory></TSPService>`;
}

function printSignature(
  { canonicalization = exclusive, method = "ecdsa-sha256" }: ListFacts,
  reference: string,
): string {
  const digest = `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/>`;
  const canonical = `<ds:Transform Algorithm="${canonicalization}"/>`;
  return `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Id="signature"><ds:SignedInfo>
<ds:CanonicalizationMethod Algorithm="${canonicalization}"/>
<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#${method}"/>
<ds:Reference URI="${reference}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>${canonical}</ds:Transforms>${digest}</ds:Reference>
<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#properties"><ds:Transforms>${canonical}</ds:Transforms>${digest}</ds:Reference>
</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo/><ds:Object><xades:QualifyingProperties xmlns:xades="${xades}" Target="#signature"><xades:SignedProperties Id="properties"><xades:SignedSignatureProperties><xades:SigningTime>2026-11-01T00:00:00Z</xades:SigningTime></xades:SignedSignatureProperties></xades:SignedProperties></xades:QualifyingProperties></ds:Object></ds:Signature>`;
}

/** A list that xmlsec1 signs with this key. */
export function signList(unsigned: string, privateKey: KeyObject): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "trusted-list-"));
  try {
    writeFileSync(join(folder, "list.xml"), unsigned);
    writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
    const ids = [`${xades}:SignedProperties`, "http://uri.etsi.org/02231/v2#:TrustServiceStatusList"];
    const options = ids.flatMap((id) => ["--id-attr:Id", id]);
    const sign = ["--sign", "--privkey-pem", "key.pem", ...options, "--output", "signed.xml", "list.xml"];
    const { code, text } = runTool("xmlsec1", sign, folder);
    if (code !== 0) throw new Error(text);
    return new Uint8Array(readFileSync(join(folder, "signed.xml")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The same with RSA-PSS, which xmlsec1 1.2 does not know: it computes the digests, libxml2 the canonical form, and
 * openssl the signature.
 */
export function signListByPss(unsigned: string, privateKey: KeyObject, hash: string): Uint8Array {
  const signed = new TextDecoder().decode(
    signList(unsigned.replace("#ecdsa-sha256", "#rsa-sha256"), privateKey),
  );
  const other = signed.replace(
    "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    `http://www.w3.org/2007/05/xmldsig-more#${hash}-rsa-MGF1`,
  );
  const folder = mkdtempSync(join(tmpdir(), "trusted-list-"));
  try {
    const [info = ""] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(other) ?? [];
    const alone = info.replace(
      "<ds:SignedInfo>",
      '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
    );
    writeFileSync(join(folder, "info.xml"), alone);
    writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
    const canonical = Bun.spawnSync(["xmllint", "--exc-c14n", "info.xml"], { cwd: folder });
    writeFileSync(join(folder, "info.c14n"), canonical.stdout);
    const pss = ["rsa_padding_mode:pss", "rsa_pss_saltlen:digest"].flatMap((option) => ["-sigopt", option]);
    const made = Bun.spawnSync(["openssl", "dgst", `-${hash}`, "-sign", "key.pem", ...pss, "info.c14n"], {
      cwd: folder,
    });
    if (canonical.exitCode !== 0 || made.exitCode !== 0) throw new Error(`${canonical.stderr}${made.stderr}`);
    const value = made.stdout.toString("base64");
    const whole = other.replace(/<ds:SignatureValue>[^<]*</, () => `<ds:SignatureValue>${value}<`);
    return new TextEncoder().encode(whole);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const qcStatements = (...statements: string[]) =>
  extension(oids.qcStatements, sequence(...statements.map((statement) => sequence(oid(statement)))));

/** An authority whose certificate for tokens has these statements. */
export function qualifiedAuthority(statements: string[] = [oids.qcCompliance]) {
  const authority = testAuthority("Qualified");
  const [tbs] = readDer(authority.tsa.certificate).parts;
  const parts = tbs?.parts ?? [];
  const extensions = parts.at(-1)?.parts[0]?.parts ?? [];
  const changed = sequence(
    ...parts.slice(0, -1).map(({ bytes }) => bytes),
    tagged(3, sequence(...extensions.map(({ bytes }) => bytes), qcStatements(...statements))),
  );
  const signature = bitOctets(signP256(changed, authority.root.privateKey));
  const certificate = sequence(changed, p256Signature(), signature);
  return { ...authority, tsa: { ...authority.tsa, certificate } };
}

/** A token under this policy, by default the European one, with these statements in its TSTInfo. */
export function qualifiedToken(
  signer: Signer,
  imprint: Imprint,
  {
    policy = "0.4.0.2023.1.1",
    time = now,
    statements = [] as string[],
    nonce = undefined as bigint | undefined,
  } = {},
): Uint8Array {
  const serialNumber = unsignedInteger(randomBytes(16));
  const plain = encodeTstInfo({ policy, imprint, serialNumber, time, accuracyMs: 1_000, nonce });
  const content =
    statements.length === 0
      ? plain
      : sequence(
          ...readDer(plain).parts.map(({ bytes }) => bytes),
          encode(constructedTag(1), qcStatements(...statements)),
        );
  return encodeSignedData({
    contentType: oids.tstInfo,
    content,
    certificates: [signer.certificate],
    signer,
    signature: signContent(oids.tstInfo, computeHash("SHA-256", content), signer),
  });
}
