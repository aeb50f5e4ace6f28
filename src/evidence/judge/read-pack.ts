import { readAsicS, type TimeStampedFile } from "../asic/asic-s.ts";
import { isPartName, partNames } from "../pack/part-names.ts";
import { readZip, type ZipEntry } from "../zip/read-zip.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { crlsIn } from "./trust.ts";

/** The files of an evidence pack that are looked at. */
export type Pack = {
  stamped: ZipEntry | undefined;
  certificate: Uint8Array | undefined;
  /** The original inside its container; `broken` for a container that cannot be read. */
  original: TimeStampedFile | "broken" | undefined;
  /** The readable form of the statement, JSON. */
  attestation: Uint8Array | undefined;
  /** Names of files that no pack of ours has. */
  strays: string[];
  evidence: Evidence;
};

/** The pack made of these files; undefined when they are none. */
export function readPack(entries: ZipEntry[]): Pack | undefined {
  const part = (name: string) => entries.find((entry) => entry.name === name)?.data;
  const text = (name: string) => new TextDecoder().decode(part(name) ?? new Uint8Array());
  const signed = text(partNames.signedAttestation).trim();
  if (signed === "") return undefined;
  const container = part(partNames.container);
  const tokens = [
    { bytes: part(partNames.originalToken), about: "original" },
    { bytes: part(partNames.stampedToken), about: "stamped" },
  ] as const;
  const [stamped, ...strays] = entries.filter(({ name }) => !isPartName(name));
  return {
    stamped,
    strays: strays.map(({ name }) => name),
    certificate: part(partNames.certificate),
    original: container && (readAsicS(readZip(container) ?? []) ?? "broken"),
    attestation: part(partNames.attestation),
    evidence: {
      ...noEvidence,
      attestations: [signed],
      receipts: [text(partNames.receipt)].filter((receipt) => receipt !== ""),
      tokens: tokens.flatMap(({ bytes, about }) => (bytes ? [{ bytes, about }] : [])),
      crls: crlsIn(part(partNames.crl) ?? new Uint8Array()),
    },
  };
}

/** True for bytes that were a pack, also when they are damaged now: by the names at their end. */
export function seemsPack(bytes: Uint8Array): boolean {
  const end = new TextDecoder("latin1").decode(bytes.subarray(-65_536));
  return end.includes(partNames.signedAttestation) && end.includes(partNames.receipt);
}
