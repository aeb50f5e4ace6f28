import { readAsicS, type TimeStampedFile } from "../asic/asic-s.ts";
import { checkpointTokenNames, partNames } from "../pack/part-names.ts";
import { readZip, type ZipEntry } from "../zip/read-zip.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { crlsIn } from "./trust.ts";

/** The files of an evidence pack. */
export type Pack = {
  entries: ZipEntry[];
  /** True when the ZIP file around them is as our own writer makes it. */
  isBare: boolean;
  /** The signed list of all other files, compact JWS; early packs have none. */
  manifest: string | undefined;
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

const names: ReadonlySet<string> = new Set(Object.values(partNames));

/** True for the directory of a pack. */
export const holdsPack = (places: { name: string }[]) =>
  places.some(({ name }) => name === partNames.signedAttestation);

/** The pack made of these files. */
export function readPack(entries: ZipEntry[], isBare: boolean): Pack {
  const part = (name: string) => entries.find((entry) => entry.name === name)?.data;
  const text = (name: string) => new TextDecoder().decode(part(name) ?? new Uint8Array());
  const container = part(partNames.container);
  const tokens = [
    { bytes: part(partNames.originalToken), about: "original" },
    { bytes: part(partNames.stampedToken), about: "stamped" },
    ...checkpointTokenNames.map((name) => ({ bytes: part(name), about: "checkpoint" }) as const),
  ] as const;
  const proof = part(partNames.checkpointProof);
  const [stamped, ...strays] = entries.filter(({ name }) => !names.has(name));
  return {
    entries,
    isBare,
    manifest: part(partNames.manifest) && text(partNames.manifest).trim(),
    stamped,
    strays: strays.map(({ name }) => name),
    certificate: part(partNames.certificate),
    original: container && originalIn(container),
    attestation: part(partNames.attestation),
    evidence: {
      ...noEvidence,
      attestations: [text(partNames.signedAttestation).trim()],
      receipts: [text(partNames.receipt)].filter((receipt) => receipt !== ""),
      tokens: tokens.flatMap(({ bytes, about }) => (bytes ? [{ bytes, about }] : [])),
      proofs: proof ? [{ bytes: proof, about: "checkpoint" }] : [],
      crls: crlsIn(part(partNames.crl) ?? new Uint8Array()),
    },
  };
}

function originalIn(container: Uint8Array): TimeStampedFile | "broken" {
  const entries = readZip(container);
  return ("fault" in entries ? undefined : readAsicS(entries)) ?? "broken";
}

/** True for bytes that were a pack, also when they are damaged now: by the names at their end. */
export function seemsPack(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(-65_536)).includes(partNames.signedAttestation);
}
