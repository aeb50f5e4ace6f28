/** The label of a PEM block (RFC 7468), for example CERTIFICATE, X509 CRL, PRIVATE KEY. */
export type PemLabel = "CERTIFICATE" | "X509 CRL" | "PRIVATE KEY";

/** Encodes one PEM block with lines of 64 characters. Runs in browsers. */
export function encodePem(label: PemLabel, der: Uint8Array): string {
  let binary = "";
  for (const byte of der) binary += String.fromCharCode(byte);
  const lines = btoa(binary).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}

/** The blocks with this label, in order; blocks that are not base64 are skipped. */
export function decodePem(label: PemLabel, text: string): Uint8Array[] {
  const blocks = text.matchAll(
    new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]*)-----END ${label}-----`, "g"),
  );
  return [...blocks].flatMap(([, base64 = ""]) => {
    try {
      return [Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))];
    } catch {
      return [];
    }
  });
}
