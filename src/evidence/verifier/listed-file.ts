import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { checkManifest } from "../pack-manifest.ts";
import { partNames } from "../part-names.ts";
import { buildReport } from "./build-report.ts";
import type { Evidence } from "./evidence.ts";
import type { FileContext } from "./file-context.ts";
import type { Pack } from "./read-pack.ts";
import { indeterminate, isRight, passed, type Report } from "./report.ts";
import { labels, sentences, values } from "./sentences.ts";
import type { Trust } from "./trust.ts";

/** A file of a pack that was verified: its name there, and the serial number of the pack's document. */
export type ListedFile = { name: string; serial: string };

/** A pack has at most a few dozen files. */
const maxManifestBytes = 65_536;

/** The files that lie in a pack according to its signed manifest, by their lower-case hex SHA-256. */
export function listFiles({ manifest, entries }: Pack, { jwks }: Trust): [string, ListedFile][] {
  const checked = manifest && checkManifest(manifest.text, jwks);
  if (!checked || "error" in checked) return [];
  const { files, serial } = checked.manifest;
  const own = entries.filter(({ name }) => name === partNames.manifest);
  return [
    ...files.map((file): [string, ListedFile] => [file.sha256, { name: file.name, serial }]),
    ...own.map(({ name, data }): [string, ListedFile] => [bytesToHex(sha256(data)), { name, serial }]),
  ];
}

/**
 * The files that lie in a pack according to its manifest, if this file is one, such as a pack that someone unpacked. A
 * key that may be stolen lists nothing, and in a question about one document, the list of another lists nothing.
 */
export function listLoose(
  { bytes }: { bytes: Uint8Array },
  { jwks }: Pick<Trust, "jwks">,
  record: Evidence["record"],
): [string, ListedFile][] {
  if (bytes.length > maxManifestBytes) return [];
  const checked = checkManifest(new TextDecoder().decode(bytes).trim(), jwks);
  if ("error" in checked || checked.key.revoked) return [];
  const { files, serial } = checked.manifest;
  if (record !== undefined && record !== "unknown" && record.serialNumber !== serial) return [];
  return [...files, { name: partNames.manifest, sha256: bytesToHex(sha256(bytes)) }].map((file) => [
    file.sha256,
    { name: file.name, serial },
  ]);
}

/** The report about a file without a role of its own that lies in a verified pack, byte for byte. */
export function verifyListed(context: FileContext, listed: ListedFile): Report {
  const statement = context.checked.statements.find(
    (one) => "attestation" in one && one.attestation.serial === listed.serial,
  );
  if (listed.name === partNames.certificate)
    return buildReport({ ...context, role: "certificate", basis: "manifest", statement });
  return asPart(buildReport(context), listed, context.trust);
}

/**
 * A report with the answer of the pack's manifest. The manifest has no time, so a file without a time of its own, as in
 * a time-stamp, is a mere part of the pack. One that has a time keeps its level.
 */
export function asPart(report: Report, { serial }: ListedFile, { name }: Trust): Report {
  const { findings, kind } = report;
  const { when, who } = findings;
  const isDated = isRight(when.verdict);
  const details = findings.unchanged.details.filter(({ label }) => label !== labels.comparedWith);
  const compared = [{ label: labels.comparedWith, value: values.manifest }, ...details];
  return {
    ...report,
    kind: isDated ? kind : "part",
    findings: {
      ...findings,
      unchanged: passed(sentences.unchanged.part(serial), compared),
      when: isDated ? when : indeterminate(sentences.when.part, when.details),
      who: who.verdict === "passed" ? who : passed(sentences.who.listed(name), who.details),
    },
  };
}
