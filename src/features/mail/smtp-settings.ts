import { X509Certificate } from "node:crypto";
import { isIPv4 } from "node:net";
import { z } from "zod";

/** A name for EHLO: of a host, or an address in brackets (RFC 5321, 4.1.3). */
export const heloName = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[a-z0-9.:]+\])$/i,
    "Please write a host name, or an address in brackets",
  );

/** The host of the public address as a name for EHLO; undefined if that is only this machine. */
export function heloNameOf(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  if (hostname === "localhost") return undefined;
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1)}`;
  return isIPv4(hostname) ? `[${hostname}]` : hostname;
}

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

/** Whether an address of a mail server has a path, parameters or a fragment: nothing uses them. */
export function hasUnusedPart(smtpUrl: string): boolean {
  const { pathname, search, hash } = new URL(smtpUrl);
  return !["", "/"].includes(pathname) || search !== "" || hash !== "";
}
