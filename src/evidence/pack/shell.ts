import { encodeBase64 } from "../tlog/base64.ts";

/** Quotes any name as one word of a shell command. */
export function quoted(name: string): string {
  return /^[\w./=-]+$/.test(name) && !name.startsWith("-")
    ? name
    : `'${safe(name).replaceAll("'", "'\\''")}'`;
}

/** A leading hyphen would be read as an option. */
const safe = (name: string) => (name.startsWith("-") ? `./${name}` : name);

/** Checks the SHA-256 (lower-case hex) of a file. */
export const checkSum = (sha256: string, name: string) =>
  `printf '%s  %s\\n' ${sha256} ${quoted(name)} | sha256sum --check`;

/** Writes the bytes of a file from `start` to before `end`. */
const span = (name: string, start: number, end: number) =>
  start === 0
    ? `head -c ${end} ${quoted(name)}`
    : `tail -c +${start + 1} ${quoted(name)} | head -c ${end - start}`;

/** Writes the bytes that a signature of a PDF covers to `into`. */
export const covered = (
  name: string,
  placeholder: { start: number; end: number },
  end: number,
  into: string,
) => `(${span(name, 0, placeholder.start)}; ${span(name, placeholder.end, end)}) > ${into}`;

/** Writes the value of a signature of a PDF, as bytes, to `into`. */
export const signatureValue = (name: string, placeholder: { start: number; end: number }, into: string) =>
  `${span(name, placeholder.start + 1, placeholder.end - 1)} | tr a-f A-F | basenc --base16 -d > ${into}`;

/** Writes an Ed25519 public key (32 bytes) as PEM to `into`: its SubjectPublicKeyInfo (RFC 8410, section 4). */
export function publicKeyFile(key: Uint8Array, into: string): string {
  const info = encodeBase64(Uint8Array.of(0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0, ...key));
  return `printf '%s\\n' '-----BEGIN PUBLIC KEY-----' '${info}' '-----END PUBLIC KEY-----' > ${into}`;
}

/** Verifies an Ed25519 signature over a file. */
export const verifyEd25519 = (key: string, message: string, signature: string) =>
  `openssl pkeyutl -verify -pubin -inkey ${key} -rawin -in ${message} -sigfile ${signature}`;
