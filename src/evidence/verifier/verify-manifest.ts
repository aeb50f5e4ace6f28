import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { toDosTime } from "../../formats/zip/write-zip.ts";
import { checkManifest, type PackManifest } from "../pack-manifest.ts";
import { partNames } from "../part-names.ts";
import type { FileContext } from "./file-context.ts";
import { type PackPart, packPart } from "./pack-part.ts";
import type { Pack } from "./read-pack.ts";
import { sentences, values } from "./sentences.ts";
import type { Text } from "./text.ts";
import type { Trust } from "./trust.ts";

/** The result of the manifest check: for each file of the pack, or why the manifest is not valid. */
export type ManifestCheck = {
  parts: PackPart[];
  /** A sentence that says why parts of the pack are not reliable. */
  doubt: Text | undefined;
  /** True if the service signed it and every file matches. */
  isValid: boolean;
};

/**
 * Parts that only the manifest covers: all others have their own signature, or are named in the attestation. The COSE
 * files have one, too, but no check here reads it. Of the readable attestation, only the statement is compared with the
 * signed one, not the addresses and keys next to it.
 */
const unsigned: string[] = [
  partNames.certificate,
  partNames.attestation,
  partNames.coseReceipt,
  partNames.signedStatement,
  partNames.readme,
  partNames.checker,
  partNames.declaration,
  partNames.root,
  partNames.records,
];

/**
 * Compares every file of a pack, and the ZIP file itself, with the signed manifest. `vouched`: the names of the files
 * that other evidence covers.
 */
export function verifyManifest(
  pack: Pack,
  stamped: FileContext,
  trust: Trust,
  vouched: string[] = [],
): ManifestCheck {
  const say = sentences.unchanged;
  if (pack.manifest === undefined) {
    const names = pack.entries
      .map(({ name }) => name)
      .filter((name) => unsigned.includes(name) && !vouched.includes(name));
    return { parts: strayParts(pack), doubt: say.packWithoutManifest(names), isValid: false };
  }
  const checked = checkManifest(pack.manifest.text, trust.jwks);
  if ("error" in checked) {
    const isUnknown = checked.error === "unknown-key";
    const [verdict, value] = isUnknown
      ? (["indeterminate", values.unknownSigner] as const)
      : (["failed", values.notSigned] as const);
    const part = packPart(partNames.manifest, verdict, value);
    return { parts: [part, ...strayParts(pack)], doubt: say.packUnknownManifest, isValid: false };
  }
  const { manifest, key } = checked;
  // A manifest has no entry in the log that could show that it is from before the theft.
  if (key.revoked) {
    const part = packPart(partNames.manifest, "indeterminate", values.stolenSigner);
    return { parts: [part, ...strayParts(pack)], doubt: say.packStolenKey, isValid: false };
  }
  const wrong = [
    ...wrongParts(pack, manifest, stamped),
    ...serialPart(manifest, stamped),
    ...(pack.manifest.isExact ? [] : [packPart(partNames.manifest, "failed", values.notFitting)]),
  ];
  const isValid = wrong.length === 0;
  const listed = packPart(partNames.manifest, "passed", values.listed(manifest.files.length));
  return {
    parts: isValid ? [listed] : wrong,
    doubt: isAsWritten(pack, manifest, stamped) ? undefined : say.repacked,
    isValid,
  };
}

/**
 * True if the ZIP file is, byte for byte, the one that we write for these files, and has the date of their attestation.
 */
function isAsWritten(
  { entries, writtenAt }: Pack,
  { files }: PackManifest,
  { statement }: FileContext,
): boolean {
  if (writtenAt === undefined || statement === undefined || "error" in statement) return false;
  const order = [...files.map(({ name }) => name), partNames.manifest];
  const isInOrder = entries.length === order.length && entries.every(({ name }, at) => name === order[at]);
  return isInOrder && toDosTime(writtenAt) === toDosTime(new Date(statement.attestation.time));
}

const strayParts = ({ strays }: Pack) => strays.map((name) => packPart(name, "failed", values.notFitting));

/** Files that are missing, changed, or foreign. */
function wrongParts({ entries }: Pack, { files }: PackManifest, stamped: FileContext): PackPart[] {
  const listed = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const present = entries.filter(({ name }) => name !== partNames.manifest);
  const computeHash = ({ name, data }: { name: string; data: Uint8Array }) =>
    name === stamped.name ? stamped.sha256 : bytesToHex(sha256(data));
  const changed = present.filter((entry) => listed.get(entry.name) !== computeHash(entry));
  const names = new Set(present.map(({ name }) => name));
  const missing = files.filter(({ name }) => !names.has(name));
  return [
    ...changed.map(({ name }) => packPart(name, "failed", values.notFitting)),
    ...missing.map(({ name }) => packPart(name, "failed", values.missing)),
  ];
}

/** A manifest of another document's pack proves nothing here. */
function serialPart({ serial }: PackManifest, { statement }: FileContext): PackPart[] {
  const isOther =
    statement !== undefined && "attestation" in statement && statement.attestation.serial !== serial;
  return isOther ? [packPart(partNames.manifest, "failed", values.contradictory)] : [];
}
