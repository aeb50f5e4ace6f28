import canonicalize from "canonicalize";
import { parseSha256Sums } from "../../formats/sha256sums.ts";
import type { ZipEntry } from "../../formats/zip/read-zip.ts";
import type { ZipIssue } from "../../formats/zip/zip-directory.ts";
import { parseJson, parseJws } from "../jws.ts";
import { partNames } from "../part-names.ts";
import { buildReport } from "./build-report.ts";
import { CheckedEvidence } from "./checked-evidence.ts";
import { plainValue } from "./detail.ts";
import type { Evidence } from "./evidence.ts";
import { buildContext, type FileContext } from "./file-context.ts";
import { expectedSerial, otherDocument } from "./integrity-finding.ts";
import { commitsToList } from "./membership.ts";
import { type PackPart, packPart } from "./pack-part.ts";
import type { Pack } from "./read-pack.ts";
import { type Finding, failed, indeterminate, isWeaker, passed, type Report, worst } from "./report.ts";
import { checkSecondSignatures, withSecondSignatures } from "./second-signatures.ts";
import { sentences, values } from "./sentences.ts";
import { checkTime } from "./time-finding.ts";
import type { Trust } from "./trust.ts";
import { type ManifestCheck, verifyManifest } from "./verify-manifest.ts";

/** Verifies all files of a pack by the evidence in it, and by the service's record if it was asked. */
export function verifyPack(name: string, pack: Pack, known: Evidence, trust: Trust, now: Date): Report {
  if (pack.sums) return verifyCollectionPack(name, pack, pack.sums, known, trust, now);
  const checked = new CheckedEvidence(joinKnown(pack, known), trust);
  const look = (file: Parameters<typeof buildContext>[0]) => buildContext(file, checked, now);
  const { stamped, original, certificate } = pack;
  const stampedContext = stamped && look({ name: stamped.name, bytes: stamped.data });
  if (!stamped || !stampedContext) return refusedPack(name, "malformed");
  const other = otherDocument(stampedContext);
  if (other !== undefined) {
    return ofOtherDocument(verifyPack(name, pack, { ...known, record: undefined }, trust, now), other);
  }
  const originalContext = originalIn(pack, stampedContext, look);
  const certificateContext = certificate && look({ name: partNames.certificate, bytes: certificate });
  const vouched = certificateContext?.role === "certificate" ? [partNames.certificate] : [];
  const manifest = verifyManifest(pack, stampedContext, trust, vouched);
  const { findings, notes } = buildReport(stampedContext);
  const second = checkSecondSignatures(pack, trust);
  const parts = [
    stampedPart(stampedContext, findings.unchanged),
    ...(originalContext?.bytes === undefined ? [] : [originalPart(originalContext)]),
    ...(original === "broken" ? [packPart(partNames.container, "failed", values.unreadable)] : []),
    ...(certificateContext ? [certificatePart(certificateContext, manifest)] : []),
    ...attestationParts(pack),
    ...second,
    ...manifest.parts,
  ];
  const ofOriginal = originalContext && checkTime(originalContext);
  return {
    name,
    kind: "pack",
    ...(notes && { notes }),
    findings: {
      ...findings,
      unchanged: checkPackIntegrity(parts, findings.unchanged, stampedContext.role === "stamped", manifest),
      when: ofOriginal && isWeaker(ofOriginal, findings.when) ? ofOriginal : findings.when,
      who: withSecondSignatures(findings.who, second),
    },
  };
}

/** The pack's evidence with the service's record, revocation lists and headers of Bitcoin blocks. */
function joinKnown({ evidence }: Pack, { record, crls, headers }: Evidence): Evidence {
  return {
    ...evidence,
    crls: [...evidence.crls, ...crls],
    headers: [...evidence.headers, ...headers],
    record,
  };
}

/**
 * Verifies the pack of a collection. The findings are those about the first file in its list: they hold for all of
 * them, because the statement and the time-stamp are about the root.
 */
function verifyCollectionPack(
  name: string,
  pack: Pack,
  sums: ZipEntry,
  known: Evidence,
  trust: Trust,
  now: Date,
): Report {
  const evidence = joinKnown(pack, known);
  const checked = new CheckedEvidence(evidence, trust);
  const [first] = parseSha256Sums(new TextDecoder().decode(sums.data)) ?? [];
  const context = buildContext({ name: "", sha256: first?.sha256 ?? "" }, checked, now);
  const other = otherDocument(context);
  if (other !== undefined) {
    const own = verifyCollectionPack(name, pack, sums, { ...known, record: undefined }, trust, now);
    return ofOtherDocument(own, other);
  }
  const { certificate } = pack;
  const certificateContext =
    certificate && buildContext({ name: partNames.certificate, bytes: certificate }, checked, now);
  const vouched = certificateContext?.role === "certificate" ? [partNames.certificate] : [];
  const manifest = verifyManifest(pack, context, trust, vouched);
  const { findings, notes } = buildReport(context);
  const list = listPart(context, evidence);
  const second = checkSecondSignatures(pack, trust);
  const parts = [
    list,
    ...(certificateContext ? [certificatePart(certificateContext, manifest)] : []),
    ...attestationParts(pack),
    ...second,
    ...manifest.parts,
  ];
  const answer = { ...findings.unchanged, details: [] };
  const unchanged = checkPackIntegrity(parts, answer, false, manifest);
  const isWhole = unchanged.verdict === "passed";
  return {
    name,
    kind: "pack",
    ...(notes && { notes }),
    findings: {
      ...findings,
      unchanged: isWhole ? passed(sentences.unchanged.collectionPack, unchanged.details) : unchanged,
      who: withSecondSignatures(findings.who, second),
    },
  };
}

