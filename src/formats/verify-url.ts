/**
 * The address in the QR code: the public page of the serial number, with the signed attestation in the fragment,
 * which browsers never send to a server.
 */
export function verifyUrl(origin: string, serialNumber: string, attestation: string): string {
  return `${verifyPage(origin, serialNumber)}#${attestation}`;
}

/** A shorter address of the same page, for people who type it. */
export function verifyPage(origin: string, serialNumber: string): string {
  return `${origin.replace(/\/+$/, "")}/verify/${serialNumber}`;
}
