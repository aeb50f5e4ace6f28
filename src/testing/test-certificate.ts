/** Test support: facts of a certificate and of a declaration, with a signed statement. */
import { attestedClient, attestedName } from "../evidence/attestation.ts";
import { createSerialNumber } from "../evidence/serial-number.ts";
import { signAttestation, signCollectionStatement } from "../evidence/sign-attestation.ts";
import { createSigningKey } from "../evidence/signing-key.ts";
import type { CertificateFacts } from "../formats/certificate/certificate-facts.ts";
import type { CollectionFacts } from "../formats/certificate/collection-facts.ts";
import type { DeclarationFacts } from "../formats/certificate/declaration.ts";
import type { ListedFile } from "../formats/certificate/file-list.ts";

export const attestationKey = createSigningKey((length) => new Uint8Array(length).fill(1));
const serialNumber = createSerialNumber((length) => Uint8Array.from({ length }, (_, index) => index * 29));

export const declarationFacts: DeclarationFacts = {
  productName: "Attestamp",
  origin: "https://attestamp.example",
  serialNumber,
  documentName: "Jane Public Residential Lease Agreement 2026 Final Signed.pdf",
  time: Date.UTC(2026, 10, 20, 19, 11, 0),
  timeZone: "America/Chicago",
  originalSha256: "0123456789abcdef".repeat(4),
  stampedSha256: "fedcba9876543210".repeat(4),
};

export function testFacts(changes: Partial<CertificateFacts> = {}): CertificateFacts {
  const facts: CertificateFacts = {
    ...declarationFacts,
    clientName: "Jane Q. Public",
    fileType: "application/pdf",
    fileSize: 1_234_567,
    stampedType: "application/pdf",
    stampedSize: 1_250_000,
    pages: 10,
    originalKept: true,
    ownershipConfirmedAt: Date.UTC(2026, 10, 20, 19, 9, 12),
    originalDate: null,
    otherParties: null,
    notes: [],
    timeStamp: {
      authority: "Attestamp Time-Stamping Authority",
      time: declarationFacts.time,
      vouchedBy: "service",
      missing: [],
    },
    attestation: "",
    ...changes,
  };
  const attestation = {
    v: 1,
    serial: facts.serialNumber,
    time: "2026-11-20T19:11:00Z",
    name: attestedName(facts.documentName),
    ...(facts.clientName ? { client: attestedClient(facts.clientName) } : {}),
    ...facts.identity,
    original: facts.originalSha256,
    stamped: facts.stampedSha256,
  } as const;
  return { ...facts, attestation: signAttestation(attestation, attestationKey) };
}

const listedNames = [
  "plan.pdf",
  "2026/site A/IMG_0001 (2).jpg",
  "Größe – 写真 📷 مستند.png",
  "two\nlines │ Verified by Attestamp",
  `${"a very long name ".repeat(14)}end.tiff`,
];

/** `count` files, some with difficult names. */
export const listedFiles = (count: number): ListedFile[] =>
  Array.from({ length: count }, (_, index) => ({
    name: listedNames[index] ?? `2026-11 wedding/IMG_${1000 + index}.jpg`,
    size: index * 1_234_567,
    sha256: new Bun.CryptoHasher("sha256").update(`${index}`).digest("hex"),
  }));

export function collectionFacts(
  files: ListedFile[],
  changes: Partial<CollectionFacts> = {},
): CollectionFacts {
  const statement = {
    v: 1,
    kind: "collection",
    serial: serialNumber,
    time: "2026-11-20T19:11:00Z",
    name: "Wedding 婚礼 of Zoë",
    client: "Jane Q. Public",
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    root: "0a".repeat(32),
    list: "0b".repeat(32),
  } as const;
  const { productName, origin, time, timeZone, clientName, ownershipConfirmedAt, timeStamp } = testFacts();
  return {
    productName,
    origin,
    time,
    timeZone,
    clientName,
    ownershipConfirmedAt,
    timeStamp,
    serialNumber,
    title: statement.name,
    fileCount: statement.files,
    totalBytes: statement.bytes,
    root: statement.root,
    hasNames: true,
    listsFiles: true,
    originalDate: null,
    otherParties: null,
    attestation: signCollectionStatement(statement, attestationKey),
    ...changes,
  };
}
