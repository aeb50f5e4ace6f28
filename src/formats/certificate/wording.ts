import { fileTypes } from "../file-types.ts";
import { utcDateTime, zonedDateTime } from "../stamp/stamp-text.ts";
import type { CertificateFacts } from "./certificate-facts.ts";

export const statedByClient = "As stated by the client, not verified by us";

const typeNames: Record<string, string> = {
  [fileTypes.pdf]: "PDF document",
  [fileTypes.doc]: "Word document (DOC)",
  [fileTypes.docx]: "Word document (DOCX)",
  [fileTypes.png]: "PNG image",
  [fileTypes.jpeg]: "JPEG image",
  [fileTypes.tiff]: "TIFF image",
};

/** "1,234,567" */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function getSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, name] = bytes < 1_000_000 ? [1000, "kB"] : [1_000_000, "MB"];
  return `${grouped(bytes)} bytes (${(bytes / unit).toFixed(1)} ${name})`;
}

function getFile(type: string, bytes: number): string {
  return `${typeNames[type] ?? type}, ${getSize(bytes)}`;
}

/** "PDF document, 1,234,567 bytes (1.2 MB), 10 pages" */
export function originalFile(facts: CertificateFacts): string {
  return `${getFile(facts.fileType, facts.fileSize)}, ${grouped(facts.pages)} ${facts.pages === 1 ? "page" : "pages"}`;
}

export function stampedFile(facts: CertificateFacts): string {
  return getFile(facts.stampedType, facts.stampedSize);
}

/** Date and time where the service is, with offset and zone. */
export function localTime(facts: Pick<CertificateFacts, "time" | "timeZone">): string {
  return `${zonedDateTime(facts.time, facts.timeZone)} (${facts.timeZone.replaceAll("_", " ")})`;
}

export function universalTime(time: number): string {
  return `${utcDateTime(time)} UTC`;
}

/** How the original can be had back from the stamped copy; null when its bytes are not in there. */
export function originalInside(facts: CertificateFacts): { sentence: string; command: string } | null {
  if (!facts.originalKept) return null;
  return {
    sentence: `The stamped copy begins with the original, unchanged: ${grouped(facts.fileSize)} bytes. To cut it out:`,
    command: `head -c ${facts.fileSize} stamped.pdf | sha256sum`,
  };
}

/** Who seals, who vouches for the time, and who was to and could not. */
export function timeStamp(facts: CertificateFacts): string[] {
  const { authority, missing } = facts.timeStamp;
  const sealed =
    facts.stampedType === fileTypes.pdf ? `Sealed by ${facts.productName}, time-stamped` : "Time-stamped";
  const made = `${sealed} by ${authority} (RFC 3161), as any program for digital signatures can check.`;
  if (missing.length === 0) return [made];
  const others = missing.join(" or ");
  return [
    made,
    `A time-stamp of ${others} was not to be had when this was made. It is added to the evidence as soon as it is.`,
  ];
}

export function attested(facts: CertificateFacts): string {
  return `${facts.productName} received a file with the original’s fingerprint and made the stamped copy from it, at the time above. Changing a single byte of a file changes its fingerprint.`;
}

export function notAttested(facts: CertificateFacts): string {
  return `This certificate supports a timeline. It is not a copyright registration and does not replace a copyright. ${facts.productName} validates the client’s claims as they were made; it has not examined who wrote or owns the document, or whether what it says is true.`;
}

export function ownership(facts: CertificateFacts): string | null {
  if (facts.ownershipConfirmedAt === null) return null;
  return `Legal owner for validation and timestamping purposes, confirmed ${universalTime(facts.ownershipConfirmedAt)}`;
}

export const verifySteps =
  "Scan the code with a phone, or open the address below. The code carries this attestation with our digital signature: it proves itself, and a forged one is recognized. Drop a file on that page to learn whether it is the original or the stamped copy; the file does not leave your computer.";
