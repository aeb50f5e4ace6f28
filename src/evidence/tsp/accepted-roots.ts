import { wellFormed } from "../../formats/der/malformed.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { decodePem, encodePem } from "../x509/pem.ts";

/** The root of an external authority, with the time when the service first accepted one of its tokens, if known. */
export type AcceptedRoot = Certificate & { acceptedAt?: Date };

/** PEM with the acceptance time as text above the root (RFC 7468, section 2, allows text before a block). */
export function printAcceptedRoot(der: Uint8Array, acceptedAt: Date): string {
  return `# accepted ${acceptedAt.toISOString()}\n${encodePem("CERTIFICATE", der)}`;
}

/** The roots of such a text, or of any PEM; unreadable ones are skipped. Runs in browsers. */
export function readAcceptedRoots(text: string): AcceptedRoot[] {
  return text.split(/(?<=-----END CERTIFICATE-----)/).flatMap((part) => {
    const said = /^# accepted (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/m.exec(part)?.[1];
    const acceptedAt = said === undefined ? undefined : new Date(said);
    const isTime = acceptedAt !== undefined && !Number.isNaN(acceptedAt.getTime());
    return decodePem("CERTIFICATE", part).flatMap((der) => {
      const certificate = wellFormed(() => readCertificate(der));
      return certificate ? [{ ...certificate, ...(isTime ? { acceptedAt } : {}) }] : [];
    });
  });
}
