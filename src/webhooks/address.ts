import { networkInterfaces } from "node:os";
import { dns } from "bun";
import ipaddr from "ipaddr.js";
import { AppError } from "../errors.ts";

/** The network addresses of a name; none when nobody knows it. */
export type LookUp = (name: string) => Promise<string[]>;

/**
 * As this machine looks names up, but never by its threads: they read and write the files as well, and would wait for
 * whoever has a name whose servers do not answer.
 */
export const lookUpHere: LookUp = (name) =>
  dns.lookup(name, { backend: "c-ares" }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );

/** All of IPv6 that is given out (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an address of the network is somebody else's computer on the internet: not this machine, not its own or a
 * local network, no metadata service, no address that stands for such a one (IPv4 inside IPv6).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

/** Below it a machine's own services listen: mail, remote logins, names (RFC 6335, section 6). */
const firstUserPort = 1024;

/** Throws `invalid` with the sentence for the user for an address that nothing is ever sent to. */
export function requireUsableUrl(text: string, allowsPrivate: boolean): void {
  const url = new URL(text);
  if (url.username || url.password)
    throw new AppError("invalid", "Please give an address without a password.");
  if (allowsPrivate) return;
  if (url.protocol !== "https:") throw new AppError("invalid", "Please write an address with https://…");
  const host = hostOf(url);
  requireUsablePort(url);
  if (host === "localhost" || (ipaddr.isValid(host) && !isPublicAddress(host))) throw privateAddress();
}

/**
 * The network address to connect to, looked up now: what is connected to is what was checked. Throws AppError when
 * there is none, when one of those of the name is no public one, or is this machine, or when nothing is sent to the
 * port.
 */
export async function addressOf(url: URL, allowsPrivate: boolean, lookUp: LookUp): Promise<string> {
  if (!allowsPrivate) requireUsablePort(url);
  const host = hostOf(url);
  const found = ipaddr.isValid(host) ? [host] : await lookUp(host);
  const [first] = found;
  if (first === undefined) throw new AppError("unavailable", "The name of the endpoint's host is not known.");
  const own = allowsPrivate ? [] : ownAddresses();
  const isUsable = (address: string) => isPublicAddress(address) && !own.includes(normalized(address));
  if (!allowsPrivate && !found.every(isUsable)) throw privateAddress();
  return first;
}

/**
 * Those of this machine's network cards. Behind a router that translates addresses, its outer one is not among them.
 */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((some) =>
    (some ?? []).map(({ address }) => normalized(address)),
  );

const normalized = (address: string) => ipaddr.process(address).toNormalizedString();

/** The name to be shown the certificate of (SNI, RFC 6066 section 3); an address is none, and has its own in it. */
export function serverNameOf(url: URL): string | undefined {
  const host = hostOf(url);
  return ipaddr.isValid(host) ? undefined : host;
}

/** An IPv6 address stands in brackets in an URL. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");

/** Nobody can have the server knock at the mail or the login of a stranger's machine, as if it were an attacker. */
function requireUsablePort(url: URL): void {
  const isUsable = url.port === "" || Number(url.port) >= firstUserPort;
  if (!isUsable) throw new AppError("invalid", "The endpoint's port must be 443, or 1024 and above.");
}

function privateAddress(): AppError {
  return new AppError("invalid", "The endpoint's address is not a public one.");
}
