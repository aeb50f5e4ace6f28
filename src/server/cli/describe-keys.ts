import type { Certificate } from "../../evidence/x509/certificate.ts";
import { strayKeyFiles } from "../../platform/keys/key-names.ts";
import { readSigningKey, retiredSigningKeys } from "../../platform/keys/keys.ts";
import { readNextLogKeys } from "../../platform/keys/log-keys.ts";
import { AuthorityFiles } from "../../platform/keys/pki-files.ts";

/**
 * The keys of a data folder, a line for each: what it is for, how it is known, and until when it may be used; those
 * that sign no more behind their role. Nothing in it is secret. AppError when one is damaged.
 */
export function describeKeys(dataDir: string): string[] {
  const files = new AuthorityFiles(dataDir);
  const retired = files.retired();
  const certified = (["root", "tsa", "seal"] as const).flatMap((role) => [
    line(role, describeCertificate(files.read(role)?.parsed)),
    ...retired
      .filter((one) => one.role === role)
      .map(({ certificate }) => line("", `${replaced}: ${describeCertificate(certificate)}`)),
  ]);
  const stolen = files.stolenRoots().map((one) => line("", `stolen: ${describeCertificate(one)}`));
  const signing = (["attestation", "witness"] as const).flatMap((role) => [
    line(role, readSigningKey(dataDir, role)?.kid ?? none),
    ...retiredSigningKeys(dataDir, role).map(({ kid }) => line("", `${replaced}: ${kid}`)),
  ]);
  const log = line("log", (readSigningKey(dataDir, "log") ?? readNextLogKeys(dataDir)[0]?.key)?.kid ?? none);
  const strays = strayKeyFiles(dataDir).map((path) => line("not used", path));
  return [...signing, log, ...certified, ...stolen, ...strays];
}

const replaced = "replaced";
const none = "none yet";

const line = (what: string, text: string) => `${what.padEnd(12)} ${text}`;

function describeCertificate(certificate: Certificate | undefined): string {
  if (!certificate) return none;
  const { subject, serialNumber, notAfter } = certificate;
  return `${subject.text}, until ${notAfter.toISOString().slice(0, 10)}, serial number ${serialNumber.toString(16)}`;
}
