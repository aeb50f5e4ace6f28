import { lookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";
import { AppError } from "../errors.ts";

/**
 * Whether an address of the network is somebody else's computer on the internet: not this machine, not its own or a
 * local network, no metadata service, no address that stands for such a one (IPv4 inside IPv6).
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** Throws `invalid` with the sentence for the user for an address that nothing is ever sent to. */
export function requireUsableUrl(text: string, allowsPrivate: boolean): void {
  const url = new URL(text);
  if (url.username || url.password)
    throw new AppError("invalid", "Please give an address without a password.");
  if (allowsPrivate) return;
  if (url.protocol !== "https:") throw new AppError("invalid", "Please write an address with https://…");
  const host = hostOf(url);
  if (host === "localhost" || (ipaddr.isValid(host) && !isPublicAddress(host))) throw privateAddress();
}

/**
 * The network address to connect to, looked up now: what is connected to is what was checked. Throws AppError when
 * there is none, or when one of those of the name is no public one.
 */
export async function addressOf(url: URL, allowsPrivate: boolean): Promise<string> {
  const host = hostOf(url);
  const found = ipaddr.isValid(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => []);
  const [first] = found;
  if (!first) throw new AppError("unavailable", "The name of the endpoint's host is not known.");
  if (!allowsPrivate && found.some(({ address }) => !isPublicAddress(address))) throw privateAddress();
  return first.address;
}

/** An IPv6 address stands in brackets in an URL. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

function privateAddress(): AppError {
  return new AppError("invalid", "The endpoint's address is not a public one.");
}
