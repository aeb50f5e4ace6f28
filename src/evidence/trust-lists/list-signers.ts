import { wellFormed } from "../../formats/der/malformed.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { decodePem, encodePem } from "../x509/pem.ts";

/**
 * Who may sign trusted lists. `territories`: those whose lists count, such as ES; undefined: the country in the
 * certificate's subject, which is that of the scheme (ETSI TS 119 612, 5.7.1).
 */
export type ListSigner = Certificate & { territories?: readonly string[] };

/** Codes that lists and certificates use for the same state. */
const sameState: Readonly<Record<string, string>> = { GR: "EL", GB: "UK" };
const stateOf = (code: string): string => sameState[code.toUpperCase()] ?? code.toUpperCase();

/** The territories whose lists count under this signature, as lists name them. */
export function territoriesOf({ territories, subject }: ListSigner): string[] {
  const named = territories ?? (subject.country === undefined ? [] : [subject.country]);
  return named.map(stateOf);
}

/** Whether the list of this territory counts under this signature. One without a country must be tied to one. */
export function maySignFor(signer: ListSigner, territory: string): boolean {
  return territoriesOf(signer).includes(stateOf(territory));
}

/** PEM with the territories as text above the certificate (RFC 7468, section 2, allows text before a block). */
export const printListSigner = (der: Uint8Array, territories: readonly string[]): string =>
  `# territory ${territories.join(" ")}\n${encodePem("CERTIFICATE", der)}`;

/** The signers in a file: one certificate in DER, or any number in PEM; unreadable ones are skipped. */
export function readListSigners(bytes: Uint8Array): ListSigner[] {
  const text = new TextDecoder().decode(bytes);
  const signers = text.split(/(?<=-----END CERTIFICATE-----)/).flatMap((part) => {
    const named = /^# territory ((?:[A-Za-z]{2} ?)+)$/m.exec(part)?.[1]?.trim().split(" ");
    return decodePem("CERTIFICATE", part).flatMap((der) => readSigner(der, named));
  });
  return signers.length > 0 ? signers : readSigner(bytes, undefined);
}

function readSigner(der: Uint8Array, territories: string[] | undefined): ListSigner[] {
  const certificate = wellFormed(() => readCertificate(der));
  return certificate ? [{ ...certificate, ...(territories && { territories }) }] : [];
}
