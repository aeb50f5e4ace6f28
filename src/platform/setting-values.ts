import { X509Certificate } from "node:crypto";
import { z } from "zod";

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
export const optionalText = z.string().min(1).optional();

/** An address of a server, as browsers write it: in lower case, and without the port that the scheme implies. */
export const serverAddress = (error: string) =>
  z
    .url({ protocol: /^https?$/, error, abort: true })
    .refine((url) => new URL(url).href === `${new URL(url).origin}/`, "Only scheme, host and port, please")
    .transform((url) => new URL(url).origin);

/** Certificates (PEM), each of which can be read. */
export const certificates = z.string().refine(areCertificates, "Please provide certificates in PEM format");

function areCertificates(pem: string): boolean {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const one of found) new X509Certificate(one);
    return found.length > 0;
  } catch {
    return false;
  }
}