/** The list must be the one that the signed statement commits to, and lead to its root. */
function listPart({ statement }: FileContext, { lists }: Evidence): PackPart {
  if (!statement || !("attestation" in statement) || !statement.collection) {
    const isFalse = statement !== undefined && "error" in statement && statement.error === "forged";
    return isFalse
      ? packPart(partNames.sums, "failed", values.notSigned)
      : packPart(partNames.sums, "indeterminate", values.cannotTell);
  }
  const { collection } = statement;
  return lists.some((list) => commitsToList(list, collection))
    ? packPart(partNames.sums, "passed", values.fitting)
    : packPart(partNames.sums, "failed", values.notFitting);
}

/** A valid pack proves its own document, not the one in question. */
function ofOtherDocument({ findings, ...rest }: Report, serial: string): Report {
  const { verdict, details } = findings.unchanged;
  if (verdict === "failed") return { findings, ...rest };
  const unchanged = indeterminate(sentences.unchanged.otherDocument(serial), details);
  return { ...rest, findings: { ...findings, unchanged } };
}

/** The report on a pack that was not opened. */
export function refusedPack(name: string, error: ZipIssue): Report {
  const { unchanged, when, who, log } = sentences;
  const why = {
    malformed: failed(unchanged.damagedPack),
    names: failed(unchanged.oddNames),
    "too-much": indeterminate(unchanged.tooMuch),
  };
  return {
    name,
    kind: "pack",
    findings: {
      unchanged: why[error],
      when: indeterminate(when.nothing),
      who: indeterminate(who.nothing),
      log: indeterminate(log.nothing),
    },
  };
}

/** Without a verifiable attestation nothing says which original belongs in the pack. */
function originalPart(context: FileContext): PackPart {
  const name = `${partNames.container}: ${context.name}`;
  if (context.role === "original") return packPart(name, "passed", values.received);
  const { statement, role } = context;
  const isUnchecked =
    statement === undefined || ("error" in statement && !["malformed", "forged"].includes(statement.error));
  if (isUnchecked && role === undefined && expectedSerial(context) === undefined)
    return packPart(name, "indeterminate", values.cannotTell);
  return packPart(name, "failed", values.notFitting);
}

/** Under a valid attestation, no other file than the named one is accepted, even if it is sealed. */
function stampedPart({ name, role, statement }: FileContext, finding: Finding): PackPart {
  const isStated = statement !== undefined && "attestation" in statement;
  if (isStated && role !== "stamped") return packPart(name, "failed", values.notFitting);
  return packPart(name, finding.verdict, finding.sentence);
}

/**
 * The attestation names no certificate: only the service's record or the manifest can vouch for it. Its seal shows that
 * it is a certificate, but not of which document.
 */
function certificatePart(
  { role, signatureStatus, record }: FileContext,
  { isValid }: ManifestCheck,
): PackPart {
  const name = partNames.certificate;
  if (role === "certificate") return packPart(name, "passed", values.fitting);
  const isAnother = record !== undefined && record !== "unknown";
  const isBroken = ["changed", "added", "cut"].includes(signatureStatus?.state ?? "none");
  if (isAnother || isBroken) return packPart(name, "failed", values.notFitting);
  if (isValid) return packPart(name, "passed", values.fitting);
  return packPart(name, "indeterminate", values.cannotTell);
}

/** The readable attestation must match the signed one. */
function attestationParts({ attestation, evidence }: Pack): PackPart[] {
  const [signed = ""] = evidence.attestations;
  const payload = parseJson(parseJws(signed)?.payload ?? new Uint8Array());
  const shown = attestation && parseJson(attestation);
  if (attestation === undefined) return [];
  const stated =
    shown !== null && typeof shown === "object" && "statement" in shown ? shown.statement : undefined;
  const isSame = stated !== undefined && canonicalize(stated) === canonicalize(payload);
  return isSame ? [] : [packPart(partNames.attestation, "failed", values.contradictory)];
}

/** The original in the pack or, if it is missing, its fingerprint, for the time-stamp over it. */
function originalIn(
  { original }: Pack,
  { statement }: FileContext,
  look: (file: Parameters<typeof buildContext>[0]) => FileContext,
): FileContext | undefined {
  if (original && original !== "broken") return look({ name: original.name, bytes: original.data });
  if (!statement || !("attestation" in statement)) return undefined;
  return look({ name: statement.attestation.name, sha256: statement.attestation.original });
}

function checkPackIntegrity(
  parts: PackPart[],
  stamped: Finding,
  isStated: boolean,
  { doubt }: ManifestCheck,
): Finding {
  const verdict = worst(parts.map((part) => part.verdict));
  const said = new Map(parts.map(({ detail }) => [`${detail.label.message}: ${plainValue(detail)}`, detail]));
  const details = [...said.values(), ...stamped.details];
  const say = sentences.unchanged;
  if (verdict === "failed") return failed(say.packPart, details);
  // A time-stamp shows that a file is unchanged, but not that the service issued it: anyone can get one.
  const isIssued =
    isStated || (stamped.verdict === "passed" && stamped.sentence.code !== say.timeStamped.code);
  if (doubt !== undefined && isIssued) return indeterminate(doubt, details);
  if (doubt !== undefined && (stamped.verdict === "passed" || doubt.code === say.packUnknownManifest.code))
    return indeterminate(say.packUnknownKey, details);
  return { verdict, sentence: isStated ? say.pack : stamped.sentence, details };
}
