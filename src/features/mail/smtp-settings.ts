import { isIPv4 } from "node:net";
import { z } from "zod";

/** A name for EHLO: of a host, or an address in brackets (RFC 5321, 4.1.3). */
export const ehloName = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[a-z0-9.:]+\])$/i,
    "Please write a host name, or an address in brackets",
  );

/** The host of the public address as a name for EHLO; undefined if that is only this machine. */
export function ehloNameOf(origin: string): string | undefined {
  const { hostname } = new URL(origin);
  if (hostname === "localhost") return undefined;
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1)}`;
  return isIPv4(hostname) ? `[${hostname}]` : hostname;
}

/** Whether an address of a mail server has a path, parameters or a fragment: nothing uses them. */
export function hasUnusedPart(smtpUrl: string): boolean {
  const { pathname, search, hash } = new URL(smtpUrl);
  return !["", "/"].includes(pathname) || search !== "" || hash !== "";
}
