import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { toDosTime } from "../../formats/zip/write-zip.ts";
import { checkManifest, type PackManifest } from "../pack/pack-manifest.ts";
import { partNames } from "../pack/part-names.ts";
import { type PackPart, packPart } from "./pack-part.ts";
import type { Pack } from "./read-pack.ts";
import { sentences, values } from "./sentences.ts";
import type { Subject } from "./subject.ts";
import type { Trust } from "./trust.ts";

/** What the manifest tells of a pack: of each of its files, or why it vouches for none. */
export type ManifestCheck = {
  parts: PackPart[];
  /** Why not all of the pack can be relied on, a sentence. */
  doubt: string | undefined;
  /** True when it is signed by the service and every file is as it lists them. */
  holds: boolean;
};

/** What nothing but the manifest vouches for: all the rest is signed by itself, or named in the statement. */
const unsigned: string[] = [
  partNames.certificate,
  partNames.readme,
  partNames.checker,
  partNames.declaration,
  partNames.root,
];

/**
 * Compares every file of a pack, and the ZIP file itself, with the manifest that was signed for it. `vouched`: the
 * names of those that something else vouches for.
 */
export function verifyManifest(
  pack: Pack,
  stamped: Subject,
  trust: Trust,
  vouched: string[] = [],
): ManifestCheck {
  const say = sentences.unchanged;
  if (pack.manifest === undefined) {
    const names = pack.entries
      .map(({ name }) => name)
      .filter((name) => unsigned.includes(name) && !vouched.includes(name));
    return { parts: strayParts(pack), doubt: say.packWithoutManifest(names), holds: false };
  }
  const checked = checkManifest(pack.manifest.text, trust.jwks);
  if ("fault" in checked) {
    const isUnknown = checked.fault === "unknown-key";
    const [verdict, value] = isUnknown
      ? (["unsure", values.unknownSigner] as const)
      : (["bad", values.notSigned] as const);
    const part = packPart(partNames.manifest, verdict, value);
    return { parts: [part, ...strayParts(pack)], doubt: say.packUnknownManifest, holds: false };
  }
  const { manifest } = checked;
  const wrong = [
    ...wrongParts(pack, manifest, stamped),
    ...serialPart(manifest, stamped),
    ...(pack.manifest.isExact ? [] : [packPart(partNames.manifest, "bad", values.notFitting)]),
  ];
  const holds = wrong.length === 0;
  const listed = packPart(partNames.manifest, "good", values.listed(manifest.files.length));
  return {
    parts: holds ? [listed] : wrong,
    doubt: isAsWritten(pack, manifest, stamped) ? undefined : say.repacked,
    holds,
  };
}

/** True when the ZIP file is, to the byte, the one that is written for these files, and dated by their statement. */
function isAsWritten({ entries, writtenAt }: Pack, { files }: PackManifest, { statement }: Subject): boolean {
  if (writtenAt === undefined || statement === undefined || "fault" in statement) return false;
  const order = [...files.map(({ name }) => name), partNames.manifest];
  const isInOrder = entries.length === order.length && entries.every(({ name }, at) => name === order[at]);
  return isInOrder && toDosTime(writtenAt) === toDosTime(new Date(statement.attestation.time));
}

const strayParts = ({ strays }: Pack) => strays.map((name) => packPart(name, "bad", values.notFitting));

/** Files that are gone, changed, or never were in it. */
function wrongParts({ entries }: Pack, { files }: PackManifest, stamped: Subject): PackPart[] {
  const listed = new Map(files.map(({ name, sha256 }) => [name, sha256]));
  const present = entries.filter(({ name }) => name !== partNames.manifest);
  const computeHash = ({ name, data }: { name: string; data: Uint8Array }) =>
    name === stamped.name ? stamped.sha256 : bytesToHex(sha256(data));
  const changed = present.filter((entry) => listed.get(entry.name) !== computeHash(entry));
  const names = new Set(present.map(({ name }) => name));
  const missing = files.filter(({ name }) => !names.has(name));
  return [
    ...changed.map(({ name }) => packPart(name, "bad", values.notFitting)),
    ...missing.map(({ name }) => packPart(name, "bad", values.missing)),
  ];
}

/** A manifest of another document's pack vouches for nothing here. */
function serialPart({ serial }: PackManifest, { statement }: Subject): PackPart[] {
  const isOther =
    statement !== undefined && "attestation" in statement && statement.attestation.serial !== serial;
  return isOther ? [packPart(partNames.manifest, "bad", values.contradictory)] : [];
}
